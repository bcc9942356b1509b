// Text made by a guest, a driver or a file, made safe to show: nothing in it can move a cursor or fake a line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace maf_sandbox {

// Control characters, DEL, C1 controls, bidirectional controls and bytes that are not UTF-8 become \xNN or \u{...};
// a backslash becomes two.  Text longer than `limit` bytes is cut at a character and ends in "...".
[[nodiscard]] std::string escaped(std::string_view text, std::size_t limit = 400);

// `escaped` in double quotes.
[[nodiscard]] std::string quoted(std::string_view text, std::size_t limit = 400);

// Strict UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

// True when a control character (U+0000 to U+001F, or DEL) is in the text.
[[nodiscard]] bool has_control(std::string_view text) noexcept;

// The length of the UTF-8 character at the head of `text`, and its value; length 0 when it is not valid UTF-8.
struct code_point {
  std::size_t length = 0;
  char32_t value = 0;
};
[[nodiscard]] code_point first_code_point(std::string_view text) noexcept;

}  // namespace maf_sandbox

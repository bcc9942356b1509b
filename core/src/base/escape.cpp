#include "base/escape.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace maf_sandbox {
namespace {

bool must_escape(char32_t c) noexcept {
  const bool control = c < 0x20 || (c >= 0x7f && c <= 0x9f);
  const bool bidirectional =
      c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  const bool line_break = c == 0x2028 || c == 0x2029;
  return control || bidirectional || line_break;
}

}  // namespace

code_point first_code_point(std::string_view text) noexcept {
  if (text.empty()) return {};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {1, lead};
  const std::size_t length = lead >= 0xf0 && lead <= 0xf4 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  if (length == 0 || lead > 0xf4 || text.size() < length) return {};
  char32_t value = lead & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return {};
    value = (value << 6U) | (byte(i) & 0x3fU);
  }
  const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (overlong || surrogate || value > 0x10ffff) return {};
  return {length, value};
}

std::string escaped(std::string_view text, std::size_t limit) {
  std::string out;
  out.reserve(std::min(text.size(), limit));
  while (!text.empty()) {
    if (out.size() >= limit) return out + "...";
    const code_point c = first_code_point(text);
    if (c.length == 0) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
      text.remove_prefix(1);
      continue;
    }
    if (c.value == U'\\')
      out += "\\\\";
    else if (c.value == U'\n')
      out += "\\n";
    else if (c.value == U'\t')
      out += "\\t";
    else if (must_escape(c.value))
      out += c.value < 0x100 ? fmt::format("\\x{:02x}", static_cast<unsigned>(c.value))
                             : fmt::format("\\u{{{:x}}}", static_cast<unsigned>(c.value));
    else
      out += text.substr(0, c.length);
    text.remove_prefix(c.length);
  }
  return out;
}

std::string quoted(std::string_view text, std::size_t limit) {
  return '"' + escaped(text, limit) + '"';
}

bool is_utf8(std::string_view text) noexcept {
  while (!text.empty()) {
    const code_point c = first_code_point(text);
    if (c.length == 0) return false;
    text.remove_prefix(c.length);
  }
  return true;
}

bool has_control(std::string_view text) noexcept {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto u = static_cast<unsigned char>(c);
    return u < 0x20 || u == 0x7f;
  });
}

}  // namespace maf_sandbox

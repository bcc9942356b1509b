// Text from outside is shown, never obeyed: TXT-1 of docs/requirements.md.
#include "base/escape.hpp"

#include <doctest/doctest.h>

using namespace maf_sandbox;

TEST_CASE("TXT-1: nothing shown can move a cursor, fake a line or hide itself") {
  CHECK(escaped("plain caf\xc3\xa9") == "plain caf\xc3\xa9");
  CHECK(escaped("a\nb\x1b[2Jc\x7f") == "a\\nb\\x1b[2Jc\\x7f");
  CHECK(escaped("\xe2\x80\xae") == "\\u{202e}");  // right-to-left override
  CHECK(escaped("\xc2\x9b") == "\\x9b");          // C1 control sequence introducer
  CHECK(escaped("back\\slash") == "back\\\\slash");
  CHECK(escaped(std::string_view("\0", 1)) == "\\x00");
}

TEST_CASE("TXT-1: what is not UTF-8 is shown byte for byte") {
  CHECK(escaped("\xff\xfe") == "\\xff\\xfe");
  CHECK(escaped("\xc0\xaf") == "\\xc0\\xaf");           // overlong
  CHECK(escaped("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // surrogate
  CHECK_FALSE(is_utf8("\xf5\x80\x80\x80"));
  CHECK_FALSE(is_utf8("\xe2\x82"));
  CHECK(is_utf8("\xf0\x9f\x98\x80"));
}

TEST_CASE("TXT-1: long text is cut on a character and says so") {
  CHECK(escaped(std::string(500, 'x'), 10) == "xxxxxxxxxx...");
  CHECK(is_utf8(escaped(std::string(9, 'x') + "\xc3\xa9\xc3\xa9\xc3\xa9", 10)));
  CHECK(has_control("a\tb"));
  CHECK_FALSE(has_control("caf\xc3\xa9"));
}

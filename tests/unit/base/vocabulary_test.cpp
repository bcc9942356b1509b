// The words of the contract: VOC-1 to VOC-5 of docs/requirements.md.
#include "maf_sandbox/vocabulary.hpp"

#include <doctest/doctest.h>

using namespace maf_sandbox;

TEST_CASE("VOC-1: every rung has a word that parses back, in the documented order") {
  const char* ladder[] = {"none", "runtime", "os_process", "container", "hardened_container", "microvm", "vm"};
  REQUIRE(members<isolation>().size() == std::size(ladder));
  for (std::size_t i = 0; i < std::size(ladder); ++i) {
    const isolation rung = members<isolation>()[i];
    CHECK(to_string(rung) == ladder[i]);
    CHECK(parse<isolation>(ladder[i]) == rung);
    for (std::size_t j = 0; j < std::size(ladder); ++j) CHECK(meets_floor(rung, members<isolation>()[j]) == (i >= j));
  }
}

TEST_CASE("VOC-2: a word is matched exactly, and the retired rung never parses") {
  for (const char* word : {"process", "NONE", "none ", " none", "", "quantum", "MICROVM", "micro-vm"})
    CHECK_FALSE(parse<isolation>(word).has_value());
  CHECK_FALSE(parse<capability>("teleport").has_value());
  CHECK_FALSE(parse<identity>("root").has_value());
  CHECK_FALSE(parse<entry_kind>("junction").has_value());
}

TEST_CASE("VOC-3: a value that is no member is not a rung and has no word") {
  CHECK_FALSE(is_rung(static_cast<isolation>(35)));
  CHECK(to_string(static_cast<isolation>(35)) == "unknown (35)");
  for (isolation rung : members<isolation>()) CHECK(is_rung(rung));
}

TEST_CASE("VOC-4: unknown bits of a set are dropped, never kept") {
  const auto modes = word_set<egress>::from_bits(MSBX_EGRESS_CLOSED | (1ULL << 40U));
  CHECK(modes == word_set<egress>{egress::closed});
  CHECK(word_set<capability>::from_bits(~0ULL).bits() == (1ULL << 10U) - 1);
  CHECK(word_set<capability>{}.text() == "nothing");
  CHECK(word_set<capability>{capability::files_in, capability::exec}.text() == "exec, files_in");
  CHECK(default_capabilities.text() == "exec, files_in");
}

TEST_CASE("VOC-5: limits are within a ceiling when every field is") {
  const transfer_limits ceiling;
  CHECK(ceiling.within(ceiling));
  transfer_limits more = ceiling;
  more.bytes_per_file += 1;
  CHECK_FALSE(more.within(ceiling));
  more = ceiling;
  more.total_bytes += 1;
  CHECK_FALSE(more.within(ceiling));
  more = ceiling;
  more.files += 1;
  CHECK_FALSE(more.within(ceiling));
}

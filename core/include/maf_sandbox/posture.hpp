// maf_sandbox/posture.hpp - the operator's demands, as a file states them: what is read here, nothing is loaded.
//
// Strict and located: every unknown, duplicate, empty or mistyped key is an error with file, line and column.  Every
// value keeps its origin, so that a refusal can name the line to change.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "maf_sandbox/result.hpp"
#include "maf_sandbox/vocabulary.hpp"

namespace maf_sandbox {

// A value and where it came from; `where.line` 0 means it is the default.
template <class T>
struct setting {
  T value{};
  origin where;
  [[nodiscard]] bool is_default() const noexcept { return where.line == 0; }
};

// What an operator expects one driver to declare, exactly: stronger than expected is a surprise too.
struct driver_expectation {
  setting<isolation> rung;
  setting<word_set<egress>> egress_modes;
  setting<word_set<capability>> capabilities;
};

struct driver_stanza {
  setting<std::string> name;     // unique in the posture
  setting<std::string> library;  // an absolute path
  setting<std::string> sha256;   // 64 lower-case hex digits: the pin
  driver_expectation expect;
  std::vector<std::pair<std::string, setting<std::string>>> config;   // flat dotted keys; a list repeats its key
  std::vector<std::pair<std::string, setting<std::string>>> secrets;  // name -> absolute file
};

enum class egress_mismatch { warn, refuse };

struct posture {
  std::string file;
  setting<isolation> min_isolation{isolation::microvm, {}};
  setting<word_set<capability>> denied_capabilities;
  setting<word_set<identity>> denied_identities;
  setting<egress_mismatch> on_egress_mismatch{egress_mismatch::warn, {}};
  setting<std::string> owner;                     // empty: derived from machine id and user when loaded
  std::vector<driver_stanza> drivers;             // in order of preference
  setting<std::string> selected;                  // empty: the first
  setting<std::uint32_t> workers{16, {}};         // threads for drivers that may block
  setting<std::uint32_t> max_inflight{1024, {}};  // calls at a time, over all drivers
};

// Reads the text of a posture file (YAML, version 1); `file` names it in messages.  Ids: posture-* (docs/refusals.md).
[[nodiscard]] result<posture> read_posture(std::string_view text, const std::string& file);

}  // namespace maf_sandbox

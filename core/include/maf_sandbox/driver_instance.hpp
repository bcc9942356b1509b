// maf_sandbox/driver_instance.hpp - drivers: loading a pinned library, opening a configured instance, what it declares.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "maf_sandbox/driver_abi.h"
#include "maf_sandbox/log.hpp"
#include "maf_sandbox/posture.hpp"

namespace maf_sandbox {

// The ceiling a driver file carries: what its note says, read as data.
struct driver_note {
  std::string name, version;
  std::uint16_t abi_major = 0, abi_minor = 0;
  isolation rung_ceiling = isolation::none;
  word_set<egress> egress_modes;
  word_set<os_family> os_families;
  word_set<capability> capabilities;
};

// What can be known of a driver file without running it.
struct driver_file {
  std::string path, sha256;
  driver_note note;
  std::vector<std::string> needed;  // DT_NEEDED: libraries the pin does not cover
};
// Opens once, checks owner and mode of the file and its parents, hashes, reads the note.  No code of it runs.
[[nodiscard]] result<driver_file> inspect_driver(const std::filesystem::path& library);

// An instance's declarations: copied, checked, silence already read as the contract reads it.
struct declarations {
  isolation rung = isolation::none;
  word_set<egress> egress_modes;
  bool egress_declared = false;
  word_set<capability> capabilities = default_capabilities;
  word_set<os_family> os_families;
  transfer_limits files_in, files_out;
  std::uint32_t features = 0;  // MSBX_FEATURE_
  std::uint32_t max_inflight = 0;
  std::uint32_t cancel_grace_ms = 0;
};

// A library in this process: loaded once, never unloaded.  Shared by every instance opened from it.
class driver_library;

// Loads a pinned library.  `pin` is its SHA-256 in lower-case hex.  The process-wide registry returns the library
// already loaded from the same file, and refuses a second pin for it.  Errors: docs/refusals.md, "Loading".
[[nodiscard]] result<std::shared_ptr<driver_library>> load_driver(const std::filesystem::path& library,
                                                                  const setting<std::string>& pin);

struct instance_options {
  std::string name;  // the posture's name for it
  std::string owner;
  std::vector<std::pair<std::string, std::string>> config;
  std::vector<std::pair<std::string, std::string>> secrets;  // name -> file
  origin where;                                              // the stanza, for messages
  log_sink log;
};

// A configured driver, open.  Closed by the last owner, with nothing in flight.  Thread-safe.
class driver_instance {
 public:
  // Opens and declares: open-failed, declare-failed, unknown-isolation, capability-op, outside-note.
  [[nodiscard]] static result<std::shared_ptr<driver_instance>> open(std::shared_ptr<driver_library> library,
                                                                     instance_options options);
  // Without a file: a table linked into the program, for test doubles.  The table must outlive the instance.
  [[nodiscard]] static result<std::shared_ptr<driver_instance>> open(const msbx_driver& table,
                                                                     instance_options options);
  ~driver_instance();
  driver_instance(const driver_instance&) = delete;
  driver_instance& operator=(const driver_instance&) = delete;

  [[nodiscard]] const std::string& name() const noexcept;
  [[nodiscard]] const std::string& owner() const noexcept;
  [[nodiscard]] const origin& where() const noexcept;
  [[nodiscard]] const declarations& declared() const noexcept;
  [[nodiscard]] const msbx_driver& table() const noexcept;  // complete: slots the driver lacks are NULL
  [[nodiscard]] msbx_instance* handle() const noexcept;

 private:
  struct state;
  explicit driver_instance(std::unique_ptr<state> s) noexcept;
  std::unique_ptr<state> state_;
};

// Does the instance declare exactly what the operator expects?  unexpected-declaration, naming the differing field.
[[nodiscard]] result<void> check_expectation(const driver_instance& instance, const driver_expectation& expect);

}  // namespace maf_sandbox

// maf_sandbox/host.hpp - from a posture file to a router: the one call a host starts with.
//
//   auto host = maf_sandbox::load_posture("/etc/maf-sandbox/posture.yaml");
//   auto box = host->router.acquire({tenant, conversation, agent}, spec);
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "maf_sandbox/driver_instance.hpp"
#include "maf_sandbox/outputs.hpp"
#include "maf_sandbox/router.hpp"

namespace maf_sandbox {

// What became of one stanza.
struct driver_report {
  std::string name;
  bool selected = false;
  std::optional<driver_file> file;       // absent: it could not even be read
  std::optional<declarations> declared;  // absent: it was not opened
  std::optional<error> refused;          // absent: admitted
};

struct host {
  posture settings;
  std::vector<driver_report> drivers;  // in the posture's order
  maf_sandbox::router router;
};

struct load_options {
  log_sink log;
};

// Reads the posture, loads, pins, opens and checks every driver.  Fails when the selected (or first) one is refused;
// another's refusal is in its report, and it serves nothing.  Runs once per process as a rule; thread-safe.
[[nodiscard]] result<host> load_posture(const std::filesystem::path& file, load_options options = {});

// The same, but tells everything it found, refused or not: what `posture check` prints.
struct posture_check {
  std::optional<posture> settings;
  std::vector<driver_report> drivers;
  std::optional<error> refused;  // absent: load_posture would succeed
};
[[nodiscard]] posture_check check_posture(const std::filesystem::path& file, load_options options = {});

}  // namespace maf_sandbox

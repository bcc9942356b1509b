// maf_sandbox/spec.hpp - what a workload asks for: its kind, its needs, its outputs.  A spec may raise the host's floor
// for itself and never lower it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "maf_sandbox/result.hpp"
#include "maf_sandbox/vocabulary.hpp"

namespace maf_sandbox {

// Whose sandbox it is.  Every part comes from the host's own request state, never from a model: a key a model can
// choose lets one conversation address another's sandbox.  With the spec's kind it identifies one sandbox.
struct sandbox_key {
  std::string scope, thread, agent;
  friend bool operator==(const sandbox_key&, const sandbox_key&) = default;
};

enum class disposition { land, consume };

// One artifact a workload produces: a literal path below the working directory, never a pattern.
struct declared_output {
  std::string path;
  disposition what = disposition::land;
  std::optional<std::string> media_type;  // declared, never sniffed
  bool required = true;
  std::optional<std::string> name;  // the spelling it lands under; absent: the path
};

struct sandbox_spec {
  std::string kind;
  std::optional<std::string> image;
  std::optional<std::string> image_id;
  std::vector<std::string> egress_allow;  // host names; empty: no network
  std::string work_dir = "/maf-sandbox/work";
  std::map<std::string, std::string> labels;
  word_set<capability> requires_capabilities = default_capabilities;
  std::optional<isolation> min_isolation;  // absent: no opinion
  std::vector<declared_output> outputs;
  transfer_limits files_in;
  transfer_limits files_out;
  bool outputs_named_at_call_time = false;
  word_set<identity> identities;
  std::optional<os_family> requires_os_family;
  origin where;  // the file it was read from, for messages; empty when built in code
};

// Checks what a spec says on its own and lower-cases its hosts: kind not empty, keys valid UTF-8 without control
// characters, every entry of egress_allow a host name or "*.name" (no port, scheme, IP literal, bare "*" or "*.tld").
// Errors: spec-invalid, egress-entry-invalid.
[[nodiscard]] result<sandbox_spec> checked_spec(sandbox_spec draft);

// The same for the parts of a key: not empty, UTF-8, no control characters, at most 4096 bytes each.  key-invalid.
[[nodiscard]] result<void> check_key(const sandbox_key& key);

// Reads a spec file's text (YAML, version 1); `file` names it in messages.  The result is already checked.
[[nodiscard]] result<sandbox_spec> read_spec(std::string_view text, const std::string& file);

}  // namespace maf_sandbox

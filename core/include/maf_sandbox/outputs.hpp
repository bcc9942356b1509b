// maf_sandbox/outputs.hpp - getting declared files back: everything is checked before anything is delivered.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "maf_sandbox/sandbox.hpp"
#include "maf_sandbox/spec.hpp"

namespace maf_sandbox {

struct artifact {
  std::string name;  // validated, relative, in the spelling the sink asked for
  std::string content;
  std::string kind;
  std::optional<std::string> media_type;
};

struct landed_artifact {
  std::string name;
  std::string display;                // the one line a model may see
  std::optional<std::string> handle;  // the host's own reference; nothing renders it
};

enum class name_normalization { nfc, none };

// Where artifacts go: a directory, a blob store, a user interface.  The library holds no opinion.
class output_sink {
 public:
  virtual ~output_sink() = default;
  [[nodiscard]] virtual result<landed_artifact> deliver(artifact a) = 0;
  [[nodiscard]] virtual name_normalization normalization() const { return name_normalization::nfc; }
};

// Collects the spec's outputs, then `named_now` (only with outputs_named_at_call_time).  Phases, each complete before
// the next: declarations alone; stat and caps of everything; reads; delivery in order of declaration.  `sink` may be
// null when nothing lands.  Errors: output-missing, output-not-confined, output-not-regular, output-size-unknown,
// output-unreachable, transfer-cap-exceeded, output-sink-required, artifact-name-invalid, artifact-name-collision,
// outputs-not-declared, and whatever the sink says.
[[nodiscard]] result<std::vector<landed_artifact>> collect_outputs(const sandbox& box, const sandbox_spec& spec,
                                                                   output_sink* sink,
                                                                   const std::vector<declared_output>& named_now = {},
                                                                   const call_options& options = {});

// The lexical rule for a name: no "..", absolute path, backslash, empty or "." segment, control character; valid UTF-8;
// at most 255 bytes.  It says nothing about what sits at the destination: a sink confines its own.
[[nodiscard]] result<void> validate_artifact_name(const std::string& name);

struct file_system_sink_options {
  bool overwrite = false;                               // else an existing file is a landing-exists error
  std::function<std::string(const artifact&)> display;  // default: "chart.svg (1234 bytes)"
};

// Lands below `root`, which is created when missing; follows no link below it; each file appears whole or not at all.
// Errors: landing-not-confined, landing-exists, landing-failed; never with a host path in them.
[[nodiscard]] result<std::unique_ptr<output_sink>> make_file_system_sink(const std::filesystem::path& root,
                                                                         file_system_sink_options options = {});

}  // namespace maf_sandbox

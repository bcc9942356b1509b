// maf_sandbox/sandbox.hpp - a handle on one acquired sandbox and its operations.
//
// Handles are cheap to copy and safe to use from several threads; the last copy releases the driver's handle and leaves
// the sandbox alive: ending it is `router::dispose`.  Every operation is bounded by its options and completes exactly
// once.  Guest bytes are bytes: outputs and contents are std::string without any claim of encoding.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "maf_sandbox/result.hpp"
#include "maf_sandbox/vocabulary.hpp"

namespace maf_sandbox {

// How long a call may take, queueing included, and how to stop it early.
struct call_options {
  std::chrono::nanoseconds timeout = std::chrono::minutes{2};  // > 0; more than a year counts as a year
  std::stop_token stop;
};

struct exec_request {
  std::vector<std::string> argv;  // not empty; bytes without NUL
  bool shell = false;             // argv[0] is a line for the guest's /bin/sh
  bool merge_output = false;      // standard error joins standard output, in written order
  std::vector<std::pair<std::string, std::string>> env;
  std::string working_directory;  // absolute; empty: the spec's work_dir
  std::string input;
  std::uint64_t max_stdout = 4ULL << 20U;
  std::uint64_t max_stderr = 4ULL << 20U;
  std::function<void(std::uint32_t stream, std::string_view chunk)> on_output;  // as it comes, besides being kept
};

enum class ended { exited, signalled, timed_out, lost };

struct exec_result {
  ended how = ended::lost;
  std::optional<int> exit_code;    // only with exited
  std::optional<int> term_signal;  // only with signalled
  std::string out, err;            // what was kept
  std::uint64_t out_bytes = 0;     // what was produced
  std::uint64_t err_bytes = 0;
  [[nodiscard]] bool out_cut() const noexcept { return out_bytes > out.size(); }
  [[nodiscard]] bool err_cut() const noexcept { return err_bytes > err.size(); }
  std::optional<std::uint32_t> survivors;  // processes of the command still alive; absent: not known
  std::optional<std::uint32_t> oom_kills;
  std::optional<bool> output_left_open;
  std::optional<bool> pids_limit_hit;
};

struct entry {
  std::string name;  // a single component; empty for a stat
  entry_kind kind = entry_kind::other;
  std::optional<std::uint64_t> size;  // absent: not known, which no cap lets pass
};

struct acquired_sandbox;  // src/sandbox: the driver's handle and what it belongs to

class sandbox {
 public:
  explicit sandbox(std::shared_ptr<acquired_sandbox> state) noexcept : state_(std::move(state)) {}

  [[nodiscard]] const std::string& native_id() const noexcept;
  [[nodiscard]] const std::string& driver() const noexcept;
  [[nodiscard]] const std::string& work_dir() const noexcept;
  [[nodiscard]] bool created() const noexcept;  // cold; false: reused
  [[nodiscard]] isolation rung() const noexcept;
  [[nodiscard]] egress egress_in_force() const noexcept;

  // Runs a command and waits.  A command that started always yields a result, also when it timed out or was lost; an
  // error means that it never ran, or that nothing is known.
  [[nodiscard]] result<exec_result> exec(exec_request request, const call_options& options = {}) const;
  // The same without waiting; `completion` runs exactly once, on a thread of the library, and must not block.
  void exec_async(exec_request request, const call_options& options,
                  std::function<void(result<exec_result>)> completion) const;

  // Paths are relative to `directory` (absolute; empty: the spec's work_dir), or absolute and inside it; "..", links
  // and backslashes never lead out.  Errors carry the status of the ABI's table.
  [[nodiscard]] result<void> write_file(std::string path, std::string content, const call_options& options = {},
                                        std::string directory = {}) const;
  [[nodiscard]] result<std::optional<entry>> stat_file(std::string path, const call_options& options = {},
                                                       std::string directory = {}) const;
  [[nodiscard]] result<std::string> read_file(std::string path, std::uint64_t max_bytes,
                                              const call_options& options = {}, std::string directory = {}) const;
  [[nodiscard]] result<std::vector<entry>> list_dir(std::string path, const call_options& options = {},
                                                    std::string directory = {}) const;
  [[nodiscard]] result<void> remove(std::string path, bool recursive, const call_options& options = {},
                                    std::string directory = {}) const;
  // Removes everything at `path`, whatever it is; needs no capability.
  [[nodiscard]] result<void> reclaim(std::string path, const call_options& options = {},
                                     std::string directory = {}) const;

 private:
  std::shared_ptr<acquired_sandbox> state_;
};

}  // namespace maf_sandbox

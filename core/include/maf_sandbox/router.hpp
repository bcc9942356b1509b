// maf_sandbox/router.hpp - compares what a driver declares with what the posture and the spec demand, and acquires.
//
// Nothing weaker than asked is ever substituted and no other driver is tried: the answer is a sandbox or a refusal.
// Thread-safe.  A router keeps its drivers open; they are closed when the last router and sandbox are gone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "maf_sandbox/log.hpp"
#include "maf_sandbox/posture.hpp"
#include "maf_sandbox/sandbox.hpp"
#include "maf_sandbox/spec.hpp"

namespace maf_sandbox {

class driver_instance;  // maf_sandbox/driver_instance.hpp

struct router_options {
  setting<isolation> min_isolation{isolation::microvm, {}};
  setting<word_set<capability>> denied_capabilities;
  setting<word_set<identity>> denied_identities;
  setting<egress_mismatch> on_egress_mismatch{egress_mismatch::warn, {}};
  setting<std::string> selected;  // a driver's name; empty: the first
  std::uint32_t workers = 16;
  std::uint32_t max_inflight = 1024;
  log_sink log;
};

// What a disposal did: best effort over all drivers, so both fields can be set.
struct disposal {
  std::uint64_t disposed = 0;
  std::vector<error> failures;  // one per driver that could not answer or not finish
};

struct sandbox_info {
  std::string driver;
  sandbox_key key;
  std::string kind, native_id, image, owner;
  std::string state;  // running, stopped, broken, unknown
  std::optional<egress> egress_in_force;
  std::optional<std::chrono::nanoseconds> age, idle;
  bool digests = false;  // key, kind and owner are digests
  bool garbage = false;
};

struct selector {  // absent: any
  std::optional<std::string> scope, thread, agent, kind, native_id, owner;
};

struct inventory {
  std::vector<sandbox_info> sandboxes;
  std::vector<error> failures;  // drivers that could not tell
};

class scope_guard;

class router {
 public:
  // Refuses, in this order: an unknown selection, an unknown rung, a rung below the floor.  An empty list makes a
  // router that is not enabled.
  [[nodiscard]] static result<router> make(std::vector<std::shared_ptr<driver_instance>> drivers,
                                           router_options options);

  [[nodiscard]] bool enabled() const noexcept;
  [[nodiscard]] const driver_instance* selected() const noexcept;  // nullptr when not enabled

  // Would the selected driver serve this spec?  Order: denied capabilities, denied identities, floor, capabilities,
  // operating system, transfer limits, image, egress.  A driver that can only close the network and a spec that names
  // hosts: one warning in the log, unless the posture says refuse.  Not enabled: success.
  [[nodiscard]] result<void> ensure_can_serve(const sandbox_spec& spec) const;

  // The same checks without the warning, then the driver's get-or-create for (key, kind).
  [[nodiscard]] result<sandbox> acquire(const sandbox_key& key, const sandbox_spec& spec,
                                        const call_options& options = {}) const;

  // End every kind's sandbox of the key; or everything of a conversation.  All drivers are asked, the selected or not;
  // none of them failing stops the others.
  disposal dispose(const sandbox_key& key, const call_options& options = {}) const;
  disposal dispose_scope(std::string_view scope, std::string_view thread, const call_options& options = {}) const;
  disposal dispose_selected(const selector& which, const call_options& options = {}) const;

  [[nodiscard]] inventory list(const selector& which, const call_options& options = {}) const;

  // Disposes the conversation when the guard goes, however the block ends.
  [[nodiscard]] scope_guard scope(std::string scope, std::string thread) const;

 private:
  struct shared;
  explicit router(std::shared_ptr<const shared> s) noexcept : shared_(std::move(s)) {}
  std::shared_ptr<const shared> shared_;
};

class scope_guard {
 public:
  scope_guard(router r, std::string scope, std::string thread);
  scope_guard(scope_guard&&) noexcept;
  scope_guard& operator=(scope_guard&&) = delete;
  scope_guard(const scope_guard&) = delete;
  scope_guard& operator=(const scope_guard&) = delete;
  ~scope_guard();  // ends the scope when `end` was not called; failures go to the log
  disposal end();  // now, and tell; later calls do nothing

 private:
  std::optional<router> router_;
  std::string scope_, thread_;
};

// The one-time notice that this library is experimental; emitted through the first router's log.
void mute_experimental_notice() noexcept;

}  // namespace maf_sandbox

// maf_sandbox/driver_common.hpp - what both forms of the driver SDK share.
//
// The SDK is header-only over driver_abi.h.  Nothing here is ABI: every driver compiles its own copy, all of it
// hidden.  Include driver.hpp (operations that may block) or async_driver.hpp (operations that never do) instead.
#pragma once

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "maf_sandbox/driver_abi.h"

#pragma GCC visibility push(hidden)
namespace maf_sandbox::sdk {

inline std::string_view view(msbx_str s) noexcept {
  return s.len != 0 ? std::string_view{s.ptr, s.len} : std::string_view{};
}
inline std::string_view view(msbx_bytes b) noexcept {
  return b.len != 0 ? std::string_view{reinterpret_cast<const char*>(b.ptr), b.len} : std::string_view{};
}
inline msbx_str str(std::string_view s) noexcept {
  return {s.data(), s.size()};
}
inline msbx_bytes bytes(std::string_view s) noexcept {
  return {reinterpret_cast<const std::uint8_t*>(s.data()), s.size()};
}

// How driver code reports a failure: thrown, caught by the SDK, never seen by the host as an exception.
class failure : public std::runtime_error {
 public:
  failure(msbx_status code, const std::string& what, int native = 0, std::uint32_t flags = 0)
      : std::runtime_error(what), code_(code), native_(native), flags_(flags) {}
  [[nodiscard]] msbx_status code() const noexcept { return code_; }
  [[nodiscard]] int native() const noexcept { return native_; }
  [[nodiscard]] std::uint32_t flags() const noexcept { return flags_; }

 private:
  msbx_status code_;
  int native_;
  std::uint32_t flags_;
};

// Writes an error into the caller's memory; what does not fit is cut and marked.
inline msbx_status report(msbx_error* e, msbx_status code, std::string_view what, int native = 0,
                          std::uint32_t flags = 0) noexcept {
  if (e == nullptr || e->struct_size <= offsetof(msbx_error, message)) return code;
  const std::size_t room = std::min(e->struct_size - offsetof(msbx_error, message), sizeof e->message);
  const std::size_t n = std::min(what.size(), room - 1);
  e->code = code;
  e->native = native;
  e->flags = flags | (n < what.size() ? std::uint32_t{MSBX_ERR_TRUNCATED} : 0U);
  if (n != 0) std::memcpy(e->message, what.data(), n);
  e->message[n] = '\0';
  return code;
}

// Runs `body` and turns whatever escapes it into a status: the one place where a driver's exceptions stop.
template <class F>
msbx_status guard(msbx_error* e, F&& body) noexcept {
  try {
    body();
    return MSBX_OK;
  } catch (const failure& f) {
    return report(e, f.code(), f.what(), f.native(), f.flags());
  } catch (const std::bad_alloc&) {
    return report(e, MSBX_E_NO_MEMORY, "out of memory");
  } catch (const std::exception& x) {
    return report(e, MSBX_E_INTERNAL, x.what());
  } catch (...) {
    return report(e, MSBX_E_INTERNAL, "an exception of unknown type");
  }
}

// Copies a growable struct into the host's memory, as much of it as the host knows.
template <class T>
void copy_out(T* out, const T& value) noexcept {
  const std::uint32_t room = out->struct_size;
  std::memcpy(out, &value, std::min<std::size_t>(room, sizeof value));
  out->struct_size = room;
}

// A view of the call an operation serves; valid until the operation completes.
class call {
 public:
  explicit call(const msbx_call* c) noexcept : c_(c) {}
  [[nodiscard]] std::uint64_t id() const noexcept { return c_->id; }
  [[nodiscard]] bool cancelled() const noexcept { return c_->cancelled(c_) != 0; }
  [[nodiscard]] int cancel_fd() const noexcept { return c_->cancel_fd(c_); }
  [[nodiscard]] std::int64_t deadline_ns() const noexcept { return c_->deadline_ns; }
  // What is left of the bound; nanoseconds::max() when there is none; never negative.
  [[nodiscard]] std::chrono::nanoseconds remaining() const noexcept {
    if (c_->deadline_ns == INT64_MAX) return std::chrono::nanoseconds::max();
    const auto now = std::chrono::steady_clock::now().time_since_epoch();  // CLOCK_MONOTONIC on Linux
    return std::max(std::chrono::nanoseconds{c_->deadline_ns} - now, std::chrono::nanoseconds::zero());
  }

 private:
  const msbx_call* c_;
};

// Where output goes; valid until the operation completes.
class sink {
 public:
  explicit sink(const msbx_sink* s) noexcept : s_(s) {}
  // The host's answer as it is: MSBX_SINK_MORE, STOP or PAUSE.
  [[nodiscard]] std::int32_t offer(std::uint32_t stream, std::string_view chunk) const noexcept {
    return s_->write(s_->ctx, stream, bytes(chunk));
  }
  // For drivers that may block: throws MSBX_E_LIMIT when the host has had enough.
  void write(std::uint32_t stream, std::string_view chunk) const {
    if (offer(stream, chunk) == MSBX_SINK_STOP) throw failure(MSBX_E_LIMIT, "more than the caller takes");
  }

 private:
  const msbx_sink* s_;
};

class entry_sink {
 public:
  explicit entry_sink(const msbx_entry_sink* s) noexcept : s_(s) {}
  // False when the host has had enough.
  [[nodiscard]] bool entry(const msbx_entry& e) const noexcept { return s_->entry(s_->ctx, &e) != MSBX_SINK_STOP; }

 private:
  const msbx_entry_sink* s_;
};

class info_sink {
 public:
  explicit info_sink(const msbx_info_sink* s) noexcept : s_(s) {}
  [[nodiscard]] bool info(const msbx_sandbox_info& i) const noexcept { return s_->info(s_->ctx, &i) != MSBX_SINK_STOP; }

 private:
  const msbx_info_sink* s_;
};

// Does the sandbox described by the views match the selector?  One function for labels written and labels asked for.
inline bool matches(const msbx_selector& sel, std::string_view owner, const msbx_key& key, std::string_view kind,
                    std::string_view native_id) noexcept {
  const auto agrees = [&](std::uint32_t bit, msbx_str asked, std::string_view has) {
    return (sel.match & bit) == 0 || view(asked) == has;
  };
  return agrees(MSBX_BY_OWNER, sel.owner, owner) && agrees(MSBX_BY_SCOPE, sel.key.scope, view(key.scope)) &&
         agrees(MSBX_BY_THREAD, sel.key.thread, view(key.thread)) &&
         agrees(MSBX_BY_AGENT, sel.key.agent, view(key.agent)) && agrees(MSBX_BY_KIND, sel.kind, kind) &&
         agrees(MSBX_BY_ID, sel.native_id, native_id);
}

// What acquire answers.
template <class S>
struct acquired {
  std::unique_ptr<S> sandbox;
  bool created = false;
};

// What every driver class states, whichever form it has.
template <class D>
concept described = std::constructible_from<D, const msbx_host&, std::span<const msbx_kv>> && requires(const D d) {
  { D::name } -> std::convertible_to<const char*>;
  { D::version } -> std::convertible_to<const char*>;
  { D::thread_model } -> std::convertible_to<std::uint32_t>;
  { D::ceiling } -> std::convertible_to<msbx_declarations>;
  { d.declare() } -> std::same_as<msbx_declarations>;
  { std::declval<const typename D::sandbox&>().native_id() } -> std::convertible_to<std::string_view>;
};

// The slots that do not wait.
template <described D>
struct instance_slots {
  using S = typename D::sandbox;
  static D* self(msbx_instance* i) noexcept { return reinterpret_cast<D*>(i); }
  static S* self(msbx_sandbox* s) noexcept { return reinterpret_cast<S*>(s); }

  static msbx_status open(const msbx_host* h, const msbx_kv* kv, std::size_t n, msbx_instance** out,
                          msbx_error* e) noexcept {
    return guard(e, [&] {
      *out = reinterpret_cast<msbx_instance*>(std::make_unique<D>(*h, std::span<const msbx_kv>{kv, n}).release());
    });
  }
  static void close(msbx_instance* i) noexcept { delete self(i); }
  static msbx_status declare(msbx_instance* i, msbx_declarations* out, msbx_error* e) noexcept {
    return guard(e, [&] { copy_out(out, self(i)->declare()); });
  }
  static void release(msbx_sandbox* s) noexcept { delete self(s); }
  static void hand_over(msbx_acquire_result* out, acquired<S> a) {
    if (a.sandbox == nullptr) throw failure(MSBX_E_INTERNAL, "acquire produced no sandbox");
    out->created = a.created ? 1U : 0U;
    out->native_id = str(a.sandbox->native_id());
    out->sandbox = reinterpret_cast<msbx_sandbox*>(a.sandbox.release());
  }
  static constexpr void fill(msbx_driver& t, std::uint32_t call_model) noexcept {
    t.struct_size = sizeof t;
    t.abi_major = MSBX_ABI_MAJOR;
    t.abi_minor = MSBX_ABI_MINOR;
    t.name = D::name;
    t.version = D::version;
    t.call_model = call_model;
    t.thread_model = D::thread_model;
    t.open = open;
    t.close = close;
    t.declare = declare;
    t.release = release;
  }
};

// The note, made at compile time from the same constants as the table.
struct note {
  std::uint32_t namesz, descsz, type;
  char owner[4];
  msbx_note_driver desc;
};

template <described D>
consteval note make_note() {
  note n{sizeof n.owner, sizeof n.desc, MSBX_NOTE_DRIVER, MSBX_NOTE_OWNER, {}};
  const msbx_declarations& c = D::ceiling;
  n.desc = {sizeof(msbx_note_driver),
            MSBX_ABI_MAJOR,
            MSBX_ABI_MINOR,
            c.isolation,
            c.egress_modes,
            c.os_families,
            static_cast<std::uint32_t>(c.capabilities),
            static_cast<std::uint32_t>(c.capabilities >> 32U),
            {},
            {}};
  const std::string_view name{D::name};
  const std::string_view version{D::version};
  if (name.size() >= sizeof n.desc.name || version.size() >= sizeof n.desc.version)
    throw "the driver's name or version is too long for its note";
  std::copy(name.begin(), name.end(), n.desc.name);
  std::copy(version.begin(), version.end(), n.desc.version);
  return n;
}

}  // namespace maf_sandbox::sdk
#pragma GCC visibility pop

// The note and the one exported symbol, over the bridge of either form.
#define MSBX_DRIVER_ENTRY(D, BRIDGE)                                                                        \
  alignas(4) MSBX_NOTE_ATTRIBUTES static constinit const ::maf_sandbox::sdk::note msbx_note_of_the_driver = \
      ::maf_sandbox::sdk::make_note<D>();                                                                   \
  extern "C" MSBX_EXPORT const msbx_driver* msbx_driver_entry_v1(void) {                                    \
    static constexpr msbx_driver table = ::maf_sandbox::sdk::BRIDGE<D>::table();                            \
    return &table;                                                                                          \
  }

// maf_sandbox/driver.hpp - the driver SDK for operations that may block: one class, one macro.
//
// Write a class with the members that `blocking_driver` asks for and a nested `sandbox`; an operation the sandbox does
// not have becomes an empty slot.  Every operation does its work and returns, or throws `failure`.  The host calls it
// on a thread of its own, so it may wait; it honours `call::remaining()` and `call::cancelled()`.
#pragma once

#include "maf_sandbox/driver_common.hpp"

#pragma GCC visibility push(hidden)
namespace maf_sandbox::sdk {

// clang-format off
template <class D>
concept blocking_driver = described<D> &&
    requires(D d, typename D::sandbox s, const msbx_acquire_request& r, const msbx_selector& sel, info_sink k,
             const msbx_path_request& p, call c) {
      { d.acquire(r, c) } -> std::same_as<acquired<typename D::sandbox>>;
      d.list(sel, k, c);
      { d.dispose(sel, c) } -> std::convertible_to<std::uint64_t>;
      s.reclaim(p, c);
    };
template <class D> concept has_probe = requires(D d, call c) { d.probe(c); };
template <class S> concept has_exec = requires(S s, const msbx_exec_request& r, sink k, call c) { { s.exec(r, k, c) } -> std::same_as<msbx_exec_result>; };
template <class S> concept has_run_code = requires(S s, const msbx_code_request& r, sink k, call c) { { s.run_code(r, k, c) } -> std::same_as<msbx_exec_result>; };
template <class S> concept has_write_file = requires(S s, const msbx_write_request& r, call c) { s.write_file(r, c); };
template <class S> concept has_stat_file = requires(S s, const msbx_path_request& r, call c) { { s.stat_file(r, c) } -> std::same_as<msbx_entry>; };
template <class S> concept has_read_file = requires(S s, const msbx_path_request& r, sink k, call c) { s.read_file(r, k, c); };
template <class S> concept has_list_dir = requires(S s, const msbx_path_request& r, entry_sink k, call c) { s.list_dir(r, k, c); };
template <class S> concept has_remove = requires(S s, const msbx_path_request& r, call c) { s.remove(r, c); };
// clang-format on

template <blocking_driver D>
struct blocking_bridge : instance_slots<D> {
  using S = typename D::sandbox;
  using instance_slots<D>::self;

  template <class F>
  static void run(const msbx_call* c, F&& body) noexcept {
    msbx_error e{};
    e.struct_size = sizeof e;
    const msbx_status st = guard(&e, [&] { body(call{c}); });
    c->done(c, st, st == MSBX_OK ? nullptr : &e);
  }
  static void acquire(msbx_instance* i, const msbx_acquire_request* r, msbx_acquire_result* out,
                      const msbx_call* c) noexcept {
    run(c, [&](call k) { instance_slots<D>::hand_over(out, self(i)->acquire(*r, k)); });
  }
  static void list(msbx_instance* i, const msbx_selector* sel, const msbx_info_sink* s, const msbx_call* c) noexcept {
    run(c, [&](call k) { self(i)->list(*sel, info_sink{s}, k); });
  }
  static void dispose(msbx_instance* i, const msbx_selector* sel, std::uint64_t* n, const msbx_call* c) noexcept {
    run(c, [&](call k) { *n = self(i)->dispose(*sel, k); });
  }
  static void probe(msbx_instance* i, const msbx_call* c) noexcept {
    run(c, [&](call k) { self(i)->probe(k); });
  }
  static void reclaim(msbx_sandbox* s, const msbx_path_request* r, const msbx_call* c) noexcept {
    run(c, [&](call k) { self(s)->reclaim(*r, k); });
  }
  static void exec(msbx_sandbox* s, const msbx_exec_request* r, const msbx_sink* o, msbx_exec_result* out,
                   const msbx_call* c) noexcept {
    run(c, [&](call k) { copy_out(out, self(s)->exec(*r, sink{o}, k)); });
  }
  static void run_code(msbx_sandbox* s, const msbx_code_request* r, const msbx_sink* o, msbx_exec_result* out,
                       const msbx_call* c) noexcept {
    run(c, [&](call k) { copy_out(out, self(s)->run_code(*r, sink{o}, k)); });
  }
  static void write_file(msbx_sandbox* s, const msbx_write_request* r, const msbx_call* c) noexcept {
    run(c, [&](call k) { self(s)->write_file(*r, k); });
  }
  static void stat_file(msbx_sandbox* s, const msbx_path_request* r, msbx_entry* out, const msbx_call* c) noexcept {
    run(c, [&](call k) { copy_out(out, self(s)->stat_file(*r, k)); });
  }
  static void read_file(msbx_sandbox* s, const msbx_path_request* r, const msbx_sink* o, const msbx_call* c) noexcept {
    run(c, [&](call k) { self(s)->read_file(*r, sink{o}, k); });
  }
  static void list_dir(msbx_sandbox* s, const msbx_path_request* r, const msbx_entry_sink* o,
                       const msbx_call* c) noexcept {
    run(c, [&](call k) { self(s)->list_dir(*r, entry_sink{o}, k); });
  }
  static void remove(msbx_sandbox* s, const msbx_path_request* r, const msbx_call* c) noexcept {
    run(c, [&](call k) { self(s)->remove(*r, k); });
  }

  static constexpr msbx_driver table() noexcept {
    msbx_driver t{};
    instance_slots<D>::fill(t, MSBX_CALLS_MAY_BLOCK);
    t.acquire = acquire;
    t.list = list;
    t.dispose = dispose;
    t.reclaim = reclaim;
    if constexpr (has_probe<D>) t.probe = probe;
    if constexpr (has_exec<S>) t.exec = exec;
    if constexpr (has_run_code<S>) t.run_code = run_code;
    if constexpr (has_write_file<S>) t.write_file = write_file;
    if constexpr (has_stat_file<S>) t.stat_file = stat_file;
    if constexpr (has_read_file<S>) t.read_file = read_file;
    if constexpr (has_list_dir<S>) t.list_dir = list_dir;
    if constexpr (has_remove<S>) t.remove = remove;
    return t;
  }
};

}  // namespace maf_sandbox::sdk
#pragma GCC visibility pop

// Write once, at namespace scope of one source file.
#define MSBX_DRIVER(D) MSBX_DRIVER_ENTRY(D, blocking_bridge)

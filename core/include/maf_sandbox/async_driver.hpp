// maf_sandbox/async_driver.hpp - the driver SDK for operations that never block: one class, one macro.
//
// Every operation gets an `operation` and returns at once; the driver completes it later, from any thread, exactly
// once. An operation that is dropped completes with MSBX_E_INTERNAL, so a forgotten one cannot hang a host.  Before
// moving from the operation a driver may also throw `failure`.  The host announces changes to a call in flight through
// `resume(call_id)` (after a sink answered PAUSE) and `cancel(call_id)`.
#pragma once

#include <utility>

#include "maf_sandbox/driver_common.hpp"

#pragma GCC visibility push(hidden)
namespace maf_sandbox::sdk {

// The part of an operation that does not depend on its result: movable, completes once.
class operation_base {
 public:
  explicit operation_base(const msbx_call* c) noexcept : c_(c) {}
  operation_base(operation_base&& o) noexcept : c_(std::exchange(o.c_, nullptr)) {}
  operation_base& operator=(operation_base&& o) noexcept {
    if (this != &o) {
      drop();
      c_ = std::exchange(o.c_, nullptr);
    }
    return *this;
  }
  operation_base(const operation_base&) = delete;
  operation_base& operator=(const operation_base&) = delete;
  ~operation_base() { drop(); }

  [[nodiscard]] bool pending() const noexcept { return c_ != nullptr; }
  [[nodiscard]] call the_call() const noexcept { return call{c_}; }  // only while pending
  void fail(msbx_status code, std::string_view what, int native = 0, std::uint32_t flags = 0) noexcept {
    msbx_error e{};
    e.struct_size = sizeof e;
    report(&e, code, what, native, flags);
    finish(code, &e);
  }
  void fail(const msbx_error& e) noexcept { finish(e.code, &e); }

 protected:
  void finish(msbx_status code, const msbx_error* e) noexcept {
    const msbx_call* c = std::exchange(c_, nullptr);
    if (c != nullptr) c->done(c, code, e);
  }

 private:
  void drop() noexcept {
    if (c_ != nullptr) fail(MSBX_E_INTERNAL, "the driver dropped the operation");
  }
  const msbx_call* c_;
};

// An operation whose result goes into a struct of the host's (growable, or a plain integer).
template <class R>
class operation : public operation_base {
 public:
  operation(const msbx_call* c, R* out) noexcept : operation_base(c), out_(out) {}
  void complete(const R& value) noexcept {
    if (!pending()) return;
    if constexpr (std::integral<R>)
      *out_ = value;
    else
      copy_out(out_, value);
    finish(MSBX_OK, nullptr);
  }

 private:
  R* out_;
};

template <>
class operation<void> : public operation_base {
 public:
  using operation_base::operation_base;
  void complete() noexcept { finish(MSBX_OK, nullptr); }
};

template <class S>
class acquire_operation : public operation_base {
 public:
  acquire_operation(const msbx_call* c, msbx_acquire_result* out) noexcept : operation_base(c), out_(out) {}
  void complete(acquired<S> a) noexcept {
    if (!pending()) return;
    out_->created = a.created ? 1U : 0U;
    out_->native_id = str(a.sandbox->native_id());
    out_->sandbox = reinterpret_cast<msbx_sandbox*>(a.sandbox.release());
    finish(MSBX_OK, nullptr);
  }

 private:
  msbx_acquire_result* out_;
};

using exec_operation = operation<msbx_exec_result>;

// clang-format off
template <class D>
concept async_driver = described<D> &&
    requires(D d, typename D::sandbox s, const msbx_acquire_request& r, acquire_operation<typename D::sandbox>&& a,
             const msbx_selector& sel, info_sink k, const msbx_path_request& p, operation<void>&& o,
             operation<std::uint64_t>&& n, std::uint64_t id) {
      d.acquire(r, std::move(a));
      d.list(sel, k, std::move(o));
      d.dispose(sel, std::move(n));
      s.reclaim(p, std::move(o));
      d.resume(id);
      d.cancel(id);
    };
template <class D> concept has_async_probe = requires(D d, operation<void>&& o) { d.probe(std::move(o)); };
template <class S> concept has_async_exec = requires(S s, const msbx_exec_request& r, sink k, exec_operation&& o) { s.exec(r, k, std::move(o)); };
template <class S> concept has_async_run_code = requires(S s, const msbx_code_request& r, sink k, exec_operation&& o) { s.run_code(r, k, std::move(o)); };
template <class S> concept has_async_write_file = requires(S s, const msbx_write_request& r, operation<void>&& o) { s.write_file(r, std::move(o)); };
template <class S> concept has_async_stat_file = requires(S s, const msbx_path_request& r, operation<msbx_entry>&& o) { s.stat_file(r, std::move(o)); };
template <class S> concept has_async_read_file = requires(S s, const msbx_path_request& r, sink k, operation<void>&& o) { s.read_file(r, k, std::move(o)); };
template <class S> concept has_async_list_dir = requires(S s, const msbx_path_request& r, entry_sink k, operation<void>&& o) { s.list_dir(r, k, std::move(o)); };
template <class S> concept has_async_remove = requires(S s, const msbx_path_request& r, operation<void>&& o) { s.remove(r, std::move(o)); };
// clang-format on

template <async_driver D>
struct async_bridge : instance_slots<D> {
  using S = typename D::sandbox;
  using instance_slots<D>::self;

  // Starts an operation; one that throws before it was moved from fails with what was thrown.
  template <class Op, class F>
  static void start(Op op, F&& body) noexcept {
    msbx_error e{};
    e.struct_size = sizeof e;
    if (guard(&e, [&] { body(std::move(op)); }) != MSBX_OK && op.pending()) op.fail(e);
  }
  static void acquire(msbx_instance* i, const msbx_acquire_request* r, msbx_acquire_result* out,
                      const msbx_call* c) noexcept {
    start(acquire_operation<S>{c, out}, [&](auto&& op) { self(i)->acquire(*r, std::move(op)); });
  }
  static void list(msbx_instance* i, const msbx_selector* sel, const msbx_info_sink* k, const msbx_call* c) noexcept {
    start(operation<void>{c}, [&](auto&& op) { self(i)->list(*sel, info_sink{k}, std::move(op)); });
  }
  static void dispose(msbx_instance* i, const msbx_selector* sel, std::uint64_t* n, const msbx_call* c) noexcept {
    start(operation<std::uint64_t>{c, n}, [&](auto&& op) { self(i)->dispose(*sel, std::move(op)); });
  }
  static void resume(msbx_instance* i, std::uint64_t id) noexcept { self(i)->resume(id); }
  static void cancel(msbx_instance* i, std::uint64_t id) noexcept { self(i)->cancel(id); }
  static void probe(msbx_instance* i, const msbx_call* c) noexcept {
    start(operation<void>{c}, [&](auto&& op) { self(i)->probe(std::move(op)); });
  }
  static void reclaim(msbx_sandbox* s, const msbx_path_request* r, const msbx_call* c) noexcept {
    start(operation<void>{c}, [&](auto&& op) { self(s)->reclaim(*r, std::move(op)); });
  }
  static void exec(msbx_sandbox* s, const msbx_exec_request* r, const msbx_sink* k, msbx_exec_result* out,
                   const msbx_call* c) noexcept {
    start(exec_operation{c, out}, [&](auto&& op) { self(s)->exec(*r, sink{k}, std::move(op)); });
  }
  static void run_code(msbx_sandbox* s, const msbx_code_request* r, const msbx_sink* k, msbx_exec_result* out,
                       const msbx_call* c) noexcept {
    start(exec_operation{c, out}, [&](auto&& op) { self(s)->run_code(*r, sink{k}, std::move(op)); });
  }
  static void write_file(msbx_sandbox* s, const msbx_write_request* r, const msbx_call* c) noexcept {
    start(operation<void>{c}, [&](auto&& op) { self(s)->write_file(*r, std::move(op)); });
  }
  static void stat_file(msbx_sandbox* s, const msbx_path_request* r, msbx_entry* out, const msbx_call* c) noexcept {
    start(operation<msbx_entry>{c, out}, [&](auto&& op) { self(s)->stat_file(*r, std::move(op)); });
  }
  static void read_file(msbx_sandbox* s, const msbx_path_request* r, const msbx_sink* k, const msbx_call* c) noexcept {
    start(operation<void>{c}, [&](auto&& op) { self(s)->read_file(*r, sink{k}, std::move(op)); });
  }
  static void list_dir(msbx_sandbox* s, const msbx_path_request* r, const msbx_entry_sink* k,
                       const msbx_call* c) noexcept {
    start(operation<void>{c}, [&](auto&& op) { self(s)->list_dir(*r, entry_sink{k}, std::move(op)); });
  }
  static void remove(msbx_sandbox* s, const msbx_path_request* r, const msbx_call* c) noexcept {
    start(operation<void>{c}, [&](auto&& op) { self(s)->remove(*r, std::move(op)); });
  }

  static constexpr msbx_driver table() noexcept {
    msbx_driver t{};
    instance_slots<D>::fill(t, MSBX_CALLS_NEVER_BLOCK);
    t.acquire = acquire;
    t.list = list;
    t.dispose = dispose;
    t.reclaim = reclaim;
    t.resume = resume;
    t.cancel = cancel;
    if constexpr (has_async_probe<D>) t.probe = probe;
    if constexpr (has_async_exec<S>) t.exec = exec;
    if constexpr (has_async_run_code<S>) t.run_code = run_code;
    if constexpr (has_async_write_file<S>) t.write_file = write_file;
    if constexpr (has_async_stat_file<S>) t.stat_file = stat_file;
    if constexpr (has_async_read_file<S>) t.read_file = read_file;
    if constexpr (has_async_list_dir<S>) t.list_dir = list_dir;
    if constexpr (has_async_remove<S>) t.remove = remove;
    return t;
  }
};

}  // namespace maf_sandbox::sdk
#pragma GCC visibility pop

// Write once, at namespace scope of one source file.
#define MSBX_ASYNC_DRIVER(D) MSBX_DRIVER_ENTRY(D, async_bridge)

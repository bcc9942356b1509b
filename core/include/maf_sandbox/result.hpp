// maf_sandbox/result.hpp - how the host library says that something did not happen.
//
// Every expected failure is an `error` with a stable id, never an exception.  A policy refusal is an error too: it
// fills asked, offered, origin and remedy, and its sentence is rendered from them.  Host headers are unstable
// before 1.0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "maf_sandbox/driver_abi.h"

namespace maf_sandbox {

// The closed status table of the driver ABI, value for value.
enum class status : std::int32_t {
  ok = MSBX_OK,
  invalid = MSBX_E_INVALID,
  unsupported = MSBX_E_UNSUPPORTED,
  not_confined = MSBX_E_NOT_CONFINED,
  not_found = MSBX_E_NOT_FOUND,
  not_a_directory = MSBX_E_NOT_A_DIRECTORY,
  is_a_directory = MSBX_E_IS_A_DIRECTORY,
  not_regular = MSBX_E_NOT_REGULAR,
  permission = MSBX_E_PERMISSION,
  io = MSBX_E_IO,
  limit = MSBX_E_LIMIT,
  size_unknown = MSBX_E_SIZE_UNKNOWN,
  gone = MSBX_E_GONE,
  conflict = MSBX_E_CONFLICT,
  deadline = MSBX_E_DEADLINE,
  queued = MSBX_E_QUEUED,
  cancelled = MSBX_E_CANCELLED,
  unavailable = MSBX_E_UNAVAILABLE,
  denied = MSBX_E_DENIED,
  backend = MSBX_E_BACKEND,
  no_memory = MSBX_E_NO_MEMORY,
  internal = MSBX_E_INTERNAL,
};

// The stable lower-case word of a status ("not_confined").
[[nodiscard]] const char* to_string(status s) noexcept;

// Where a value came from.  Line and column count from 1; line 0 means "not from a file".
struct origin {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  [[nodiscard]] std::string text() const;  // "posture.yaml:4:16", or `file` alone, or ""
  friend bool operator==(const origin&, const origin&) = default;
};

struct error {
  std::string id;  // stable, kebab-case: "below-floor"; the list is docs/refusals.md
  status code = status::internal;
  std::string message;      // one sentence, without location and remedy; text in it is escaped for a terminal
  std::string asked;        // what was demanded, where that is a value
  std::string offered;      // what was found instead
  origin where;             // the place to change, where there is one
  std::string remedy;       // the smallest change that would admit it; empty when there is none
  std::uint32_t flags = 0;  // MSBX_ERR_RETRYABLE
  std::int32_t native = 0;  // errno, HTTP status, exit status; 0 when none
};

// "posture.yaml:4:16: message; remedy": what a person reads.
[[nodiscard]] std::string to_string(const error& e);

// A value or an error; spelled like std::expected, which it becomes one day.
template <class T>
class [[nodiscard]] result {
 public:
  result(T value) : v_(std::in_place_index<0>, std::move(value)) {}             // NOLINT(google-explicit-constructor)
  result(::maf_sandbox::error e) : v_(std::in_place_index<1>, std::move(e)) {}  // NOLINT(google-explicit-constructor)
  [[nodiscard]] bool has_value() const noexcept { return v_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }
  [[nodiscard]] T& value() & { return std::get<0>(v_); }
  [[nodiscard]] const T& value() const& { return std::get<0>(v_); }
  [[nodiscard]] T&& value() && { return std::get<0>(std::move(v_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  [[nodiscard]] ::maf_sandbox::error& error() & { return std::get<1>(v_); }
  [[nodiscard]] const ::maf_sandbox::error& error() const& { return std::get<1>(v_); }
  [[nodiscard]] ::maf_sandbox::error&& error() && { return std::get<1>(std::move(v_)); }

 private:
  std::variant<T, ::maf_sandbox::error> v_;
};

template <>
class [[nodiscard]] result<void> {
 public:
  result() = default;
  result(::maf_sandbox::error e) : e_(std::move(e)) {}  // NOLINT(google-explicit-constructor)
  [[nodiscard]] bool has_value() const noexcept { return !e_.has_value(); }
  explicit operator bool() const noexcept { return has_value(); }
  [[nodiscard]] ::maf_sandbox::error& error() & { return *e_; }
  [[nodiscard]] const ::maf_sandbox::error& error() const& { return *e_; }
  [[nodiscard]] ::maf_sandbox::error&& error() && { return *std::move(e_); }

 private:
  std::optional<maf_sandbox::error> e_;
};

}  // namespace maf_sandbox

// maf_sandbox/vocabulary.hpp - the words of the contract: isolation, egress, capability, identity, operating system.
//
// Every word has one spelling, parsed exactly: no trimming, no case folding, no aliases.  The retired rung "process"
// never parses: it once named the weakest rung, and reading it as "os_process" would promote an old declaration.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "maf_sandbox/driver_abi.h"

namespace maf_sandbox {

// The ladder, weakest first.  The numbers are the ABI's; nobody stores them.
enum class isolation : std::int32_t {
  none = MSBX_ISOLATION_NONE,
  runtime = MSBX_ISOLATION_RUNTIME,
  os_process = MSBX_ISOLATION_OS_PROCESS,
  container = MSBX_ISOLATION_CONTAINER,
  hardened_container = MSBX_ISOLATION_HARDENED_CONTAINER,
  microvm = MSBX_ISOLATION_MICROVM,
  vm = MSBX_ISOLATION_VM,
};
enum class egress : std::uint32_t {
  allowlist = MSBX_EGRESS_ALLOWLIST,
  closed = MSBX_EGRESS_CLOSED,
  unrestricted = MSBX_EGRESS_UNRESTRICTED,
};
enum class capability : std::uint32_t {
  exec = MSBX_CAP_EXEC,
  run_code = MSBX_CAP_RUN_CODE,
  host_tools = MSBX_CAP_HOST_TOOLS,
  files_in = MSBX_CAP_FILES_IN,
  files_out = MSBX_CAP_FILES_OUT,
  files_list = MSBX_CAP_FILES_LIST,
  files_delete = MSBX_CAP_FILES_DELETE,
  network = MSBX_CAP_NETWORK,
  snapshot = MSBX_CAP_SNAPSHOT,
  attached_identity = MSBX_CAP_ATTACHED_IDENTITY,
};
enum class os_family : std::uint32_t { posix = MSBX_OS_POSIX, windows = MSBX_OS_WINDOWS };
enum class identity : std::uint32_t { app = 1, user = 2 };
enum class entry_kind : std::int32_t {
  file = MSBX_ENTRY_FILE,
  directory = MSBX_ENTRY_DIRECTORY,
  symlink = MSBX_ENTRY_SYMLINK,
  other = MSBX_ENTRY_OTHER,
};

// The word of a value.  A value outside the enumeration reads "unknown (N)".
[[nodiscard]] std::string to_string(isolation v);
[[nodiscard]] std::string to_string(egress v);
[[nodiscard]] std::string to_string(capability v);
[[nodiscard]] std::string to_string(os_family v);
[[nodiscard]] std::string to_string(identity v);
[[nodiscard]] std::string to_string(entry_kind v);

// The value of a word, exactly as spelled above; nothing otherwise.
template <class E>
[[nodiscard]] std::optional<E> parse(std::string_view word) noexcept;

// Every member, in the order of declaration.
template <class E>
[[nodiscard]] const std::vector<E>& members();

// Is the value one of the enumeration's members?  A rung a newer driver declares is not, and is refused.
[[nodiscard]] bool is_rung(isolation v) noexcept;

// The one comparison of rungs: at least as strong.  Both must be rungs.
[[nodiscard]] constexpr bool meets_floor(isolation declared, isolation floor) noexcept {
  return static_cast<std::int32_t>(declared) >= static_cast<std::int32_t>(floor);
}

// A set of words of one enumeration whose values are bits.
template <class E>
class word_set {
 public:
  constexpr word_set() noexcept = default;
  constexpr word_set(std::initializer_list<E> words) noexcept {
    for (E w : words) insert(w);
  }
  // Bits that no member has are dropped: an unknown egress or capability bit never widens anything.
  [[nodiscard]] static word_set from_bits(std::uint64_t bits) noexcept {
    word_set s;
    for (E e : members<E>())
      if ((bits & static_cast<std::uint64_t>(e)) != 0) s.insert(e);
    return s;
  }
  constexpr void insert(E e) noexcept { bits_ |= static_cast<std::uint64_t>(e); }
  [[nodiscard]] constexpr bool contains(E e) const noexcept { return (bits_ & static_cast<std::uint64_t>(e)) != 0; }
  [[nodiscard]] constexpr bool empty() const noexcept { return bits_ == 0; }
  [[nodiscard]] constexpr std::uint64_t bits() const noexcept { return bits_; }
  [[nodiscard]] constexpr word_set operator&(word_set o) const noexcept { return raw(bits_ & o.bits_); }
  [[nodiscard]] constexpr word_set operator|(word_set o) const noexcept { return raw(bits_ | o.bits_); }
  [[nodiscard]] constexpr word_set minus(word_set o) const noexcept { return raw(bits_ & ~o.bits_); }
  friend constexpr bool operator==(word_set, word_set) noexcept = default;
  // "exec, files_in", sorted by word; "nothing" when empty.
  [[nodiscard]] std::string text() const;

 private:
  [[nodiscard]] static constexpr word_set raw(std::uint64_t bits) noexcept {
    word_set s;
    s.bits_ = bits;
    return s;
  }
  std::uint64_t bits_ = 0;
};

inline constexpr word_set<capability> default_capabilities{capability::exec, capability::files_in};

// One direction's caps.  Every field is a ceiling that counts.
struct transfer_limits {
  std::uint64_t bytes_per_file = 8ULL << 20U;
  std::uint64_t total_bytes = 32ULL << 20U;
  std::uint64_t files = 64;
  [[nodiscard]] constexpr bool within(const transfer_limits& ceiling) const noexcept {
    return bytes_per_file <= ceiling.bytes_per_file && total_bytes <= ceiling.total_bytes && files <= ceiling.files;
  }
  friend constexpr bool operator==(const transfer_limits&, const transfer_limits&) noexcept = default;
};

}  // namespace maf_sandbox

#include "maf_sandbox/vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <type_traits>

namespace maf_sandbox {
namespace {

template <class E>
struct word {
  E value;
  std::string_view text;
};

// The one place where a word and its value meet.
template <class E>
struct words;
template <>
struct words<isolation> {
  static constexpr std::array<word<isolation>, 7> all{{{isolation::none, "none"},
                                                       {isolation::runtime, "runtime"},
                                                       {isolation::os_process, "os_process"},
                                                       {isolation::container, "container"},
                                                       {isolation::hardened_container, "hardened_container"},
                                                       {isolation::microvm, "microvm"},
                                                       {isolation::vm, "vm"}}};
};
template <>
struct words<egress> {
  static constexpr std::array<word<egress>, 3> all{
      {{egress::allowlist, "allowlist"}, {egress::closed, "closed"}, {egress::unrestricted, "unrestricted"}}};
};
template <>
struct words<capability> {
  static constexpr std::array<word<capability>, 10> all{{{capability::exec, "exec"},
                                                         {capability::run_code, "run_code"},
                                                         {capability::host_tools, "host_tools"},
                                                         {capability::files_in, "files_in"},
                                                         {capability::files_out, "files_out"},
                                                         {capability::files_list, "files_list"},
                                                         {capability::files_delete, "files_delete"},
                                                         {capability::network, "network"},
                                                         {capability::snapshot, "snapshot"},
                                                         {capability::attached_identity, "attached_identity"}}};
};
template <>
struct words<os_family> {
  static constexpr std::array<word<os_family>, 2> all{{{os_family::posix, "posix"}, {os_family::windows, "windows"}}};
};
template <>
struct words<identity> {
  static constexpr std::array<word<identity>, 2> all{{{identity::app, "app"}, {identity::user, "user"}}};
};
template <>
struct words<entry_kind> {
  static constexpr std::array<word<entry_kind>, 4> all{{{entry_kind::file, "file"},
                                                        {entry_kind::directory, "directory"},
                                                        {entry_kind::symlink, "symlink"},
                                                        {entry_kind::other, "other"}}};
};

template <class E>
std::string word_of(E v) {
  for (const auto& w : words<E>::all)
    if (w.value == v) return std::string{w.text};
  return fmt::format("unknown ({})", static_cast<std::underlying_type_t<E>>(v));
}

}  // namespace

std::string to_string(isolation v) {
  return word_of(v);
}
std::string to_string(egress v) {
  return word_of(v);
}
std::string to_string(capability v) {
  return word_of(v);
}
std::string to_string(os_family v) {
  return word_of(v);
}
std::string to_string(identity v) {
  return word_of(v);
}
std::string to_string(entry_kind v) {
  return word_of(v);
}

template <class E>
std::optional<E> parse(std::string_view text) noexcept {
  for (const auto& w : words<E>::all)
    if (w.text == text) return w.value;
  return std::nullopt;
}

template <class E>
const std::vector<E>& members() {
  static const std::vector<E> all = [] {
    std::vector<E> v;
    for (const auto& w : words<E>::all) v.push_back(w.value);
    return v;
  }();
  return all;
}

bool is_rung(isolation v) noexcept {
  return std::any_of(words<isolation>::all.begin(), words<isolation>::all.end(),
                     [v](const auto& w) { return w.value == v; });
}

template <class E>
std::string word_set<E>::text() const {
  std::vector<std::string> has;
  for (E e : members<E>())
    if (contains(e)) has.push_back(to_string(e));
  if (has.empty()) return "nothing";
  std::sort(has.begin(), has.end());
  return fmt::format("{}", fmt::join(has, ", "));
}

#define MSBX_INSTANTIATE(E)                                      \
  template std::optional<E> parse<E>(std::string_view) noexcept; \
  template const std::vector<E>& members<E>()
MSBX_INSTANTIATE(isolation);
MSBX_INSTANTIATE(egress);
MSBX_INSTANTIATE(capability);
MSBX_INSTANTIATE(os_family);
MSBX_INSTANTIATE(identity);
MSBX_INSTANTIATE(entry_kind);
#undef MSBX_INSTANTIATE
template class word_set<egress>;
template class word_set<capability>;
template class word_set<os_family>;
template class word_set<identity>;

}  // namespace maf_sandbox

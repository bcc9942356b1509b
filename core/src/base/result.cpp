#include "maf_sandbox/result.hpp"

#include <fmt/format.h>

namespace maf_sandbox {

const char* to_string(status s) noexcept {
  switch (s) {
    case status::ok:
      return "ok";
    case status::invalid:
      return "invalid";
    case status::unsupported:
      return "unsupported";
    case status::not_confined:
      return "not_confined";
    case status::not_found:
      return "not_found";
    case status::not_a_directory:
      return "not_a_directory";
    case status::is_a_directory:
      return "is_a_directory";
    case status::not_regular:
      return "not_regular";
    case status::permission:
      return "permission";
    case status::io:
      return "io";
    case status::limit:
      return "limit";
    case status::size_unknown:
      return "size_unknown";
    case status::gone:
      return "gone";
    case status::conflict:
      return "conflict";
    case status::deadline:
      return "deadline";
    case status::queued:
      return "queued";
    case status::cancelled:
      return "cancelled";
    case status::unavailable:
      return "unavailable";
    case status::denied:
      return "denied";
    case status::backend:
      return "backend";
    case status::no_memory:
      return "no_memory";
    case status::internal:
      return "internal";
  }
  return "internal";
}

std::string origin::text() const {
  if (line == 0) return file;
  if (column == 0) return fmt::format("{}:{}", file, line);
  return fmt::format("{}:{}:{}", file, line, column);
}

std::string to_string(const error& e) {
  std::string text = e.where.text();
  if (!text.empty()) text += ": ";
  text += e.message;
  if (!e.remedy.empty()) text += "; " + e.remedy;
  return text;
}

}  // namespace maf_sandbox

// maf_sandbox/log.hpp - where the library's records go: a function of the host's.  The library itself prints nothing.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "maf_sandbox/driver_abi.h"

namespace maf_sandbox {

enum class log_level : std::int32_t {
  error = MSBX_LOG_ERROR,
  warning = MSBX_LOG_WARN,
  info = MSBX_LOG_INFO,
  debug = MSBX_LOG_DEBUG,
};

struct log_record {
  log_level level = log_level::info;
  std::string source;  // "router", or the name of the driver that speaks
  std::string text;    // UTF-8; anything a guest or driver wrote in it is escaped
  std::vector<std::pair<std::string, std::string>> fields;
};

// Called from any thread, one record at a time per thread; must not throw and must not call the library back.
using log_sink = std::function<void(const log_record&)>;

}  // namespace maf_sandbox

// guest/protocol/protocol.hpp - the language between a driver (client) and the agent inside a sandbox.
//
// Frames over one duplex byte stream.  Every frame: a 12-byte header, then at most 64 KiB.
//
//   u32 length    bytes after the header, <= max_payload
//   u32 stream    0: the connection itself; else one operation, numbered by the client, never reused on a connection
//   u16 type      frame_type; an unknown one ends the connection
//   u16 flags     per type; an unknown bit ends the connection
//
// Numbers are little-endian.  Inside payloads a "string" is u32 length and that many bytes.  A payload that is too
// short, too long or inconsistent ends the connection with FATAL: neither side repairs or guesses, because the other
// side may be hostile (the agent's answers are guest-controlled data to the host).
//
// Life of a connection:  client HELLO -> agent WELCOME (or FATAL and close), then operations, PING and PONG, until
// either side closes.  A closed connection cancels its operations: everything they had started is killed.
//
// Life of an operation:  client REQUEST frames on a new stream (the body in pieces, the last one flagged), perhaps
// INPUT frames; the agent's OUTPUT frames; exactly one RESULT from the agent ends the stream.  Frames of the client
// that cross the RESULT are ignored.  At most max_streams operations at a time per connection.
//
// Flow control is per stream and per direction, in bytes of payload data:
//   agent -> client  OUTPUT only within the credit granted; the client grants initial_credit in advance and CREDIT as
//   its
//                    reader consumes.  A client that stalls one stream stalls no other.  The agent stops reading a pipe
//                    without credit, so a flood costs no memory.  RESULT, PONG and FATAL need no credit.
//   client -> agent  INPUT only within the credit: initial_credit in advance, then INPUT_CREDIT.
#pragma once

#include <cstddef>
#include <cstdint>

namespace maf_sandbox::guest {

inline constexpr std::uint32_t protocol_version = 1;
inline constexpr std::size_t header_size = 12;
inline constexpr std::uint32_t max_payload = 64U << 10U;
inline constexpr std::uint32_t max_request_body = 4U << 20U;  // all REQUEST pieces of one operation together
inline constexpr std::uint32_t initial_credit = 256U << 10U;
inline constexpr std::uint32_t max_streams = 64;

enum class frame_type : std::uint16_t {
  // client -> agent
  hello = 1,     // u32 version, string agent_digest (hex SHA-256 the client expects; empty: any)
  request = 2,   // a piece of the body: u8 operation, then its fields; flag_last on the last piece
  input = 3,     // standard input or file content; flag_last on the last piece, which may be empty
  credit = 4,    // u32 bytes more of OUTPUT on this stream
  cancel = 5,    // u8 why (cancel_why): kill what the operation started and answer with its RESULT
  ping = 6,      // up to 64 bytes, echoed
  shutdown = 7,  // stream 0: kill everything and end the sandbox
  // agent -> client
  welcome = 32,       // u32 version, string agent_digest, string work_dir
  output = 33,        // data; flags name the stream: flag_stdout, flag_stderr, flag_content or flag_entries
  input_credit = 34,  // u32 bytes more of INPUT on this stream
  result = 35,  // i32 status (the ABI's table), i32 errno, string message, then fields by operation when status is 0
  pong = 36,    // the ping's bytes
  fatal = 37,   // string why; the connection closes after it
};

enum frame_flags : std::uint16_t {
  flag_last = 1U << 0U,    // request, input
  flag_stdout = 1U << 1U,  // output: exactly one of these four
  flag_stderr = 1U << 2U,
  flag_content = 1U << 3U,
  flag_entries = 1U << 4U,  // whole entries only: u8 entry kind, u64 size (UINT64_MAX: unknown), string name
};

enum class cancel_why : std::uint8_t { cancelled = 0, deadline = 1 };

enum class operation : std::uint8_t {
  // u32 flags (exec_flags), u64 timeout_ms (0: none), u64 max_stdout, u64 max_stderr, string working_directory,
  // u32 argc, string argv[argc], u32 envc, then per variable: string name, string value.
  // INPUT frames carry standard input; exec_no_input says there is none.
  // RESULT: i32 ended (MSBX_ENDED_), i32 exit_code, i32 term_signal, u64 stdout_bytes, u64 stderr_bytes, u32 survivors,
  //         u32 oom_kills, u32 facts, u32 facts_known.
  exec = 1,
  // string path, string working_directory, u64 size.  INPUT frames carry exactly `size` bytes.  No fields in RESULT.
  write_file = 2,
  // string path, string working_directory.  RESULT: u8 entry kind, u64 size.
  stat_file = 3,
  // string path, string working_directory, u64 max_bytes.  OUTPUT flag_content.  RESULT: u64 bytes sent.
  read_file = 4,
  // string path, string working_directory.  OUTPUT flag_entries.  No fields in RESULT.
  list_dir = 5,
  // string path, string working_directory, u8 recursive.
  remove = 6,
  // string path, string working_directory: removes whatever is there.
  reclaim = 7,
};

enum exec_flags : std::uint32_t {
  exec_shell = 1U << 0U,         // argv[0] is a line for /bin/sh -c, the rest its $0, $1 ...
  exec_merge_output = 1U << 1U,  // one pipe for both; all of it is flag_stdout
  exec_no_input = 1U << 2U,      // standard input is /dev/null
};

}  // namespace maf_sandbox::guest

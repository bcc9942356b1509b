/* maf_sandbox/driver_abi.h - the driver ABI: everything a host and a driver know of each other.
 *
 * C99, freestanding headers only, no padding anywhere.  This file is a promise: a driver built against it keeps
 * working in every later host of the same major.  docs/CONTRIBUTING.md says how it may change.
 *
 * How to read it.  A tag in brackets above an operation says in which state and from which thread it may be called.
 * Two kinds of struct exist:
 *   frozen    never grows; may be passed by value and in arrays;
 *   growable  starts with `struct_size`, set by whoever owns the memory; passed by pointer only; grows at the end,
 *             and a field's zero means what its absence meant.  Read a peer's growable struct through MSBX_HAS.
 * Ownership.  What the host passes belongs to the host and is valid until `done` has returned (for `open`: until
 * `open` returns).  What a driver passes to a sink belongs to the driver and is copied before the sink returns.
 * Errors are written into memory of the caller.  Nothing is allocated on one side and freed on the other.
 * Out parameters are untouched on failure; the error is untouched on success.
 * No exception, panic or longjmp crosses in either direction. */
#ifndef MSBX_DRIVER_ABI_H
#define MSBX_DRIVER_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MSBX_ABI_MAJOR 1 /* part of the entry symbol's name: another major is a missing symbol */
#define MSBX_ABI_MINOR 0 /* reported, never a gate: the sizes decide */
#define MSBX_ENTRY_SYMBOL "msbx_driver_entry_v1"

#if defined(__GNUC__)
#define MSBX_EXPORT __attribute__((visibility("default")))
#else
#define MSBX_EXPORT
#endif

/* True when the growable struct `p`, received from the peer, is long enough to hold `field`. */
#define MSBX_HAS(p, field) ((p)->struct_size >= offsetof(__typeof__(*(p)), field) + sizeof((p)->field))

/* ---- Frozen value types ----------------------------------------------------------------------------------------- */

/* Length-counted, not terminated; `ptr` may be NULL only when `len` is 0.  In argv, environment, paths and entry
 * names: bytes without NUL.  Everywhere else: UTF-8 without NUL. */
typedef struct msbx_str { const char *ptr; size_t len; } msbx_str;
typedef struct msbx_bytes { const uint8_t *ptr; size_t len; } msbx_bytes; /* any bytes */
typedef struct msbx_kv { msbx_str key, value; } msbx_kv;
typedef struct msbx_limits { uint64_t bytes_per_file, total_bytes, files; } msbx_limits;
typedef struct msbx_key { msbx_str scope, thread, agent; } msbx_key; /* with the kind: one sandbox's identity */

/* ---- Vocabulary ------------------------------------------------------------------------------------------------- */

typedef int32_t msbx_status; /* closed: a value outside this table is read as MSBX_E_INTERNAL */
enum {
  MSBX_OK = 0,
  MSBX_E_INVALID = 1,         /* the request or the configuration breaks its contract */
  MSBX_E_UNSUPPORTED = 2,     /* not offered by this instance */
  MSBX_E_NOT_CONFINED = 3,    /* the path leaves the working directory, or goes through a link */
  MSBX_E_NOT_FOUND = 4,
  MSBX_E_NOT_A_DIRECTORY = 5, /* a parent is neither directory nor link */
  MSBX_E_IS_A_DIRECTORY = 6,  /* a directory where a file is needed, or removed without RECURSIVE */
  MSBX_E_NOT_REGULAR = 7,     /* a link or special file where a regular file is needed */
  MSBX_E_PERMISSION = 8,      /* the guest's file system said no */
  MSBX_E_IO = 9,
  MSBX_E_LIMIT = 10,          /* a cap was exceeded, or the sink said STOP; nothing was cut to fit */
  MSBX_E_SIZE_UNKNOWN = 11,
  MSBX_E_GONE = 12,           /* the sandbox is no more; the next acquire makes another */
  MSBX_E_CONFLICT = 13,       /* a sandbox of this identity exists under another image or policy */
  MSBX_E_DEADLINE = 14,       /* the call's bound passed after the work began */
  MSBX_E_QUEUED = 15,         /* the call's bound passed before the work began: safe to repeat */
  MSBX_E_CANCELLED = 16,
  MSBX_E_UNAVAILABLE = 17,    /* the provider cannot be reached; repeating unchanged may succeed */
  MSBX_E_DENIED = 18,         /* the provider rejected our credentials */
  MSBX_E_BACKEND = 19,        /* the provider answered, and the answer is an error */
  MSBX_E_NO_MEMORY = 20,
  MSBX_E_INTERNAL = 21        /* a defect of the driver, an escaped exception or panic included */
};

typedef int32_t msbx_isolation; /* ordered, larger is stronger; an unknown value is refused, for nobody can rank it */
enum {
  MSBX_ISOLATION_NONE = 0,              /* no boundary */
  MSBX_ISOLATION_RUNTIME = 10,          /* a software boundary inside the host's process */
  MSBX_ISOLATION_OS_PROCESS = 20,       /* a process of its own */
  MSBX_ISOLATION_CONTAINER = 30,        /* namespaces and cgroups on a shared kernel */
  MSBX_ISOLATION_HARDENED_CONTAINER = 40, /* system calls served by a kernel in user space */
  MSBX_ISOLATION_MICROVM = 50,          /* a hypervisor, a minimal guest, no ambient identity */
  MSBX_ISOLATION_VM = 60                /* a full machine made for the workload */
};
enum { MSBX_EGRESS_UNRESTRICTED = 1u << 0, MSBX_EGRESS_ALLOWLIST = 1u << 1, MSBX_EGRESS_CLOSED = 1u << 2 };
enum { MSBX_OS_POSIX = 1u << 0, MSBX_OS_WINDOWS = 1u << 1 };
enum {
  MSBX_CAP_EXEC = 1u << 0,
  MSBX_CAP_RUN_CODE = 1u << 1,
  MSBX_CAP_HOST_TOOLS = 1u << 2, /* no slot: a detached process outlives the exec that started it */
  MSBX_CAP_FILES_IN = 1u << 3,
  MSBX_CAP_FILES_OUT = 1u << 4,
  MSBX_CAP_FILES_LIST = 1u << 5,
  MSBX_CAP_FILES_DELETE = 1u << 6,
  MSBX_CAP_NETWORK = 1u << 7,
  MSBX_CAP_SNAPSHOT = 1u << 8,
  MSBX_CAP_ATTACHED_IDENTITY = 1u << 9
};
enum { MSBX_CALLS_MAY_BLOCK = 0, MSBX_CALLS_NEVER_BLOCK = 1 };                   /* call_model */
enum { MSBX_SERIAL_SANDBOX = 1, MSBX_PARALLEL = 2 };                             /* thread_model */
enum { MSBX_LOG_ERROR = 1, MSBX_LOG_WARN = 2, MSBX_LOG_INFO = 3, MSBX_LOG_DEBUG = 4 };
enum { MSBX_STDOUT = 1, MSBX_STDERR = 2, MSBX_CONTENT = 3 };                      /* streams of a sink */
enum { MSBX_SINK_MORE = 0, MSBX_SINK_STOP = 1, MSBX_SINK_PAUSE = 2 };             /* answers of a sink */
enum { MSBX_ENTRY_FILE = 1, MSBX_ENTRY_DIRECTORY = 2, MSBX_ENTRY_SYMLINK = 3, MSBX_ENTRY_OTHER = 4 };
enum { MSBX_ERR_RETRYABLE = 1u << 0, MSBX_ERR_TRUNCATED = 1u << 1 };              /* msbx_error.flags */

/* ---- Errors ----------------------------------------------------------------------------------------------------- */

typedef struct msbx_error {
  uint32_t struct_size;
  msbx_status code;
  uint32_t flags;    /* MSBX_ERR_ */
  int32_t native;    /* errno, HTTP status, exit status; 0 when none */
  char message[496]; /* UTF-8, terminated; what did not fit is announced by MSBX_ERR_TRUNCATED */
} msbx_error;

/* ---- What the host lends an instance, from open() until close() has returned -------------------------------------- */

typedef struct msbx_host {
  uint32_t struct_size;
  uint16_t abi_major, abi_minor;
  void *ctx;
  msbx_str owner; /* whose sandboxes these are: recorded with every sandbox, asked for by selectors */
  /* [any thread, also under the driver's locks] Never blocks, never calls the driver back. */
  void (*log)(void *ctx, int32_t level, msbx_str text, const msbx_kv *fields, size_t n_fields);
  /* [any thread] A close-on-exec descriptor on the secret the posture names, or -1 with `err` written.
   * The driver closes it. */
  int (*open_secret)(void *ctx, msbx_str name, msbx_error *err);
} msbx_host;

/* ---- One operation in flight -------------------------------------------------------------------------------------- */

/* Rules for every operation that takes a call:
 *  D1 done() exactly once, whatever happens, cancellation included.
 *  D2 done() may run inside the operation or later on any thread; after it no pointer received with the call is used.
 *  D3 done(), log(), the sinks, cancelled() and cancel_fd() may be called under the driver's own locks.
 *  D4 A cancelled call completes within the declared cancel_grace_ms.
 *  D5 deadline_ns bounds the whole call, waiting included.
 *  D6 After a sink has said STOP the driver produces nothing more and completes with MSBX_E_LIMIT (an exec excepted,
 *     which drains and counts).  After PAUSE nothing is offered for that call until resume().
 *  D7 release() and close() come with nothing in flight on that object; close() returns with every thread joined. */
typedef struct msbx_call msbx_call;
struct msbx_call {
  uint32_t struct_size;
  uint32_t flags;      /* none yet: a driver ignores what it does not know */
  uint64_t id;         /* unique in the process; never 0 */
  int64_t deadline_ns; /* CLOCK_MONOTONIC, absolute; INT64_MAX: none */
  void *ctx;
  int (*cancelled)(const msbx_call *call); /* [any thread] non-zero once cancelled */
  int (*cancel_fd)(const msbx_call *call); /* [any thread] readable once cancelled; never read or closed; or -1 */
  /* [any thread] `err` may be NULL; it is read before done() returns. */
  void (*done)(const msbx_call *call, msbx_status status, const msbx_error *err);
};

/* One writer at a time.  To a driver that may block, a sink never answers PAUSE: it waits instead. */
typedef struct msbx_sink {
  uint32_t struct_size;
  uint32_t flags;
  void *ctx;
  int32_t (*write)(void *ctx, uint32_t stream, msbx_bytes chunk); /* MSBX_SINK_; the chunk is copied */
} msbx_sink;

/* ---- Declarations: what this configured instance provides --------------------------------------------------------- */

/* Constant for the instance's life, and a function of the configuration alone: what the machine cannot give makes
 * open() fail instead. */
enum { /* declared: a clear bit is silence and gets the reading named here, never a zero */
  MSBX_DECLARES_EGRESS = 1u << 0,       /* else: undeclared, and refused */
  MSBX_DECLARES_CAPABILITIES = 1u << 1, /* else: EXEC and FILES_IN */
  MSBX_DECLARES_OS_FAMILIES = 1u << 2,  /* else: none */
  MSBX_DECLARES_FILES_IN = 1u << 3,     /* else: 8 MiB a file, 32 MiB in all, 64 files */
  MSBX_DECLARES_FILES_OUT = 1u << 4     /* else: the same */
};
enum { MSBX_FEATURE_CHANNEL = 1u << 0, MSBX_FEATURE_IMAGE = 1u << 1 }; /* exec serves channel_fd; acquire serves image */
typedef struct msbx_declarations {
  uint32_t struct_size;
  msbx_isolation isolation;
  uint32_t declared; /* MSBX_DECLARES_ */
  uint32_t features; /* MSBX_FEATURE_ */
  uint64_t capabilities;
  uint32_t egress_modes; /* the set this instance can enforce */
  uint32_t os_families;
  msbx_limits files_in, files_out;
  uint32_t max_inflight;    /* calls at a time; 0: no opinion */
  uint32_t cancel_grace_ms; /* within how long a cancelled or overdue call completes */
} msbx_declarations;

/* ---- Requests and results ----------------------------------------------------------------------------------------- */

typedef struct msbx_instance msbx_instance; /* opaque, the driver's */
typedef struct msbx_sandbox msbx_sandbox;   /* opaque, the driver's */

typedef struct msbx_acquire_request {
  uint32_t struct_size;
  uint32_t egress; /* exactly one MSBX_EGRESS_ bit of the declared set */
  msbx_key key;
  msbx_str kind, image, image_id;
  msbx_str work_dir; /* absolute; exists, empty when cold, owned by the workload's user, when acquire completes */
  const msbx_str *egress_allow; size_t n_egress_allow; /* lower-case host names, "*.x" below x; never with CLOSED */
  const msbx_kv *labels; size_t n_labels;
} msbx_acquire_request;

typedef struct msbx_acquire_result {
  uint32_t struct_size;
  uint32_t created; /* non-zero: cold; zero: an existing sandbox was reused */
  msbx_sandbox *sandbox;
  msbx_str native_id; /* the sandbox's; valid until release() */
} msbx_acquire_result;

enum { MSBX_EXEC_SHELL = 1u << 0, MSBX_EXEC_MERGE_OUTPUT = 1u << 1, MSBX_EXEC_CHANNEL = 1u << 2 };
typedef struct msbx_exec_request {
  uint32_t struct_size;
  uint32_t flags;                   /* SHELL: argv[0] is a line for the guest's /bin/sh, the rest its $0, $1 ... */
  const msbx_str *argv; size_t argc;
  const msbx_kv *env; size_t n_env; /* added to the sandbox's own, replacing equal names */
  msbx_str working_directory;       /* absolute; empty: the work_dir of acquire */
  msbx_bytes input;                 /* standard input, then end of file */
  uint64_t max_stdout, max_stderr;  /* bytes given to the sink; the rest is read, counted and dropped */
  int32_t channel_fd;               /* CHANNEL: the host's stream socket, to be the command's descriptor 3 */
  uint32_t reserved;
} msbx_exec_request;

/* An exec that started completes with MSBX_OK whatever became of it.  When the deadline passes after the start, the
 * result says TIMED_OUT and everything the command had started is dead. */
enum { MSBX_ENDED_UNKNOWN = 0, MSBX_ENDED_EXITED = 1, MSBX_ENDED_SIGNALLED = 2, MSBX_ENDED_TIMED_OUT = 3, MSBX_ENDED_LOST = 4 };
enum { /* facts */
  MSBX_FACT_OUTPUT_LEFT_OPEN = 1u << 0, /* a survivor still held an output when the result was given */
  MSBX_FACT_PIDS_LIMIT_HIT = 1u << 1
};
typedef struct msbx_exec_result {
  uint32_t struct_size;
  int32_t ended;                       /* MSBX_ENDED_ */
  int32_t exit_code, term_signal;      /* with EXITED, with SIGNALLED; else 0 and without meaning */
  uint64_t stdout_bytes, stderr_bytes; /* produced; more than the sink was given means cut */
  uint32_t survivors, oom_kills;       /* UINT32_MAX: not known */
  uint32_t facts, facts_known;         /* MSBX_FACT_; a bit clear in facts_known: not known, whatever facts says */
} msbx_exec_result;

typedef struct msbx_code_request { uint32_t struct_size; uint32_t flags; msbx_str code; } msbx_code_request;

enum { MSBX_PATH_RECURSIVE = 1u << 0 };
typedef struct msbx_path_request { /* `path` is relative to working_directory, or absolute and inside it */
  uint32_t struct_size;
  uint32_t flags; /* MSBX_PATH_ */
  msbx_str path, working_directory;
  uint64_t max_bytes; /* read_file: larger is MSBX_E_LIMIT, never cut; 0 means an empty file */
} msbx_path_request;

typedef struct msbx_write_request { /* replaces; makes missing parents; a reader sees the old file or the whole new one */
  uint32_t struct_size;
  uint32_t flags;
  msbx_str path, working_directory;
  msbx_bytes content;
} msbx_write_request;

typedef struct msbx_entry { /* what lstat would say */
  uint32_t struct_size;
  int32_t kind;        /* MSBX_ENTRY_ */
  uint64_t size_bytes; /* UINT64_MAX: not known, and always so for anything but a file */
  msbx_str name;       /* list_dir only, a single component; valid during the callback */
} msbx_entry;

typedef struct msbx_entry_sink {
  uint32_t struct_size;
  uint32_t flags;
  void *ctx;
  int32_t (*entry)(void *ctx, const msbx_entry *entry); /* MSBX_SINK_MORE or STOP */
} msbx_entry_sink;

/* ---- Inventory ---------------------------------------------------------------------------------------------------- */

enum { MSBX_BY_SCOPE = 1u << 0, MSBX_BY_THREAD = 1u << 1, MSBX_BY_AGENT = 1u << 2, MSBX_BY_KIND = 1u << 3,
       MSBX_BY_ID = 1u << 4, MSBX_BY_OWNER = 1u << 5 };
typedef struct msbx_selector { /* every named field must match, exactly; match 0 names every sandbox of this driver */
  uint32_t struct_size;
  uint32_t match; /* MSBX_BY_ */
  msbx_key key;
  msbx_str kind, native_id, owner;
} msbx_selector;

enum { MSBX_STATE_UNKNOWN = 0, MSBX_STATE_RUNNING = 1, MSBX_STATE_STOPPED = 2, MSBX_STATE_BROKEN = 3 };
enum { MSBX_INFO_DIGESTS = 1u << 0, /* key, kind and owner are digests of the originals */
       MSBX_INFO_GARBAGE = 1u << 1  /* half made, without its other half, without a live agent, or idle for too long */ };
typedef struct msbx_sandbox_info {
  uint32_t struct_size;
  uint32_t flags; /* MSBX_INFO_ */
  msbx_key key;
  msbx_str kind, native_id, image, owner;
  int32_t state;   /* MSBX_STATE_ */
  uint32_t egress; /* the MSBX_EGRESS_ bit in force; 0: not known */
  int64_t age_ns, idle_ns; /* -1: not known */
} msbx_sandbox_info;

typedef struct msbx_info_sink {
  uint32_t struct_size;
  uint32_t flags;
  void *ctx;
  int32_t (*info)(void *ctx, const msbx_sandbox_info *info); /* MSBX_SINK_MORE or STOP */
} msbx_info_sink;

/* ---- The driver's table: static, immutable, append-only ----------------------------------------------------------- */

typedef struct msbx_driver {
  uint32_t struct_size;
  uint16_t abi_major, abi_minor;
  const char *name, *version; /* terminated; equal to the note's */
  uint32_t call_model;        /* NEVER_BLOCK: called on any thread, returns at once, completes from its own */
  uint32_t thread_model;      /* SERIAL_SANDBOX: one call per sandbox at a time; PARALLEL: as many as the host likes */

  /* Required. */
  /* [any thread; several instances concurrently] An unknown configuration key is MSBX_E_INVALID and named. */
  msbx_status (*open)(const msbx_host *host, const msbx_kv *config, size_t n_config, msbx_instance **out, msbx_error *err);
  /* [open; every sandbox released, nothing in flight] */
  void (*close)(msbx_instance *self);
  /* [open; any thread] */
  msbx_status (*declare)(msbx_instance *self, msbx_declarations *out, msbx_error *err);
  /* [open; any thread] Get or create the one sandbox of (owner, key, kind). */
  void (*acquire)(msbx_instance *self, const msbx_acquire_request *req, msbx_acquire_result *out, const msbx_call *call);
  /* [acquired; nothing in flight on it; any thread] Drops the handle; the sandbox lives on. */
  void (*release)(msbx_sandbox *sandbox);
  /* [open; any thread] Asks the provider, not this process's memory. */
  void (*list)(msbx_instance *self, const msbx_selector *sel, const msbx_info_sink *sink, const msbx_call *call);
  /* [open; any thread] Ends every sandbox selected, as the provider knows them; *disposed counts those ended. Finding
   * none is success.  When some could not be ended: an error, after trying all. */
  void (*dispose)(msbx_instance *self, const msbx_selector *sel, uint64_t *disposed, const msbx_call *call);
  /* [acquired; per thread_model] Removes the tree at `path` whatever it holds, following no link; absent is success. */
  void (*reclaim)(msbx_sandbox *sandbox, const msbx_path_request *req, const msbx_call *call);

  /* Required of NEVER_BLOCK, unused otherwise.  [open; any thread] Neither blocks nor calls back; a call id that is
   * not in flight is ignored. */
  void (*resume)(msbx_instance *self, uint64_t call_id);
  void (*cancel)(msbx_instance *self, uint64_t call_id);

  /* Optional.  [open; any thread] Is the provider reachable with our credentials? */
  void (*probe)(msbx_instance *self, const msbx_call *call);

  /* NULL unless some configuration of the driver declares the capability named.  [acquired; per thread_model] */
  void (*exec)(msbx_sandbox *sandbox, const msbx_exec_request *req, const msbx_sink *sink, msbx_exec_result *out, const msbx_call *call);       /* EXEC */
  void (*run_code)(msbx_sandbox *sandbox, const msbx_code_request *req, const msbx_sink *sink, msbx_exec_result *out, const msbx_call *call);   /* RUN_CODE */
  void (*write_file)(msbx_sandbox *sandbox, const msbx_write_request *req, const msbx_call *call);                                            /* FILES_IN */
  void (*stat_file)(msbx_sandbox *sandbox, const msbx_path_request *req, msbx_entry *out, const msbx_call *call);                              /* FILES_OUT */
  void (*read_file)(msbx_sandbox *sandbox, const msbx_path_request *req, const msbx_sink *sink, const msbx_call *call);                        /* FILES_OUT */
  void (*list_dir)(msbx_sandbox *sandbox, const msbx_path_request *req, const msbx_entry_sink *sink, const msbx_call *call);                   /* FILES_LIST */
  /* Absent is success; a link is removed, never followed; a directory needs RECURSIVE, even when empty. */
  void (*remove)(msbx_sandbox *sandbox, const msbx_path_request *req, const msbx_call *call);                                                 /* FILES_DELETE */
} msbx_driver;

/* The size of the table in each minor version: a host refuses less than 1.0's. */
#define MSBX_DRIVER_SIZE_1_0 (offsetof(msbx_driver, remove) + sizeof(void (*)(void)))

/* [once, any thread] No I/O, no allocation, no logging: returns a static table. */
MSBX_EXPORT const msbx_driver *msbx_driver_entry_v1(void);

/* ---- The note: the most the file may ever declare, readable without running it ------------------------------------ */

/* clang's AddressSanitizer pads instrumented globals, which would break the note. */
#if defined(__clang__)
#define MSBX_NOTE_ATTRIBUTES __attribute__((used, section(".note.maf_sandbox.driver"), no_sanitize("address")))
#else
#define MSBX_NOTE_ATTRIBUTES __attribute__((used, section(".note.maf_sandbox.driver")))
#endif

#define MSBX_NOTE_OWNER "maf" /* four bytes with its terminator */
#define MSBX_NOTE_DRIVER 1u

typedef struct msbx_note_driver { /* little-endian, four-byte aligned throughout, append-only */
  uint32_t desc_size;
  uint16_t abi_major, abi_minor;
  msbx_isolation isolation_ceiling;
  uint32_t egress_modes, os_families, capabilities_lo, capabilities_hi;
  char name[32], version[32]; /* zero-filled and terminated */
} msbx_note_driver;

/* For drivers in C; the C++ SDK makes the note from the driver's constants. */
#define MSBX_DRIVER_NOTE(name_, version_, isolation_, egress_, os_, caps_)                                     \
  MSBX_NOTE_ATTRIBUTES __attribute__((aligned(4))) static const struct {                                       \
    uint32_t namesz, descsz, type;                                                                             \
    char owner[4];                                                                                             \
    msbx_note_driver desc;                                                                                     \
  } msbx_note_driver_ = {sizeof(MSBX_NOTE_OWNER), sizeof(msbx_note_driver), MSBX_NOTE_DRIVER, MSBX_NOTE_OWNER, \
                         {sizeof(msbx_note_driver), MSBX_ABI_MAJOR, MSBX_ABI_MINOR, (isolation_),              \
                          (egress_), (os_), (uint32_t)(caps_), 0u, name_, version_}}

#ifdef __cplusplus
}
#endif
#endif /* MSBX_DRIVER_ABI_H */

#pragma once
/// The server's end of an HTTP/2 connection that carries gRPC: libnghttp2 behind one module, between bytes
/// and bytes.
///
/// Callbacks are called by `cnghttp2_receive` and `cnghttp2_send` only. They may submit, but call neither of
/// these. No function keeps a pointer that it is given, except for the owner.
#include <stddef.h>
#include <stdint.h>

/// Why a request is not one of gRPC; `CNGHTTP2_SOUND`: it is.
enum {
  CNGHTTP2_SOUND = 0,
  /// The method is not POST.
  CNGHTTP2_NOT_POST = 1,
  /// The content type is not gRPC with protobuf.
  CNGHTTP2_NOT_GRPC = 2,
  /// The header fields are longer than allowed.
  CNGHTTP2_TOO_LONG = 3,
  /// `grpc-timeout` is not 1 to 8 digits and a unit.
  CNGHTTP2_BAD_TIMEOUT = 4,
  /// There are several `authorization` fields.
  CNGHTTP2_SEVERAL_CREDENTIALS = 5,
  /// `grpc-timeout` is 0.
  CNGHTTP2_NO_TIME = 6,
};

/// Header fields: for each its name and its value, both ended by a NUL.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} cnghttp2_metadata;

/// The maximum number of fields of an answer's metadata, at its beginning and at its end each. Further ones are not sent.
enum { CNGHTTP2_MAX_METADATA = 8 };

/// The header fields of a request. Texts are valid during the callback, and have no NUL.
typedef struct {
  const uint8_t *path;
  size_t path_count;
  /// The value of `authorization`; NULL without one.
  const uint8_t *authorization;
  size_t authorization_count;
  /// The value of `user-agent`.
  const uint8_t *agent;
  size_t agent_count;
  /// 0: none, or no time at all, which is a problem. Rounded up.
  uint32_t timeout_ms;
  int problem;
  /// Whether messages may be compressed.
  int is_encoded;
  /// The fields whose names begin with "x-", where they are kept.
  cnghttp2_metadata metadata;
} cnghttp2_request;

/// The number of bytes to send, and what follows.
typedef struct {
  size_t count;
  /// Nothing can be sent now: `cnghttp2_resume` continues.
  int is_deferred;
  /// Nothing more comes. The callback has submitted the trailers.
  int is_last;
} cnghttp2_part;

typedef struct {
  void (*request)(void *owner, int32_t stream, const cnghttp2_request *request);
  void (*data)(void *owner, int32_t stream, const uint8_t *bytes, size_t count);
  /// The client sends no more on the stream.
  void (*half_closed)(void *owner, int32_t stream);
  /// The stream is over. `code` is an error code of HTTP/2.
  void (*closed)(void *owner, int32_t stream, uint32_t code);
  /// The settings of the client have arrived, which end its preface. They may be followed by others.
  void (*greeted)(void *owner);
  /// The client takes no more.
  void (*going_away)(void *owner);
  /// Asks how much of at most `limit` bytes to send next.
  cnghttp2_part (*next)(void *owner, int32_t stream, size_t limit);
  /// Takes the head of a frame, and then `count` bytes of what `next` said.
  void (*write)(void *owner, int32_t stream, const uint8_t *head, size_t head_count, size_t count);
  /// Takes output.
  void (*output)(void *owner, const uint8_t *bytes, size_t count);
  /// A GOAWAY was sent. The text is its debug data, and may be empty.
  void (*gone_away)(void *owner, int32_t last_stream, uint32_t code, const uint8_t *text, size_t count);
  /// Text about an error of the client, for a log.
  void (*complain)(void *owner, const char *text, size_t count);
} cnghttp2_handlers;

typedef struct {
  uint32_t max_streams;
  uint32_t stream_window;
  uint32_t connection_window;
  uint32_t max_header_bytes;
  /// Whether requests have their metadata.
  int keeps_metadata;
} cnghttp2_settings;

typedef struct cnghttp2_session cnghttp2_session;

/// Returns a session that has queued its settings, or NULL.
cnghttp2_session *cnghttp2_new(const cnghttp2_handlers *handlers, cnghttp2_settings settings);
/// Names the owner, which callbacks are passed. Must be called before anything is received or sent.
void cnghttp2_own(cnghttp2_session *session, void *owner);
void cnghttp2_free(cnghttp2_session *session);

/// Handles bytes of the client. Returns 0, or another number when the connection has failed.
int cnghttp2_receive(cnghttp2_session *session, const void *bytes, size_t count);
/// What the number means, as text.
const char *cnghttp2_failure(int result);
/// Whether it means that the client makes too much work.
int cnghttp2_is_flood(int result);
/// The name of an error code of HTTP/2.
const char *cnghttp2_error(uint32_t code);
/// Passes what can be sent now to `output` and `write`. Returns 0, or -1 when the connection has failed.
int cnghttp2_send(cnghttp2_session *session);
/// Whether there is something to send, and the windows let it through.
int cnghttp2_wants_output(const cnghttp2_session *session);
/// Whether bytes of the client are still handled. Known after an error of the client when GOAWAY was sent.
int cnghttp2_wants_input(const cnghttp2_session *session);

/// Begins the answer of a stream: header fields, then what `next` says.
void cnghttp2_begin(cnghttp2_session *session, int32_t stream, cnghttp2_metadata metadata);
/// Has `next` called again for a stream that was deferred.
void cnghttp2_resume(cnghttp2_session *session, int32_t stream);

/// The end of a call. `message` is percent-encoded, `details` base64; NULL: left out.
typedef struct {
  int32_t code;
  const uint8_t *message;
  size_t message_count;
  const uint8_t *details;
  size_t details_count;
  /// Whether to name the encodings that are accepted.
  int names_encodings;
  cnghttp2_metadata metadata;
} cnghttp2_end;

/// Ends an answer that was begun, before any data that is left. To be called by `next`, or when nothing is left.
void cnghttp2_trailers(cnghttp2_session *session, int32_t stream, const cnghttp2_end *end);
/// Ends a stream at once, wherever its answer is.
void cnghttp2_cancel(cnghttp2_session *session, int32_t stream);
/// Answers a stream with its end alone. `metadata` is what the answer would have begun with.
void cnghttp2_end_only(cnghttp2_session *session, int32_t stream, cnghttp2_metadata metadata,
                       const cnghttp2_end *end);
/// Answers a stream that does not carry gRPC with an HTTP status and a line of text. `problem` is `CNGHTTP2_NOT_POST` or
/// `CNGHTTP2_NOT_GRPC`. The answer ends with the request: `cnghttp2_resume` continues it then.
void cnghttp2_refuse(cnghttp2_session *session, int32_t stream, int problem);

void cnghttp2_ping(cnghttp2_session *session);
/// Says that no new streams are taken, and why. `code` is an error code of HTTP/2.
void cnghttp2_go_away(cnghttp2_session *session, uint32_t code, const void *text, size_t count);

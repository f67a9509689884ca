// Answers, and frames of the connection.
#include <stdio.h>
#include <string.h>

#include "internal.h"

static nghttp2_nv field(const char *name, const void *value, size_t count) {
  return (nghttp2_nv){(uint8_t *)name, (uint8_t *)value, strlen(name), count, NGHTTP2_NV_FLAG_NO_COPY_NAME};
}

/// A field whose value is a constant.
static nghttp2_nv fixed(const char *name, const char *value) {
  nghttp2_nv made = field(name, value, strlen(value));
  made.flags |= NGHTTP2_NV_FLAG_NO_COPY_VALUE;
  return made;
}

/// Writes the fields of metadata, at most `CNGHTTP2_MAX_METADATA`. Returns how many.
static size_t metadata_fields(cnghttp2_metadata metadata, nghttp2_nv *out) {
  const uint8_t *next = metadata.bytes, *end = next + metadata.count;
  size_t count = 0;
  while (next < end && count < CNGHTTP2_MAX_METADATA) {
    const uint8_t *name_end = memchr(next, 0, (size_t)(end - next));
    if (!name_end) break;
    const uint8_t *value = name_end + 1;
    const uint8_t *value_end = value < end ? memchr(value, 0, (size_t)(end - value)) : NULL;
    if (!value_end) break;
    out[count++] = (nghttp2_nv){(uint8_t *)next, (uint8_t *)value, (size_t)(name_end - next),
                                (size_t)(value_end - value), NGHTTP2_NV_FLAG_NONE};
    next = value_end + 1;
  }
  return count;
}

enum { MAX_END = 4 + CNGHTTP2_MAX_METADATA };

/// Writes the fields of an end, at most `MAX_END`. Returns how many. `digits` holds the code.
static size_t end_fields(const cnghttp2_end *end, nghttp2_nv *out, char digits[12]) {
  size_t count = 0;
  if (end->code == 0) {
    out[count++] = fixed("grpc-status", "0");
  } else {
    out[count++] = field("grpc-status", digits, (size_t)snprintf(digits, 12, "%d", (int)end->code));
  }
  if (end->message) out[count++] = field("grpc-message", end->message, end->message_count);
  if (end->details) out[count++] = field("grpc-status-details-bin", end->details, end->details_count);
  if (end->names_encodings) out[count++] = fixed("grpc-accept-encoding", "identity");
  return count + metadata_fields(end->metadata, out + count);
}

enum { MAX_BEGIN = 2 + CNGHTTP2_MAX_METADATA };

/// Writes the fields that an answer begins with, at most `MAX_BEGIN`. Returns how many.
static size_t begin_fields(cnghttp2_metadata metadata, nghttp2_nv *out) {
  out[0] = fixed(":status", "200");
  out[1] = fixed("content-type", "application/grpc");
  return 2 + metadata_fields(metadata, out + 2);
}

void cnghttp2_begin(cnghttp2_session *session, int32_t stream, cnghttp2_metadata metadata) {
  nghttp2_nv fields[MAX_BEGIN];
  size_t count = begin_fields(metadata, fields);
  nghttp2_data_provider provider = {.read_callback = cnghttp2_read};
  nghttp2_submit_response(session->raw, stream, fields, count, &provider);
}

void cnghttp2_resume(cnghttp2_session *session, int32_t stream) {
  nghttp2_session_resume_data(session->raw, stream);
}

void cnghttp2_trailers(cnghttp2_session *session, int32_t stream, const cnghttp2_end *end) {
  nghttp2_nv fields[MAX_END];
  char digits[12];
  size_t count = end_fields(end, fields, digits);
  nghttp2_submit_trailer(session->raw, stream, fields, count);
}

void cnghttp2_cancel(cnghttp2_session *session, int32_t stream) {
  nghttp2_submit_rst_stream(session->raw, NGHTTP2_FLAG_NONE, stream, NGHTTP2_CANCEL);
}

void cnghttp2_end_only(cnghttp2_session *session, int32_t stream, cnghttp2_metadata metadata,
                       const cnghttp2_end *end) {
  nghttp2_nv fields[MAX_BEGIN + MAX_END];
  char digits[12];
  size_t count = begin_fields(metadata, fields);
  count += end_fields(end, fields + count, digits);
  nghttp2_submit_response(session->raw, stream, fields, count, NULL);
}

/// Writes a text. Its end waits for that of the request: some clients drop an answer that ends first.
static ssize_t read_text(nghttp2_session *raw, int32_t stream, uint8_t *buffer, size_t limit, uint32_t *flags,
                         nghttp2_data_source *source, void *data) {
  const char *text = source->ptr;
  size_t rest = strlen(text), count = rest < limit ? rest : limit;
  int is_read = nghttp2_session_get_stream_remote_close(raw, stream) != 0;
  if (rest == 0 && !is_read) return NGHTTP2_ERR_DEFERRED;
  memcpy(buffer, text, count);
  source->ptr = (void *)(text + count);
  if (count == rest && is_read) *flags |= NGHTTP2_DATA_FLAG_EOF;
  return (ssize_t)count;
}

void cnghttp2_refuse(cnghttp2_session *session, int32_t stream, int problem) {
  int is_method = problem == CNGHTTP2_NOT_POST;
  const char *text = is_method
                         ? "The method is not POST: only gRPC calls are served here, see docs/grpc.md.\n"
                         : "The content-type is not application/grpc: only gRPC calls are served here, see docs/grpc.md.\n";
  char digits[12];
  nghttp2_nv fields[] = {
      fixed(":status", is_method ? "405" : "415"),
      is_method ? fixed("allow", "POST") : fixed("accept-post", "application/grpc"),
      fixed("content-type", "text/plain"),
      field("content-length", digits, (size_t)snprintf(digits, sizeof digits, "%zu", strlen(text))),
  };
  nghttp2_data_provider provider = {.source = {.ptr = (void *)text}, .read_callback = read_text};
  nghttp2_submit_response(session->raw, stream, fields, sizeof fields / sizeof *fields, &provider);
}

void cnghttp2_ping(cnghttp2_session *session) {
  nghttp2_submit_ping(session->raw, NGHTTP2_FLAG_NONE, NULL);
}

void cnghttp2_go_away(cnghttp2_session *session, uint32_t code, const void *text, size_t count) {
  int32_t last = nghttp2_session_get_last_proc_stream_id(session->raw);
  nghttp2_submit_goaway(session->raw, NGHTTP2_FLAG_NONE, last, code, text, count);
}

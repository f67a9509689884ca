// Sessions: what libnghttp2 is told once, and what it asks.
#include <nghttp2/nghttp2.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// --- Receiving ---

static int begin_headers(nghttp2_session *raw, const nghttp2_frame *frame, void *data) {
  cnghttp2_session *session = data;
  if (frame->headers.cat == NGHTTP2_HCAT_REQUEST) cnghttp2_head_reset(&session->head);
  return 0;
}

static int header(nghttp2_session *raw, const nghttp2_frame *frame, const uint8_t *name, size_t name_count,
                  const uint8_t *value, size_t value_count, uint8_t flags, void *data) {
  cnghttp2_session *session = data;
  if (frame->headers.cat == NGHTTP2_HCAT_REQUEST) {
    cnghttp2_head_add(&session->head, name, name_count, value, value_count);
  }
  return 0;
}

static void request(cnghttp2_session *session, int32_t stream) {
  cnghttp2_request request;
  cnghttp2_head_read(&session->head, &request);
  session->handlers.request(session->owner, stream, &request);
}

static int frame_received(nghttp2_session *raw, const nghttp2_frame *frame, void *data) {
  cnghttp2_session *session = data;
  const cnghttp2_handlers *handlers = &session->handlers;
  int32_t stream = frame->hd.stream_id;
  switch (frame->hd.type) {
    case NGHTTP2_HEADERS:
      if (frame->headers.cat == NGHTTP2_HCAT_REQUEST) request(session, stream);
      // fall through
    case NGHTTP2_DATA:
      if (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) handlers->half_closed(session->owner, stream);
      break;
    case NGHTTP2_SETTINGS:
      if (!(frame->hd.flags & NGHTTP2_FLAG_ACK)) handlers->greeted(session->owner);
      break;
    case NGHTTP2_GOAWAY:
      handlers->going_away(session->owner);
      break;
    default:
      break;
  }
  return 0;
}

static int data_received(nghttp2_session *raw, uint8_t flags, int32_t stream, const uint8_t *bytes,
                         size_t count, void *data) {
  cnghttp2_session *session = data;
  session->handlers.data(session->owner, stream, bytes, count);
  return 0;
}

static int closed(nghttp2_session *raw, int32_t stream, uint32_t code, void *data) {
  cnghttp2_session *session = data;
  session->handlers.closed(session->owner, stream, code);
  return 0;
}

static int complain(nghttp2_session *raw, int code, const char *text, size_t count, void *data) {
  cnghttp2_session *session = data;
  session->handlers.complain(session->owner, text, count);
  return 0;
}

// --- Sending ---

static ssize_t output(nghttp2_session *raw, const uint8_t *bytes, size_t count, int flags, void *data) {
  cnghttp2_session *session = data;
  session->handlers.output(session->owner, bytes, count);
  return (ssize_t)count;
}

ssize_t cnghttp2_read(nghttp2_session *raw, int32_t stream, uint8_t *buffer, size_t limit, uint32_t *flags,
                      nghttp2_data_source *source, void *data) {
  cnghttp2_session *session = data;
  cnghttp2_part part = session->handlers.next(session->owner, stream, limit);
  if (part.is_deferred) return NGHTTP2_ERR_DEFERRED;
  *flags |= NGHTTP2_DATA_FLAG_NO_COPY;
  if (part.is_last) *flags |= NGHTTP2_DATA_FLAG_EOF | NGHTTP2_DATA_FLAG_NO_END_STREAM;
  return (ssize_t)part.count;
}

static int write_data(nghttp2_session *raw, nghttp2_frame *frame, const uint8_t *head, size_t count,
                      nghttp2_data_source *source, void *data) {
  cnghttp2_session *session = data;
  session->handlers.write(session->owner, frame->hd.stream_id, head, 9, count);
  return 0;
}

/// After an early end the client is told that the rest of its request is not wanted.
static int frame_sent(nghttp2_session *raw, const nghttp2_frame *frame, void *data) {
  if (frame->hd.type == NGHTTP2_GOAWAY) {
    cnghttp2_session *session = data;
    session->handlers.gone_away(session->owner, frame->goaway.last_stream_id, frame->goaway.error_code,
                                frame->goaway.opaque_data, frame->goaway.opaque_data_len);
  }
  int is_end = (frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA) &&
               frame->hd.flags & NGHTTP2_FLAG_END_STREAM;
  if (is_end && nghttp2_session_get_stream_remote_close(raw, frame->hd.stream_id) == 0) {
    nghttp2_submit_rst_stream(raw, NGHTTP2_FLAG_NONE, frame->hd.stream_id, NGHTTP2_NO_ERROR);
  }
  return 0;
}

// --- Set-up ---

static nghttp2_session_callbacks *make_callbacks(void) {
  nghttp2_session_callbacks *made;
  if (nghttp2_session_callbacks_new(&made) != 0) return NULL;
  nghttp2_session_callbacks_set_on_begin_headers_callback(made, begin_headers);
  nghttp2_session_callbacks_set_on_header_callback(made, header);
  nghttp2_session_callbacks_set_on_frame_recv_callback(made, frame_received);
  nghttp2_session_callbacks_set_on_data_chunk_recv_callback(made, data_received);
  nghttp2_session_callbacks_set_on_stream_close_callback(made, closed);
  nghttp2_session_callbacks_set_error_callback2(made, complain);
  nghttp2_session_callbacks_set_send_callback(made, output);
  nghttp2_session_callbacks_set_send_data_callback(made, write_data);
  nghttp2_session_callbacks_set_on_frame_send_callback(made, frame_sent);
  return made;
}

static nghttp2_option *make_options(void) {
  nghttp2_option *made;
  if (nghttp2_option_new(&made) != 0) return NULL;
  // Closed streams are of use for priorities only.
  nghttp2_option_set_no_closed_streams(made, 1);
  // Cancelling is ordinary in gRPC. What a cancelled call costs is counted by the server's own scheduler.
  nghttp2_option_set_stream_reset_rate_limit(made, 1000 * 1000, 1000 * 1000);
  // A space at the end of a token or a value is a mistake of one call, for which HTTP/2 has no words.
  nghttp2_option_set_no_rfc9113_leading_and_trailing_ws_validation(made, 1);
  return made;
}

static int set_up(nghttp2_session *raw, cnghttp2_settings settings) {
  nghttp2_settings_entry entries[] = {
      {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, settings.max_streams},
      {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, settings.stream_window},
      {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, settings.max_header_bytes},
  };
  size_t count = sizeof entries / sizeof *entries;
  return nghttp2_submit_settings(raw, NGHTTP2_FLAG_NONE, entries, count) == 0 &&
         nghttp2_session_set_local_window_size(raw, NGHTTP2_FLAG_NONE, 0,
                                               (int32_t)settings.connection_window) == 0;
}

cnghttp2_session *cnghttp2_new(const cnghttp2_handlers *handlers, cnghttp2_settings settings) {
  cnghttp2_session *session = calloc(1, sizeof *session);
  nghttp2_session_callbacks *callbacks = make_callbacks();
  nghttp2_option *options = make_options();
  int done = session && callbacks && options;
  if (done) {
    session->handlers = *handlers;
    session->head.limit = settings.max_header_bytes;
    session->head.keeps_metadata = settings.keeps_metadata;
    done = nghttp2_session_server_new2(&session->raw, callbacks, session, options) == 0 &&
           set_up(session->raw, settings);
  }
  nghttp2_option_del(options);
  nghttp2_session_callbacks_del(callbacks);
  if (done) return session;
  if (session) cnghttp2_free(session);
  return NULL;
}

void cnghttp2_own(cnghttp2_session *session, void *owner) { session->owner = owner; }

void cnghttp2_free(cnghttp2_session *session) {
  nghttp2_session_del(session->raw);
  cnghttp2_head_free(&session->head);
  free(session);
}

int cnghttp2_receive(cnghttp2_session *session, const void *bytes, size_t count) {
  ssize_t taken = nghttp2_session_mem_recv(session->raw, bytes, count);
  return taken < 0 ? (int)taken : 0;
}

const char *cnghttp2_failure(int result) { return nghttp2_strerror(result); }

int cnghttp2_is_flood(int result) { return result == NGHTTP2_ERR_FLOODED; }

const char *cnghttp2_error(uint32_t code) { return nghttp2_http2_strerror(code); }

int cnghttp2_send(cnghttp2_session *session) { return nghttp2_session_send(session->raw) == 0 ? 0 : -1; }

int cnghttp2_wants_output(const cnghttp2_session *session) {
  return nghttp2_session_want_write(session->raw);
}

int cnghttp2_wants_input(const cnghttp2_session *session) {
  return nghttp2_session_want_read(session->raw);
}

// The baseline for gRPC: how fast plain C with libnghttp2 and epoll answers and streams on this machine.
//
//   cc -O2 -Wall -Wextra -o nghttp2_floor bench/peers/nghttp2_floor.c -lnghttp2
//   nghttp2_floor          prints its port, and runs until it is killed
//
// It looks at nothing but the path: one that ends with "Generate" is answered with a stream of as many messages as the
// request's first varint field says, each of 106 bytes; any other with the request itself. Both end with trailers.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <nghttp2/nghttp2.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MESSAGE = 111, EVENTS = 64, LONGEST = 4096, OUTPUT = 1 << 20 };

typedef struct {
  int is_stream;
  uint64_t left;  // bytes of the answer
  size_t count, sent;
  uint8_t request[LONGEST];
} Stream;

typedef struct {
  int fd, is_full;
  nghttp2_session *session;
  size_t count, offset;
  uint8_t output[OUTPUT];
} Peer;

static int epoll;
static uint8_t zeros[65536];

static void die(const char *what) {
  fprintf(stderr, "nghttp2_floor: %s: %s\n", what, strerror(errno));
  exit(1);
}

static nghttp2_nv field(const char *name, const char *value) {
  return (nghttp2_nv){(uint8_t *)name, (uint8_t *)value, strlen(name), strlen(value),
                      NGHTTP2_NV_FLAG_NO_COPY_NAME | NGHTTP2_NV_FLAG_NO_COPY_VALUE};
}

static int begin(nghttp2_session *session, const nghttp2_frame *frame, void *data) {
  (void)data;
  if (frame->hd.type == NGHTTP2_HEADERS) {
    nghttp2_session_set_stream_user_data(session, frame->hd.stream_id, calloc(1, sizeof(Stream)));
  }
  return 0;
}

static int header(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name, size_t name_count,
                  const uint8_t *value, size_t count, uint8_t flags, void *data) {
  (void)flags, (void)data;
  Stream *stream = nghttp2_session_get_stream_user_data(session, frame->hd.stream_id);
  if (stream && name_count == 5 && memcmp(name, ":path", 5) == 0 && count > 8) {
    stream->is_stream = memcmp(value + count - 8, "Generate", 8) == 0;
  }
  return 0;
}

static int receive(nghttp2_session *session, uint8_t flags, int32_t id, const uint8_t *bytes, size_t count,
                   void *data) {
  (void)flags, (void)data;
  Stream *stream = nghttp2_session_get_stream_user_data(session, id);
  if (!stream || stream->count + count > LONGEST) return 0;
  memcpy(stream->request + stream->count, bytes, count);
  stream->count += count;
  return 0;
}

static ssize_t answer(nghttp2_session *session, int32_t id, uint8_t *buffer, size_t length, uint32_t *flags,
                      nghttp2_data_source *source, void *data) {
  (void)data;
  Stream *stream = source->ptr;
  size_t count = stream->left < length ? (size_t)stream->left : length;
  if (stream->is_stream) {
    memcpy(buffer, zeros, count);
    // The prefix of each message that begins in this frame.
    size_t first = (MESSAGE - stream->sent % MESSAGE) % MESSAGE;
    for (size_t at = first; at + 5 <= count; at += MESSAGE) buffer[at + 4] = MESSAGE - 5;
  } else {
    memcpy(buffer, stream->request + stream->sent, count);
  }
  stream->sent += count;
  stream->left -= count;
  if (stream->left == 0) {
    *flags |= NGHTTP2_DATA_FLAG_EOF | NGHTTP2_DATA_FLAG_NO_END_STREAM;
    nghttp2_nv trailer = field("grpc-status", "0");
    nghttp2_submit_trailer(session, id, &trailer, 1);
  }
  return (ssize_t)count;
}

static int received(nghttp2_session *session, const nghttp2_frame *frame, void *data) {
  (void)data;
  if (!(frame->hd.flags & NGHTTP2_FLAG_END_STREAM)) return 0;
  Stream *stream = nghttp2_session_get_stream_user_data(session, frame->hd.stream_id);
  if (!stream) return 0;
  stream->left = stream->count;
  if (stream->is_stream) {
    uint64_t number = 0;
    for (size_t at = 6, shift = 0; at < stream->count; at++, shift += 7) {
      number |= (uint64_t)(stream->request[at] & 127) << shift;
      if (stream->request[at] < 128) break;
    }
    stream->left = number * MESSAGE;
  }
  nghttp2_nv fields[] = {field(":status", "200"), field("content-type", "application/grpc")};
  nghttp2_data_provider provider = {.source.ptr = stream, .read_callback = answer};
  nghttp2_submit_response(session, frame->hd.stream_id, fields, 2, &provider);
  return 0;
}

static int closed(nghttp2_session *session, int32_t id, uint32_t code, void *data) {
  (void)code, (void)data;
  free(nghttp2_session_get_stream_user_data(session, id));
  return 0;
}

static void end(Peer *peer) {
  nghttp2_session_del(peer->session);
  close(peer->fd);
  free(peer);
}

// Collects what can be sent, and writes it. Returns 0 at the end of the connection.
static int flush(Peer *peer) {
  for (;;) {
    while (peer->count < OUTPUT - 20000) {
      const uint8_t *bytes;
      ssize_t count = nghttp2_session_mem_send(peer->session, &bytes);
      if (count <= 0) break;
      memcpy(peer->output + peer->count, bytes, (size_t)count);
      peer->count += (size_t)count;
    }
    if (peer->count == 0) break;
    ssize_t sent = send(peer->fd, peer->output + peer->offset, peer->count - peer->offset, MSG_NOSIGNAL);
    if (sent < 0 && errno == EAGAIN) break;
    if (sent < 0) return 0;
    peer->offset += (size_t)sent;
    if (peer->offset == peer->count) peer->offset = peer->count = 0;
  }
  int is_full = peer->count > 0;
  if (is_full != peer->is_full) {
    struct epoll_event event = {EPOLLIN | (is_full ? EPOLLOUT : 0), {.ptr = peer}};
    epoll_ctl(epoll, EPOLL_CTL_MOD, peer->fd, &event);
    peer->is_full = is_full;
  }
  return nghttp2_session_want_read(peer->session) || nghttp2_session_want_write(peer->session);
}

static void accept_all(int listener, nghttp2_session_callbacks *callbacks) {
  int fd;
  while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    Peer *peer = calloc(1, sizeof *peer);
    peer->fd = fd;
    nghttp2_session_server_new(&peer->session, callbacks, peer);
    nghttp2_settings_entry entry = {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 1024};
    nghttp2_submit_settings(peer->session, NGHTTP2_FLAG_NONE, &entry, 1);
    struct epoll_event event = {EPOLLIN, {.ptr = peer}};
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
    flush(peer);
  }
}

static void serve(Peer *peer) {
  static uint8_t input[65536];
  ssize_t count = recv(peer->fd, input, sizeof input, 0);
  if (count == 0 || (count < 0 && errno != EAGAIN)) return end(peer);
  if (count > 0 && nghttp2_session_mem_recv(peer->session, input, (size_t)count) < 0) return end(peer);
  if (!flush(peer)) end(peer);
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  nghttp2_session_callbacks *callbacks;
  nghttp2_session_callbacks_new(&callbacks);
  nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, begin);
  nghttp2_session_callbacks_set_on_header_callback(callbacks, header);
  nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, receive);
  nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, received);
  nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, closed);
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, 1024) ||
      getsockname(listener, (struct sockaddr *)&address, &length)) {
    die("listen");
  }
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  epoll = epoll_create1(0);
  struct epoll_event event = {EPOLLIN, {.ptr = NULL}}, events[EVENTS];
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
  for (;;) {
    int count = epoll_wait(epoll, events, EVENTS, -1);
    for (int i = 0; i < count; i++) {
      if (events[i].data.ptr) serve(events[i].data.ptr);
      else accept_all(listener, callbacks);
    }
  }
}

// The baseline for the benchmarks: how fast plain C with epoll answers and streams on this machine.
//
//   cc -O2 -Wall -Wextra -o echo bench/floor/echo.c
//   echo server [--port 0] [--cpu N] [--stream] [--message 100] [--write 16384]
//   echo client --port P [--connections C] [--inflight N] [--size 64] [--seconds S] [--cpu N] [--json]
//   echo client --port P --stream [--message 100] [--connections K] [--seconds S] [--cpu N] [--json]
//
// The server prints its port on a line of standard output when it is ready, and runs until it is killed.
// Echo: it sends back what it reads; the client keeps N messages in flight on each connection and times
// each round trip. Stream: every connection is a subscriber; the server writes to each as much as it
// accepts, in writes of --write bytes (--write 100 sends each message separately); the client counts.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 256 * 1024, EVENTS = 256, WRITES_A_TURN = 64 };

static struct {
  int port, cpu, stream, message, write, connections, inflight, size, json;
  double seconds, warmup;
} option = {.cpu = -1, .message = 100, .write = 16384, .connections = 1, .inflight = 1,
            .size = 64, .seconds = 3, .warmup = 0.3};

typedef struct {
  int fd;
  int waits_to_write;       // registered for EPOLLOUT as well
  size_t pending, offset;   // echo server: bytes that could not be sent back yet
  char *bytes;
  uint64_t *sent;           // client: a ring of the send times of the messages in flight
  unsigned first;
  size_t partial;           // client: received bytes of an incomplete message
  size_t owed;              // client: bytes that could not be sent yet
} Peer;

static char buffer[BUFFER];

static void die(const char *what) {
  fprintf(stderr, "echo: %s: %s\n", what, strerror(errno));
  exit(1);
}

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void pin(void) {
  if (option.cpu < 0) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(option.cpu, &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0) die("--cpu");
}

static void watch(int epoll, int operation, uint32_t events, Peer *peer) {
  struct epoll_event event = {.events = events, .data.ptr = peer};
  if (epoll_ctl(epoll, operation, peer->fd, &event) != 0) die("epoll_ctl");
}

static void want_write(int epoll, Peer *peer, int wanted) {
  if (peer->waits_to_write == wanted) return;
  peer->waits_to_write = wanted;
  watch(epoll, EPOLL_CTL_MOD, EPOLLIN | (wanted ? EPOLLOUT : 0), peer);
}

static struct sockaddr_in address(void) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)option.port)};
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return a;
}

// --- Server ---

static void drop(Peer *peer) {
  close(peer->fd);
  free(peer->bytes);
  free(peer);
}

// Sends bytes, and keeps those that cannot be sent yet. Returns 0 when the peer is gone.
static int send_or_keep(int epoll, Peer *peer, const char *bytes, size_t size) {
  ssize_t sent = send(peer->fd, bytes, size, MSG_NOSIGNAL);
  if (sent < 0) {
    if (errno != EAGAIN) return 0;
    sent = 0;
  }
  size_t rest = size - (size_t)sent;
  if (rest > 0) {
    if (!peer->bytes && !(peer->bytes = malloc(BUFFER))) die("malloc");
    memmove(peer->bytes, bytes + sent, rest);
  }
  peer->pending = rest;
  want_write(epoll, peer, rest > 0);
  return 1;
}

static void echo_turn(int epoll, Peer *peer, uint32_t events) {
  if (peer->pending > 0) {
    if (!(events & (EPOLLOUT | EPOLLERR | EPOLLHUP))) return;
    if (!send_or_keep(epoll, peer, peer->bytes, peer->pending)) return drop(peer);
    if (peer->pending > 0) return;
  }
  ssize_t count = recv(peer->fd, buffer, sizeof buffer, 0);
  if (count == 0 || (count < 0 && errno != EAGAIN)) return drop(peer);
  if (count > 0 && !send_or_keep(epoll, peer, buffer, (size_t)count)) drop(peer);
}

static void stream_turn(int epoll, Peer *peer, uint32_t events) {
  if (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) return drop(peer);  // closed: subscribers send nothing
  for (int i = 0; i < WRITES_A_TURN; i++) {
    size_t left = (size_t)option.write - peer->offset;
    ssize_t sent = send(peer->fd, buffer, left, MSG_NOSIGNAL);
    if (sent < 0) {
      if (errno != EAGAIN) return drop(peer);
      return want_write(epoll, peer, 1);
    }
    peer->offset = (size_t)sent < left ? peer->offset + (size_t)sent : 0;
  }
}

static void serve(void) {
  Peer listener = {.fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
  struct sockaddr_in a = address();
  socklen_t length = sizeof a;
  int one = 1;
  setsockopt(listener.fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(listener.fd, (struct sockaddr *)&a, sizeof a) != 0) die("bind");
  if (listen(listener.fd, 4096) != 0) die("listen");
  getsockname(listener.fd, (struct sockaddr *)&a, &length);
  printf("%d\n", ntohs(a.sin_port));
  fflush(stdout);
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  watch(epoll, EPOLL_CTL_ADD, EPOLLIN, &listener);
  struct epoll_event events[EVENTS];
  for (;;) {
    int count = epoll_wait(epoll, events, EVENTS, -1);
    for (int i = 0; i < count; i++) {
      Peer *peer = events[i].data.ptr;
      if (peer != &listener) {
        (option.stream ? stream_turn : echo_turn)(epoll, peer, events[i].events);
        continue;
      }
      int fd;
      while ((fd = accept4(listener.fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        Peer *new = calloc(1, sizeof *new);
        if (!new) die("calloc");
        new->fd = fd;
        new->waits_to_write = option.stream;
        watch(epoll, EPOLL_CTL_ADD, EPOLLIN | (option.stream ? EPOLLOUT : 0), new);
      }
    }
  }
}

// --- Client ---

// A histogram of latencies. A bucket covers 1/64 of a power of two: exact enough for percentiles.
static uint64_t histogram[64 * 64], samples;

static void record(uint64_t nanoseconds) {
  int shift = nanoseconds < 64 ? 0 : 58 - __builtin_clzll(nanoseconds);
  histogram[shift * 64 + (int)(nanoseconds >> shift)]++;
  samples++;
}

static double percentile(double part) {
  uint64_t wanted = (uint64_t)(part * (double)samples), seen = 0;
  for (int i = 0; i < 64 * 64; i++) {
    seen += histogram[i];
    if (histogram[i] && seen >= wanted) {
      int shift = i < 64 ? 0 : i / 64;
      return (double)((uint64_t)(i - shift * 64) << shift) / 1000;
    }
  }
  return 0;
}

static void send_messages(int epoll, Peer *peer) {
  while (peer->owed > 0) {
    size_t size = peer->owed < BUFFER ? peer->owed : BUFFER;
    ssize_t sent = send(peer->fd, buffer, size, MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN) die("send");
    if (sent > 0) peer->owed -= (size_t)sent;
    if (sent < (ssize_t)size) break;
  }
  want_write(epoll, peer, peer->owed > 0);
}

// Reads the answers that have arrived, and sends as many new messages. Returns how many.
static uint64_t client_turn(int epoll, Peer *peer, int measuring) {
  ssize_t count = recv(peer->fd, buffer, sizeof buffer, 0);
  if (count == 0) errno = ECONNRESET;
  if (count == 0 || (count < 0 && errno != EAGAIN)) die("recv");
  if (count < 0) return 0;
  size_t size = (size_t)(option.stream ? option.message : option.size);
  size_t have = peer->partial + (size_t)count;
  uint64_t messages = have / size;
  peer->partial = have % size;
  if (option.stream || messages == 0) return messages;
  uint64_t moment = now();
  for (uint64_t i = 0; i < messages; i++) {
    if (measuring) record(moment - peer->sent[peer->first]);
    peer->sent[peer->first] = moment;
    peer->first = (peer->first + 1) % (unsigned)option.inflight;
  }
  peer->owed += messages * size;
  send_messages(epoll, peer);
  return messages;
}

static void report(uint64_t messages, double seconds) {
  double rate = (double)messages / seconds;
  const char *name = option.stream ? "stream" : "echo";
  int size = option.stream ? option.message : option.size;
  if (option.json) {
    printf("{\"peer\":\"c-epoll\",\"mode\":\"%s\",\"connections\":%d,\"inflight\":%d,\"size\":%d,"
           "\"cpu\":%d,\"seconds\":%.3f,\"messages\":%llu,\"per_second\":%.0f",
           name, option.connections, option.stream ? 0 : option.inflight, size, option.cpu, seconds,
           (unsigned long long)messages, rate);
    if (!option.stream) {
      printf(",\"p50_us\":%.1f,\"p99_us\":%.1f", percentile(0.5), percentile(0.99));
    }
    printf("}\n");
    return;
  }
  printf("%s: %d connections, %d bytes: %.0f messages/s", name, option.connections, size, rate);
  if (!option.stream) {
    printf(", %d in flight, p50 %.1f us, p99 %.1f us", option.inflight, percentile(0.5),
           percentile(0.99));
  }
  printf("\n");
}

static void measure(void) {
  int epoll = epoll_create1(EPOLL_CLOEXEC), one = 1;
  struct sockaddr_in a = address();
  Peer *peers = calloc((size_t)option.connections, sizeof *peers);
  for (int i = 0; i < option.connections; i++) {
    Peer *peer = &peers[i];
    peer->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(peer->fd, (struct sockaddr *)&a, sizeof a) != 0) die("connect");
    setsockopt(peer->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (fcntl(peer->fd, F_SETFL, O_NONBLOCK) != 0) die("fcntl");
    watch(epoll, EPOLL_CTL_ADD, EPOLLIN, peer);
  }
  uint64_t start = now();
  for (int i = 0; i < option.connections && !option.stream; i++) {
    peers[i].sent = calloc((size_t)option.inflight, sizeof *peers[i].sent);
    for (int j = 0; j < option.inflight; j++) peers[i].sent[j] = now();
    peers[i].owed = (size_t)option.inflight * (size_t)option.size;
    send_messages(epoll, &peers[i]);
  }
  uint64_t begin = start + (uint64_t)(option.warmup * 1e9), messages = 0, moment = start;
  uint64_t end = begin + (uint64_t)(option.seconds * 1e9);
  struct epoll_event events[EVENTS];
  while (moment < end) {
    int count = epoll_wait(epoll, events, EVENTS, 100);
    moment = now();
    for (int i = 0; i < count; i++) {
      Peer *peer = events[i].data.ptr;
      if (events[i].events & EPOLLOUT) send_messages(epoll, peer);
      if (!(events[i].events & ~(uint32_t)EPOLLOUT)) continue;
      uint64_t done = client_turn(epoll, peer, moment >= begin);
      if (moment >= begin) messages += done;
    }
  }
  report(messages, (double)(moment - begin) / 1e9);
}

// --- Options ---

static int usage(void) {
  fprintf(stderr,
          "usage: echo server [--port N] [--cpu N] [--stream] [--message BYTES] [--write BYTES]\n"
          "       echo client --port N [--connections N] [--inflight N] [--size BYTES]\n"
          "                   [--stream] [--message BYTES] [--seconds S] [--cpu N] [--json]\n");
  return 2;
}

int main(int argc, char **argv) {
  if (argc < 2) return usage();
  struct { const char *name; int *value, minimum, maximum; } numbers[] = {
      {"--port", &option.port, 0, 65535},         {"--cpu", &option.cpu, 0, CPU_SETSIZE - 1},
      {"--message", &option.message, 1, BUFFER},  {"--write", &option.write, 1, BUFFER},
      {"--connections", &option.connections, 1, 100000},
      {"--inflight", &option.inflight, 1, 100000}, {"--size", &option.size, 1, BUFFER}};
  for (int i = 2; i < argc; i++) {
    int known = 1;
    if (strcmp(argv[i], "--stream") == 0) option.stream = 1;
    else if (strcmp(argv[i], "--json") == 0) option.json = 1;
    else if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc) option.seconds = atof(argv[++i]);
    else known = 0;
    for (size_t j = 0; !known && i + 1 < argc && j < sizeof numbers / sizeof *numbers; j++) {
      if (strcmp(argv[i], numbers[j].name) != 0) continue;
      char *rest;
      long value = strtol(argv[++i], &rest, 10);
      if (*rest || value < numbers[j].minimum || value > numbers[j].maximum) return usage();
      *numbers[j].value = (int)value;
      known = 1;
    }
    if (!known) return usage();
  }
  signal(SIGPIPE, SIG_IGN);
  pin();
  if (strcmp(argv[1], "server") == 0) serve();
  else if (strcmp(argv[1], "client") == 0 && option.port > 0 && option.seconds > 0) measure();
  else return usage();
  return 0;
}

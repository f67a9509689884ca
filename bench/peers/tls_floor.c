// The least that TLS 1.3 costs on this machine: plain C and OpenSSL on a loopback TCP connection, beside the same
// program without TLS. One JSON object on the last line.
//
//   cc -O2 -Wall -Wextra -o tls_floor bench/peers/tls_floor.c -lssl -lcrypto
//   tls_floor [--seconds S] [--rounds N] [--size BYTES]
//
// Round trip: 64 bytes there and back, one at a time; medians in microseconds. Stream: the server writes --size bytes at
// a time (16384: a full record), the client reads; MB a second. Handshake: microseconds of processor time of both ends
// together, full (P-256 certificates of both sides) and resumed.
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 1 << 20, SAMPLES = 1 << 20 };
static char buffer[MOST];
static double samples[SAMPLES];

static void die(const char *what) {
  fprintf(stderr, "tls_floor: %s: %s\n", what, strerror(errno));
  ERR_print_errors_fp(stderr);
  exit(1);
}

static double now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void identify(SSL_CTX *context) {
  EVP_PKEY *key = EVP_EC_gen("P-256");
  X509 *certificate = X509_new();
  X509_NAME *name = X509_get_subject_name(certificate);
  X509_gmtime_adj(X509_getm_notBefore(certificate), -60);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 86400);
  X509_set_pubkey(certificate, key);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"floor", -1, -1, 0);
  X509_set_issuer_name(certificate, name);
  if (!X509_sign(certificate, key, EVP_sha256()) || !SSL_CTX_use_certificate(context, certificate) ||
      !SSL_CTX_use_PrivateKey(context, key)) {
    die("certificate");
  }
  X509_free(certificate);
  EVP_PKEY_free(key);
}

static int accept_all(X509_STORE_CTX *store, void *unused) {
  (void)unused;
  X509_STORE_CTX_set_error(store, X509_V_OK);
  return 1;
}

static SSL_CTX *context(int is_server) {
  SSL_CTX *made = SSL_CTX_new(is_server ? TLS_server_method() : TLS_client_method());
  if (!made) die("context");
  SSL_CTX_set_min_proto_version(made, TLS1_3_VERSION);
  SSL_CTX_set_ciphersuites(made, "TLS_AES_128_GCM_SHA256");
  SSL_CTX_set_verify(made, SSL_VERIFY_PEER, NULL);
  SSL_CTX_set_cert_verify_callback(made, accept_all, NULL);
  if (is_server) {
    SSL_CTX_set_session_cache_mode(made, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(made, 1);
    SSL_CTX_set_session_id_context(made, (const unsigned char *)"floor", 5);
  } else {
    SSL_CTX_set_session_cache_mode(made, SSL_SESS_CACHE_CLIENT);
  }
  identify(made);
  return made;
}

static SSL *secure(SSL_CTX *context, int fd, int is_server) {
  SSL *ssl = SSL_new(context);
  if (!ssl || !SSL_set_fd(ssl, fd)) die("SSL_new");
  if ((is_server ? SSL_accept(ssl) : SSL_connect(ssl)) != 1) die("handshake");
  return ssl;
}

static long get(SSL *ssl, int fd, char *out, size_t count) {
  return ssl ? SSL_read(ssl, out, (int)count) : read(fd, out, count);
}

static int put(SSL *ssl, int fd, const char *bytes, size_t count) {
  while (count > 0) {
    long done = ssl ? SSL_write(ssl, bytes, (int)count) : write(fd, bytes, count);
    if (done <= 0) return 0;
    bytes += done;
    count -= (size_t)done;
  }
  return 1;
}

static void serve(int fd, SSL_CTX *tls, size_t stream) {
  SSL *ssl = tls ? secure(tls, fd, 1) : NULL;
  if (stream) {
    while (put(ssl, fd, buffer, stream)) {
    }
  } else {
    long count;
    while ((count = get(ssl, fd, buffer, sizeof buffer)) > 0 && put(ssl, fd, buffer, (size_t)count)) {
    }
  }
  _exit(0);
}

static int connect_to_child(SSL_CTX *tls, size_t stream, pid_t *child) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int one = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, 1) ||
      getsockname(listener, (struct sockaddr *)&address, &length)) {
    die("listen");
  }
  *child = fork();
  if (*child < 0) die("fork");
  if (*child == 0) {
    int fd = accept(listener, NULL, NULL);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    serve(fd, tls, stream);
  }
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(fd, (struct sockaddr *)&address, length)) die("connect");
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  close(listener);
  return fd;
}

static void finish(SSL *ssl, int fd, pid_t child) {
  SSL_free(ssl);
  close(fd);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
}

static int ascending(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return difference < 0 ? -1 : difference > 0;
}

static double roundtrip(SSL_CTX *server, SSL_CTX *client, double seconds) {
  pid_t child;
  int fd = connect_to_child(server, 0, &child), count = 0;
  SSL *ssl = client ? secure(client, fd, 0) : NULL;
  double end = now(CLOCK_MONOTONIC) + seconds;
  while (count < SAMPLES) {
    double began = now(CLOCK_MONOTONIC);
    if (began > end) break;
    if (!put(ssl, fd, buffer, 64) || get(ssl, fd, buffer, 64) != 64) die("echo");
    samples[count++] = (now(CLOCK_MONOTONIC) - began) * 1e6;
  }
  finish(ssl, fd, child);
  qsort(samples, (size_t)count, sizeof *samples, ascending);
  return samples[count / 2];
}

static double stream(SSL_CTX *server, SSL_CTX *client, double seconds, size_t size) {
  pid_t child;
  int fd = connect_to_child(server, size, &child);
  SSL *ssl = client ? secure(client, fd, 0) : NULL;
  double began = now(CLOCK_MONOTONIC), total = 0, time;
  do {
    long count = get(ssl, fd, buffer, 65536);
    if (count <= 0) die("stream");
    total += (double)count;
    time = now(CLOCK_MONOTONIC) - began;
  } while (time < seconds);
  finish(ssl, fd, child);
  return total / time / 1e6;
}

// Both ends in this process, by memory: nothing but OpenSSL.
static double handshake(SSL_CTX *server, SSL_CTX *client, int is_resumed, int times) {
  SSL_SESSION *session = NULL;
  double spent = 0;
  for (int i = 0; i <= times; i++) {
    BIO *near, *far;
    SSL *one = SSL_new(client), *other = SSL_new(server);
    if (!BIO_new_bio_pair(&near, 1 << 16, &far, 1 << 16)) die("pair");
    SSL_set_bio(one, near, near);
    SSL_set_bio(other, far, far);
    if (session && is_resumed) SSL_set_session(one, session);
    SSL_set_connect_state(one);
    SSL_set_accept_state(other);
    double began = now(CLOCK_PROCESS_CPUTIME_ID);
    while (SSL_do_handshake(one) != 1 || SSL_do_handshake(other) != 1) {
      if (ERR_peek_error()) die("handshake");
      SSL_do_handshake(other);
    }
    SSL_write(other, buffer, 1);
    SSL_read(one, buffer, 1);
    if (i > 0) spent += now(CLOCK_PROCESS_CPUTIME_ID) - began;
    if (i > 0 && SSL_session_reused(one) != is_resumed) die("resumption");
    SSL_SESSION_free(session);
    session = SSL_get1_session(one);
    SSL_set_shutdown(one, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
    SSL_set_shutdown(other, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
    SSL_free(one);
    SSL_free(other);
  }
  SSL_SESSION_free(session);
  return spent / times * 1e6;
}

int main(int count, char **arguments) {
  double seconds = 1, best[4] = {1e9, 1e9, 0, 0};
  int rounds = 3;
  size_t size = 16384;
  for (int i = 1; i + 1 < count; i += 2) {
    if (!strcmp(arguments[i], "--seconds")) seconds = atof(arguments[i + 1]);
    if (!strcmp(arguments[i], "--rounds")) rounds = atoi(arguments[i + 1]);
    if (!strcmp(arguments[i], "--size")) size = (size_t)atol(arguments[i + 1]);
  }
  if (size < 1 || size > MOST) size = 16384;
  signal(SIGPIPE, SIG_IGN);
  SSL_CTX *server = context(1), *client = context(0);
  for (int i = 0; i < rounds; i++) {
    double found[4] = {roundtrip(NULL, NULL, seconds), roundtrip(server, client, seconds),
                       stream(NULL, NULL, seconds, size), stream(server, client, seconds, size)};
    for (int k = 0; k < 4; k++) {
      if (k < 2 ? found[k] < best[k] : found[k] > best[k]) best[k] = found[k];
    }
  }
  printf("{\"plain_us\":%.1f,\"tls_us\":%.1f,\"roundtrip\":%.2f,\"plain_mb_s\":%.0f,\"tls_mb_s\":%.0f,\"stream\":%.2f,"
         "\"handshake_us\":%.0f,\"resumed_us\":%.0f}\n",
         best[0], best[1], best[1] / best[0], best[2], best[3], best[3] / best[2],
         handshake(server, client, 0, 300), handshake(server, client, 1, 300));
  SSL_CTX_free(server);
  SSL_CTX_free(client);
  return 0;
}

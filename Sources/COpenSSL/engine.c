// One end of a connection, between bytes and bytes.
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// --- The BIO: reads the lent input, appends to the output ---

static int bio_read(BIO *bio, char *out, size_t capacity, size_t *count) {
  struct copenssl_engine *engine = BIO_get_data(bio);
  BIO_clear_retry_flags(bio);
  *count = 0;
  if (!engine || engine->input_count == 0) {
    BIO_set_retry_read(bio);
    return 0;
  }
  size_t taken = capacity < engine->input_count ? capacity : engine->input_count;
  memcpy(out, engine->input, taken);
  engine->input += taken;
  engine->input_count -= taken;
  *count = taken;
  return 1;
}

static int bio_write(BIO *bio, const char *bytes, size_t count, size_t *written) {
  struct copenssl_engine *engine = BIO_get_data(bio);
  BIO_clear_retry_flags(bio);
  *written = 0;
  if (!engine || copenssl_append(&engine->output, bytes, count) != 0) return 0;
  *written = count;
  return 1;
}

static long bio_control(BIO *bio, int command, long number, void *pointer) {
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

static BIO_METHOD *method;
static CRYPTO_ONCE once = CRYPTO_ONCE_STATIC_INIT;

static void make_method(void) {
  method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "lent bytes");
  if (!method) return;
  BIO_meth_set_read_ex(method, bio_read);
  BIO_meth_set_write_ex(method, bio_write);
  BIO_meth_set_ctrl(method, bio_control);
}

BIO *copenssl_bio_new(struct copenssl_engine *engine) {
  if (!CRYPTO_THREAD_run_once(&once, make_method) || !method) return NULL;
  BIO *bio = BIO_new(method);
  if (!bio) return NULL;
  BIO_set_data(bio, engine);
  BIO_set_init(bio, 1);
  return bio;
}

// --- Life ---

static int set_name(SSL *ssl, const char *name) {
  X509_VERIFY_PARAM *parameters = SSL_get0_param(ssl);
  // An address is looked for among the certificate's addresses, a name among its names.
  if (X509_VERIFY_PARAM_set1_ip_asc(parameters, name)) return 1;
  ERR_clear_error();
  SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  return SSL_set1_host(ssl, name) && SSL_set_tlsext_host_name(ssl, name);
}

copenssl_engine *copenssl_engine_new(copenssl_context *context, int is_server, int policy,
                                     const char *name, const uint8_t *pin) {
  struct copenssl_engine *engine = calloc(1, sizeof *engine);
  if (!engine) return NULL;
  engine->failure.alert = -1;
  engine->policy = policy;
  if (pin) memcpy(engine->pin, pin, sizeof engine->pin);
  engine->ssl = SSL_new(context);
  BIO *bio = engine->ssl ? copenssl_bio_new(engine) : NULL;
  if (!bio || !SSL_set_app_data(engine->ssl, engine)) {
    BIO_free(bio);
    copenssl_engine_free(engine);
    return NULL;
  }
  SSL_set_bio(engine->ssl, bio, bio);
  if (is_server) {
    SSL_set_accept_state(engine->ssl);
  } else {
    SSL_set_connect_state(engine->ssl);
  }
  if (policy == COPENSSL_CHAIN && (!name || !set_name(engine->ssl, name))) {
    ERR_clear_error();
    copenssl_engine_free(engine);
    return NULL;
  }
  return engine;
}

void copenssl_engine_free(copenssl_engine *engine) {
  if (!engine) return;
  SSL_free(engine->ssl);
  SSL_SESSION_free(engine->session);
  copenssl_buffer_free(&engine->output);
  free(engine);
  ERR_clear_error();
}

void copenssl_engine_lend(copenssl_engine *engine, const void *input, size_t count) {
  engine->input = input;
  engine->input_count = input ? count : 0;
}

size_t copenssl_engine_rest(const copenssl_engine *engine) { return engine->input_count; }

size_t copenssl_engine_output(const copenssl_engine *engine, const uint8_t **bytes) {
  size_t count = engine->output.count - engine->sent;
  *bytes = count > 0 ? engine->output.bytes + engine->sent : NULL;
  return count;
}

/// Gives the memory of the output back. An engine that does not keep its buffers has a small one at most.
static void trim(copenssl_engine *engine) {
  if (engine->output.count == 0 && !engine->keeps_buffers && engine->output.capacity > 4096) {
    copenssl_buffer_free(&engine->output);
  }
}

void copenssl_engine_sent(copenssl_engine *engine, size_t count) {
  size_t waiting = engine->output.count - engine->sent;
  engine->sent += count < waiting ? count : waiting;
  if (engine->sent < engine->output.count) return;
  engine->output.count = 0;
  engine->sent = 0;
  trim(engine);
}

int copenssl_engine_has_input(const copenssl_engine *engine) {
  return engine->input_count > 0 || SSL_has_pending(engine->ssl);
}

void copenssl_engine_keep_buffers(copenssl_engine *engine, int keep) {
  engine->keeps_buffers = keep;
  if (keep) {
    SSL_clear_mode(engine->ssl, SSL_MODE_RELEASE_BUFFERS);
    return;
  }
  SSL_set_mode(engine->ssl, SSL_MODE_RELEASE_BUFFERS);
  // Has no effect while they hold something; then they are released when that is read or written.
  SSL_free_buffers(engine->ssl);
  ERR_clear_error();
  trim(engine);
}

void copenssl_engine_reserve(copenssl_engine *engine, size_t count) {
  // Without memory the step that needs it fails.
  (void)copenssl_reserve(&engine->output, count);
}

// --- Steps ---

/// Empties the queue of errors, by which OpenSSL tells a failure from a wait. It is empty nearly always, and emptying it
/// costs more than looking.
static void forget_errors(void) {
  if (ERR_peek_error() != 0) ERR_clear_error();
}

static int fail(copenssl_engine *engine) {
  unsigned long code = ERR_peek_error();
  int reason = ERR_GET_REASON(code);
  const char *text = ERR_reason_error_string(code);
  engine->failure.reason = reason;
  if (ERR_GET_LIB(code) == ERR_LIB_SSL && reason > SSL_AD_REASON_OFFSET &&
      reason <= SSL_AD_REASON_OFFSET + 255) {
    engine->failure.alert = reason - SSL_AD_REASON_OFFSET;
    text = SSL_alert_desc_string_long(engine->failure.alert);
  }
  snprintf(engine->failure.text, sizeof engine->failure.text, "%s", text ? text : "failed");
  ERR_clear_error();
  return COPENSSL_FAILED;
}

static int result(copenssl_engine *engine, int returned) {
  switch (SSL_get_error(engine->ssl, returned)) {
    case SSL_ERROR_NONE: return COPENSSL_DONE;
    case SSL_ERROR_WANT_READ: return COPENSSL_WANTS_INPUT;
    case SSL_ERROR_ZERO_RETURN: return COPENSSL_FINISHED;
    default: return fail(engine);
  }
}

/// A resumed connection has not been judged by the callback: the key in the session must still be the pinned one.
static int check_resumed(copenssl_engine *engine) {
  uint8_t found[32] = {0};
  if (engine->policy != COPENSSL_PIN || !SSL_session_reused(engine->ssl)) return COPENSSL_DONE;
  if (copenssl_engine_peer(engine, found) == 0 && copenssl_equal(found, engine->pin, 32)) {
    return COPENSSL_DONE;
  }
  memcpy(engine->failure.found, found, sizeof found);
  engine->failure.certificate = X509_V_ERR_APPLICATION_VERIFICATION;
  return COPENSSL_FAILED;
}

int copenssl_engine_handshake(copenssl_engine *engine) {
  forget_errors();
  int step = result(engine, SSL_do_handshake(engine->ssl));
  return step == COPENSSL_DONE ? check_resumed(engine) : step;
}

int copenssl_engine_read(copenssl_engine *engine, void *out, size_t capacity, size_t *count) {
  forget_errors();
  *count = 0;
  return result(engine, SSL_read_ex(engine->ssl, out, capacity, count));
}

int copenssl_engine_write(copenssl_engine *engine, const void *bytes, size_t count) {
  if (count == 0) return COPENSSL_DONE;
  forget_errors();
  size_t written = 0;
  int step = result(engine, SSL_write_ex(engine->ssl, bytes, count, &written));
  // The output takes everything, so a write is never put off.
  return step == COPENSSL_DONE && written == count ? COPENSSL_DONE : COPENSSL_FAILED;
}

void copenssl_engine_finish(copenssl_engine *engine) {
  ERR_clear_error();
  if (SSL_is_init_finished(engine->ssl)) SSL_shutdown(engine->ssl);
  ERR_clear_error();
}

void copenssl_engine_failure(const copenssl_engine *engine, copenssl_failure *out) {
  *out = engine->failure;
}

// --- What is known ---

int copenssl_engine_peer(const copenssl_engine *engine, uint8_t out[32]) {
  X509 *leaf = SSL_get0_peer_certificate(engine->ssl);
  return leaf ? copenssl_fingerprint(leaf, out) : -1;
}

int copenssl_engine_own(const copenssl_engine *engine, uint8_t out[32]) {
  X509 *leaf = SSL_get_certificate(engine->ssl);
  return leaf ? copenssl_fingerprint(leaf, out) : -1;
}

int copenssl_engine_is_resumed(const copenssl_engine *engine) {
  return SSL_session_reused(engine->ssl);
}

size_t copenssl_engine_protocol(const copenssl_engine *engine, char *out, size_t capacity) {
  const unsigned char *name = NULL;
  unsigned int count = 0;
  SSL_get0_alpn_selected(engine->ssl, &name, &count);
  if (!name || count >= capacity) return 0;
  memcpy(out, name, count);
  out[count] = 0;
  return count;
}

int copenssl_engine_export(const copenssl_engine *engine, const char *label, uint8_t out[32]) {
  int done = SSL_is_init_finished(engine->ssl) &&
             SSL_export_keying_material(engine->ssl, out, 32, label, strlen(label), NULL, 0, 0) == 1;
  ERR_clear_error();
  return done ? 0 : -1;
}

int copenssl_engine_session(const copenssl_engine *engine, copenssl_buffer *out) {
  if (!engine->session) return -1;
  unsigned char *der = NULL;
  int count = i2d_SSL_SESSION(engine->session, &der);
  if (count <= 0) return -1;
  int done = copenssl_append(out, der, (size_t)count);
  OPENSSL_clear_free(der, (size_t)count);
  return done;
}

int copenssl_engine_resume(copenssl_engine *engine, const void *session, size_t count) {
  const unsigned char *bytes = session;
  if (count > 65536) return -1;
  SSL_SESSION *offered = d2i_SSL_SESSION(NULL, &bytes, (long)count);
  int done = offered && SSL_SESSION_is_resumable(offered) && SSL_set_session(engine->ssl, offered);
  SSL_SESSION_free(offered);
  ERR_clear_error();
  return done ? 0 : -1;
}

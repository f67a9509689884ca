#pragma once
#include <openssl/ssl.h>

#include "COpenSSL.h"

/// One end of a connection. Its address is the SSL's app data.
struct copenssl_engine {
  SSL *ssl;
  int policy;
  uint8_t pin[32];
  const uint8_t *input;
  size_t input_count;
  copenssl_buffer output;
  /// How many bytes at the front of `output` are sent.
  size_t sent;
  int keeps_buffers;
  /// The newest ticket; owned.
  SSL_SESSION *session;
  copenssl_failure failure;
};

/// Appends bytes. Returns 0, or -1 when there is no memory.
int copenssl_append(copenssl_buffer *buffer, const void *bytes, size_t count);

/// Makes room for `count` more bytes. Returns 0, or -1 when there is no memory.
int copenssl_reserve(copenssl_buffer *buffer, size_t count);

/// Writes the SHA-256 of a certificate's SubjectPublicKeyInfo. Returns 0, or -1.
int copenssl_fingerprint(X509 *certificate, uint8_t out[32]);

/// Writes the text of the oldest error in the queue, and empties the queue.
void copenssl_reason(char *error, size_t capacity);

/// The callback that judges the other end's certificate.
int copenssl_verify(X509_STORE_CTX *store, void *unused);

/// The BIO between an engine and its lent buffers.
BIO *copenssl_bio_new(struct copenssl_engine *engine);

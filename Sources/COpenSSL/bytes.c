// Buffers, random bytes, hashes and comparisons.
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/// Keeps OpenSSL usable until the process is gone: other threads may be in it when one of them ends the process.
__attribute__((constructor)) static void keep_until_end(void) {
  OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}

void copenssl_buffer_free(copenssl_buffer *buffer) {
  free(buffer->bytes);
  *buffer = (copenssl_buffer){0};
}

int copenssl_reserve(copenssl_buffer *buffer, size_t count) {
  if (count > SIZE_MAX / 4 - buffer->count) return -1;
  size_t needed = buffer->count + count;
  if (needed <= buffer->capacity) return 0;
  size_t capacity = buffer->capacity < 2048 ? 4096 : buffer->capacity * 2;
  if (capacity < needed) capacity = needed;
  uint8_t *grown = realloc(buffer->bytes, capacity);
  if (!grown) return -1;
  buffer->bytes = grown;
  buffer->capacity = capacity;
  return 0;
}

int copenssl_append(copenssl_buffer *buffer, const void *bytes, size_t count) {
  if (copenssl_reserve(buffer, count) != 0) return -1;
  if (count > 0) memcpy(buffer->bytes + buffer->count, bytes, count);
  buffer->count += count;
  return 0;
}

int copenssl_random(void *out, size_t count) {
  return count <= INT32_MAX && RAND_bytes(out, (int)count) == 1 ? 0 : -1;
}

void copenssl_sha256(const void *bytes, size_t count, uint8_t out[32]) {
  EVP_Digest(bytes, count, out, NULL, EVP_sha256(), NULL);
}

void copenssl_hmac_sha256(const void *key, size_t key_count, const void *bytes, size_t count,
                          uint8_t out[32]) {
  HMAC(EVP_sha256(), key, (int)key_count, bytes, count, out, NULL);
}

int copenssl_equal(const void *one, const void *other, size_t count) {
  return CRYPTO_memcmp(one, other, count) == 0;
}

void copenssl_erase(void *bytes, size_t count) { OPENSSL_cleanse(bytes, count); }

void copenssl_reason(char *error, size_t capacity) {
  unsigned long code = ERR_peek_error();
  const char *text = ERR_reason_error_string(code);
  snprintf(error, capacity, "%s", text ? text : "cannot be used");
  ERR_clear_error();
}

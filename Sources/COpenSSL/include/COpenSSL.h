#pragma once
/// OpenSSL 3 behind one module: what Swift cannot call (macros, callbacks into the handshake, BIO methods),
/// reduced to a few functions. No function keeps a pointer that it is given, except where it says so. Texts are
/// written with a NUL and cut to the capacity.
#include <stddef.h>
#include <stdint.h>

// --- Bytes ---

/// A buffer that grows. Zero-initialised, it is empty.
typedef struct {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
} copenssl_buffer;

/// Frees the memory and empties the buffer.
void copenssl_buffer_free(copenssl_buffer *buffer);

/// Fills `out` with random bytes. Returns 0, or -1 when the system has none.
int copenssl_random(void *out, size_t count);

void copenssl_sha256(const void *bytes, size_t count, uint8_t out[32]);

void copenssl_hmac_sha256(const void *key, size_t key_count, const void *bytes, size_t count,
                          uint8_t out[32]);

/// Compares in a time that depends on `count` only. Returns 1 when equal, otherwise 0.
int copenssl_equal(const void *one, const void *other, size_t count);

/// Overwrites secret bytes; the compiler does not leave it out.
void copenssl_erase(void *bytes, size_t count);

// --- Keys and certificates ---

/// Makes a P-256 key and a self-signed certificate for it, as PEM: the key first. `alternatives` is a list such as
/// "DNS:host,IP:127.0.0.1". Returns 0, or -1.
int copenssl_make_identity(const char *name, const char *alternatives, copenssl_buffer *pem);

/// Writes the SHA-256 of the SubjectPublicKeyInfo of the first certificate in PEM text. Returns 0, or -1 when there
/// is none.
int copenssl_pem_fingerprint(const void *pem, size_t count, uint8_t out[32]);

/// Whether the first certificate in PEM text is valid now: 0, X509_V_ERR_CERT_NOT_YET_VALID or
/// X509_V_ERR_CERT_HAS_EXPIRED, with the date in `detail`, or -1 when there is none.
int copenssl_pem_validity(const void *pem, size_t count, char *detail, size_t capacity);

// --- Contexts ---

/// What the connections of one side have in common. Opaque: an SSL_CTX.
typedef struct ssl_ctx_st copenssl_context;

/// Returns a context for TLS 1.3 only, or NULL. `protocols` are ALPN names in wire form (length, bytes, …).
copenssl_context *copenssl_context_new(int is_server, const uint8_t *protocols, size_t count);
void copenssl_context_free(copenssl_context *context);

/// Return 0, or -1 with the reason in `error`.
int copenssl_context_certificate(copenssl_context *context, const void *pem, size_t count, char *error,
                                 size_t capacity);
int copenssl_context_key(copenssl_context *context, const void *pem, size_t count, char *error,
                         size_t capacity);
/// Adds the CA certificates in PEM text to those that are trusted.
int copenssl_context_trust(copenssl_context *context, const void *pem, size_t count, char *error,
                           size_t capacity);

// --- Connections ---

/// How the certificate of the other end is judged.
enum {
  /// The handshake goes on whatever it is; who it is is decided afterwards. For servers.
  COPENSSL_RECORD = 0,
  /// The public key must have the fingerprint `pin`.
  COPENSSL_PIN = 1,
  /// The chain must end at a trusted CA, and the certificate be valid and for `name`.
  COPENSSL_CHAIN = 2,
};

/// One end of a TLS connection, between bytes and bytes.
typedef struct copenssl_engine copenssl_engine;

/// The result of a step.
enum {
  COPENSSL_DONE = 0,
  /// More input is needed.
  COPENSSL_WANTS_INPUT = 1,
  /// The other end has finished writing, and said so.
  COPENSSL_FINISHED = 2,
  COPENSSL_FAILED = -1,
};

/// Why an engine failed.
typedef struct {
  /// The alert that the other end sent; -1: none.
  int alert;
  /// OpenSSL's reason code; 0: none.
  int reason;
  /// The X509_V_ERR code of the other end's certificate; 0: none.
  int certificate;
  /// OpenSSL's text of the reason.
  char text[128];
  /// What a message about the certificate needs: the date, the names, the issuer.
  char detail[256];
  /// The fingerprint of the certificate's key, where `certificate` is not 0.
  uint8_t found[32];
} copenssl_failure;

/// `name` and `pin` may be NULL where `policy` does not need them. Keeps `context` alive.
copenssl_engine *copenssl_engine_new(copenssl_context *context, int is_server, int policy,
                                     const char *name, const uint8_t *pin);
void copenssl_engine_free(copenssl_engine *engine);

/// Lends input to the engine for the next steps. What no step has taken is in `copenssl_engine_rest`. Must be taken
/// back, with NULL, before it is freed.
void copenssl_engine_lend(copenssl_engine *engine, const void *input, size_t count);
size_t copenssl_engine_rest(const copenssl_engine *engine);

/// The encrypted bytes that wait to be sent; valid until the next step. Returns how many.
size_t copenssl_engine_output(const copenssl_engine *engine, const uint8_t **bytes);
/// Drops sent bytes from the front.
void copenssl_engine_sent(copenssl_engine *engine, size_t count);
/// Whether input or decrypted bytes are left, so that another read may find something.
int copenssl_engine_has_input(const copenssl_engine *engine);

/// Sets whether the engine keeps its buffers, of some 34 KiB and those of the output, while it has nothing to do.
/// Making them for each record costs more than the encryption of a small one. At first it does not.
void copenssl_engine_keep_buffers(copenssl_engine *engine, int keep);

/// Makes room for so many encrypted bytes, so that the output need not grow step by step.
void copenssl_engine_reserve(copenssl_engine *engine, size_t count);

/// Continues the handshake.
int copenssl_engine_handshake(copenssl_engine *engine);
/// Decrypts at most `capacity` bytes.
int copenssl_engine_read(copenssl_engine *engine, void *out, size_t capacity, size_t *count);
/// Encrypts all bytes. The handshake must be done.
int copenssl_engine_write(copenssl_engine *engine, const void *bytes, size_t count);
/// Writes that nothing more will be sent.
void copenssl_engine_finish(copenssl_engine *engine);
/// Why the last step failed.
void copenssl_engine_failure(const copenssl_engine *engine, copenssl_failure *out);

/// OpenSSL's text of an X509_V_ERR code.
const char *copenssl_certificate_error(int code);

/// The fingerprint of the other end's public key. Returns 0, or -1 when it has sent no certificate.
int copenssl_engine_peer(const copenssl_engine *engine, uint8_t out[32]);
/// The fingerprint of this end's own public key. Returns 0, or -1 when it has no certificate.
int copenssl_engine_own(const copenssl_engine *engine, uint8_t out[32]);
/// The X509_V_ERR code of the other end's chain, 0 when it is valid, and -1 when no CAs are trusted or there is no
/// certificate. Looks at the dates again where the connection was resumed.
int copenssl_engine_chain(const copenssl_engine *engine);
/// The common name of the other end's certificate, or else its first DNS name. Returns its length, 0 for none.
size_t copenssl_engine_peer_name(const copenssl_engine *engine, char *out, size_t capacity);
int copenssl_engine_is_resumed(const copenssl_engine *engine);
/// The chosen ALPN name; returns its length, 0 for none.
size_t copenssl_engine_protocol(const copenssl_engine *engine, char *out, size_t capacity);
/// Writes 32 bytes that only the two ends of this connection can compute. Returns 0, or -1.
int copenssl_engine_export(const copenssl_engine *engine, const char *label, uint8_t out[32]);

/// Appends the newest session ticket that the server sent, in DER. Returns 0, or -1 when there is none.
int copenssl_engine_session(const copenssl_engine *engine, copenssl_buffer *out);
/// Offers to resume a session. Returns 0, or -1 when the bytes are no session. Before the handshake only.
int copenssl_engine_resume(copenssl_engine *engine, const void *session, size_t count);

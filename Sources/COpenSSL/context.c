// Contexts: what the connections of one side have in common.
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <string.h>

#include "internal.h"

// --- ALPN ---

/// The protocols of a server, kept with its context.
struct protocols {
  size_t count;
  uint8_t names[];
};

static int protocols_index = -1;

static void free_protocols(void *parent, void *value, CRYPTO_EX_DATA *data, int index, long arg,
                           void *pointer) {
  OPENSSL_free(value);
}

static CRYPTO_ONCE once = CRYPTO_ONCE_STATIC_INIT;

static void make_index(void) {
  protocols_index =
      CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_SSL_CTX, 0, NULL, NULL, NULL, free_protocols);
}

static int select_protocol(SSL *ssl, const unsigned char **out, unsigned char *count,
                           const unsigned char *offered, unsigned int offered_count, void *unused) {
  struct protocols *ours = SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), protocols_index);
  unsigned char *chosen = NULL;
  if (!ours || SSL_select_next_proto(&chosen, count, ours->names, (unsigned int)ours->count, offered,
                                     offered_count) != OPENSSL_NPN_NEGOTIATED) {
    return SSL_TLSEXT_ERR_ALERT_FATAL;
  }
  *out = chosen;
  return SSL_TLSEXT_ERR_OK;
}

static int set_protocols(SSL_CTX *context, int is_server, const uint8_t *names, size_t count) {
  // The other way round from most of OpenSSL: 0 is success.
  if (!is_server) return SSL_CTX_set_alpn_protos(context, names, (unsigned int)count) == 0;
  struct protocols *ours = OPENSSL_malloc(sizeof *ours + count);
  if (!ours) return 0;
  ours->count = count;
  memcpy(ours->names, names, count);
  if (!SSL_CTX_set_ex_data(context, protocols_index, ours)) {
    OPENSSL_free(ours);
    return 0;
  }
  SSL_CTX_set_alpn_select_cb(context, select_protocol, NULL);
  return 1;
}

// --- Sessions ---

static int keep_session(SSL *ssl, SSL_SESSION *session) {
  struct copenssl_engine *engine = SSL_get_app_data(ssl);
  if (!engine) return 0;
  SSL_SESSION_free(engine->session);
  engine->session = session;
  return 1;
}

// --- Contexts ---

copenssl_context *copenssl_context_new(int is_server, const uint8_t *protocols, size_t count) {
  if (!CRYPTO_THREAD_run_once(&once, make_index) || protocols_index < 0) return NULL;
  SSL_CTX *context = SSL_CTX_new(is_server ? TLS_server_method() : TLS_client_method());
  if (!context) return NULL;
  SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
  SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION);
  // AES-128 first: as safe here, and the fastest. Clients without AES instructions get ChaCha20.
  SSL_CTX_set_ciphersuites(context,
                           "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:"
                           "TLS_CHACHA20_POLY1305_SHA256");
  SSL_CTX_set_options(context, SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA |
                                   SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
  // Connections give their buffers of some 34 KiB back, but for those that copenssl_engine_keep_buffers names.
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
  SSL_CTX_set_cert_verify_callback(context, copenssl_verify, NULL);
  SSL_CTX_set_max_cert_list(context, 32 * 1024);
  if (is_server) {
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context, 1);
    SSL_CTX_set_session_id_context(context, (const unsigned char *)"a11y-bridge", 11);
    SSL_CTX_set_timeout(context, 12 * 60 * 60);
  } else {
    SSL_CTX_set_session_cache_mode(context,
                                   SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL_STORE);
    SSL_CTX_sess_set_new_cb(context, keep_session);
  }
  if (!set_protocols(context, is_server, protocols, count)) {
    SSL_CTX_free(context);
    return NULL;
  }
  return context;
}

void copenssl_context_free(copenssl_context *context) { SSL_CTX_free(context); }

/// Certificates may be followed by other things, such as a key; the end is not an error.
static int ended_well(void) {
  unsigned long last = ERR_peek_last_error();
  return ERR_GET_LIB(last) == ERR_LIB_PEM && ERR_GET_REASON(last) == PEM_R_NO_START_LINE;
}

static int each_certificate(const void *pem, size_t count, char *error, size_t capacity,
                            int (*use)(SSL_CTX *, X509 *, int), SSL_CTX *context) {
  BIO *bio = count <= INT32_MAX ? BIO_new_mem_buf(pem, (int)count) : NULL;
  int found = 0, failed = bio == NULL;
  X509 *certificate;
  while (!failed && (certificate = PEM_read_bio_X509(bio, NULL, NULL, ""))) {
    failed = !use(context, certificate, found++);
    X509_free(certificate);
  }
  BIO_free(bio);
  if (!failed && found > 0 && ended_well()) {
    ERR_clear_error();
    return 0;
  }
  if (!failed && found == 0 && ended_well()) {
    snprintf(error, capacity, "there is no certificate in it");
    ERR_clear_error();
  } else {
    copenssl_reason(error, capacity);
  }
  return -1;
}

static int use_certificate(SSL_CTX *context, X509 *certificate, int index) {
  return index == 0 ? SSL_CTX_use_certificate(context, certificate)
                    : (int)SSL_CTX_add1_chain_cert(context, certificate);
}

/// Whether TLS 1.3 has signatures of a kind of key.
static int can_sign(EVP_PKEY *key) {
  switch (key ? EVP_PKEY_get_base_id(key) : EVP_PKEY_NONE) {
    case EVP_PKEY_RSA:
    case EVP_PKEY_RSA_PSS:
    case EVP_PKEY_ED25519:
    case EVP_PKEY_ED448:
      return 1;
    case EVP_PKEY_EC: {
      char curve[32] = "";
      return EVP_PKEY_get_group_name(key, curve, sizeof curve, NULL) &&
             (!strcmp(curve, SN_X9_62_prime256v1) || !strcmp(curve, SN_secp384r1) ||
              !strcmp(curve, SN_secp521r1));
    }
    default:
      return 0;
  }
}

int copenssl_context_certificate(copenssl_context *context, const void *pem, size_t count, char *error,
                                 size_t capacity) {
  static const char *const cure = "make a P-256 key, with: openssl ecparam -name prime256v1 -genkey";
  int result = each_certificate(pem, count, error, capacity, use_certificate, context);
  if (result != 0 && strstr(error, "key too small")) {
    snprintf(error, capacity, "its key is too short to be safe; %s", cure);
  } else if (result == 0 && !can_sign(X509_get0_pubkey(SSL_CTX_get0_certificate(context)))) {
    snprintf(error, capacity, "TLS 1.3 has no keys of its kind; %s", cure);
    return -1;
  }
  return result;
}

/// Keys with a password are not usable: nobody is there to type it.
static int no_password(char *out, int capacity, int writing, void *unused) { return -1; }

int copenssl_context_key(copenssl_context *context, const void *pem, size_t count, char *error,
                         size_t capacity) {
  BIO *bio = count <= INT32_MAX ? BIO_new_mem_buf(pem, (int)count) : NULL;
  EVP_PKEY *key = bio ? PEM_read_bio_PrivateKey(bio, NULL, no_password, NULL) : NULL;
  BIO_free(bio);
  if (!key) {
    snprintf(error, capacity,
             "there is no private key in it that can be read without a password; to remove one, run: "
             "openssl pkey -in KEY -out NEW, and put NEW in the place of that key");
    ERR_clear_error();
    return -1;
  }
  int result =
      SSL_CTX_use_PrivateKey(context, key) && SSL_CTX_check_private_key(context) ? 0 : -1;
  EVP_PKEY_free(key);
  unsigned long code = ERR_peek_error();
  int is_other = ERR_GET_LIB(code) == ERR_LIB_X509
                     ? ERR_GET_REASON(code) == X509_R_KEY_VALUES_MISMATCH
                     // The certificate was set first, and is for a key of another kind.
                     : ERR_GET_LIB(code) == ERR_LIB_SSL &&
                           ERR_GET_REASON(code) == SSL_R_NO_CERTIFICATE_ASSIGNED;
  if (result != 0 && is_other) {
    snprintf(error, capacity,
             "it is not the key of the certificate; name the one that this was made for");
    ERR_clear_error();
  } else if (result != 0) {
    copenssl_reason(error, capacity);
  }
  return result;
}

static int trust(SSL_CTX *context, X509 *certificate, int index) {
  return X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate) &&
         // Tells clients which of their certificates to choose.
         SSL_CTX_add_client_CA(context, certificate);
}

int copenssl_context_trust(copenssl_context *context, const void *pem, size_t count, char *error,
                           size_t capacity) {
  return each_certificate(pem, count, error, capacity, trust, context);
}

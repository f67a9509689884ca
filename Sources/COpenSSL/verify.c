// How the other end's certificate is judged, and what to say about it.
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "internal.h"

static void describe_time(const ASN1_TIME *when, char *out, size_t capacity) {
  struct tm parts;
  if (!when || !ASN1_TIME_to_tm(when, &parts) ||
      strftime(out, capacity, "%Y-%m-%d %H:%M:%S UTC", &parts) == 0) {
    snprintf(out, capacity, "an unknown time");
  }
}

int copenssl_pem_validity(const void *pem, size_t count, char *detail, size_t capacity) {
  BIO *bio = count <= INT32_MAX ? BIO_new_mem_buf(pem, (int)count) : NULL;
  X509 *certificate = bio ? PEM_read_bio_X509(bio, NULL, NULL, "") : NULL;
  int result = -1;
  if (certificate) {
    const ASN1_TIME *begins = X509_get0_notBefore(certificate), *ends = X509_get0_notAfter(certificate);
    int is_early = X509_cmp_current_time(begins) > 0, has_expired = X509_cmp_current_time(ends) < 0;
    result = is_early ? X509_V_ERR_CERT_NOT_YET_VALID : has_expired ? X509_V_ERR_CERT_HAS_EXPIRED : 0;
    describe_time(is_early ? begins : ends, detail, capacity);
  }
  X509_free(certificate);
  BIO_free(bio);
  ERR_clear_error();
  return result;
}

static void describe_name(const X509_NAME *name, char *out, size_t capacity) {
  BIO *bio = BIO_new(BIO_s_mem());
  char *bytes = NULL;
  long count = 0;
  if (bio && X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253) >= 0) {
    count = BIO_get_mem_data(bio, &bytes);
  }
  snprintf(out, capacity, "%.*s", (int)(count < 0 ? 0 : count > 200 ? 200 : count), bytes ? bytes : "");
  BIO_free(bio);
}

/// Adds a text to a list. One with a NUL in it, which could pass for a shorter one, is left out.
static size_t add_text(char *out, size_t capacity, size_t used, const void *text, int count) {
  if (used + 1 >= capacity || count < 0 || memchr(text, 0, (size_t)count)) return used;
  int written = snprintf(out + used, capacity - used, "%s%.*s", used ? ", " : "", count,
                         (const char *)text);
  if (written < 0) return used;
  return (size_t)written >= capacity - used ? capacity - 1 : used + (size_t)written;
}

static size_t add_address(char *out, size_t capacity, size_t used, const ASN1_OCTET_STRING *address) {
  const unsigned char *bytes = ASN1_STRING_get0_data(address);
  char text[48];
  if (ASN1_STRING_length(address) == 4) {
    snprintf(text, sizeof text, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
  } else if (ASN1_STRING_length(address) == 16) {
    size_t end = 0;
    for (int i = 0; i < 16; i += 2) {
      end += (size_t)snprintf(text + end, sizeof text - end, i ? ":%x" : "%x",
                              bytes[i] << 8 | bytes[i + 1]);
    }
  } else {
    return used;
  }
  return add_text(out, capacity, used, text, (int)strlen(text));
}

static void describe_alternatives(X509 *certificate, char *out, size_t capacity) {
  out[0] = 0;
  GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
  size_t used = 0;
  for (int i = 0; i < sk_GENERAL_NAME_num(names); i++) {
    const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, i);
    if (name->type == GEN_DNS) {
      used = add_text(out, capacity, used, ASN1_STRING_get0_data(name->d.dNSName),
                      ASN1_STRING_length(name->d.dNSName));
    } else if (name->type == GEN_IPADD) {
      used = add_address(out, capacity, used, name->d.iPAddress);
    }
  }
  GENERAL_NAMES_free(names);
  if (used == 0) describe_name(X509_get_subject_name(certificate), out, capacity);
}

static void describe(struct copenssl_engine *engine, X509_STORE_CTX *store, X509 *leaf) {
  char *out = engine->failure.detail;
  size_t capacity = sizeof engine->failure.detail;
  X509 *current = X509_STORE_CTX_get_current_cert(store);
  if (!current) current = leaf;
  switch (engine->failure.certificate) {
    case X509_V_ERR_CERT_HAS_EXPIRED: describe_time(X509_get0_notAfter(current), out, capacity); break;
    case X509_V_ERR_CERT_NOT_YET_VALID:
      describe_time(X509_get0_notBefore(current), out, capacity);
      break;
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: describe_alternatives(leaf, out, capacity); break;
    default: describe_name(X509_get_issuer_name(current), out, capacity);
  }
}

static int has_trust(SSL *ssl) {
  X509_STORE *store = SSL_CTX_get_cert_store(SSL_get_SSL_CTX(ssl));
  return sk_X509_OBJECT_num(X509_STORE_get0_objects(store)) > 0;
}

int copenssl_verify(X509_STORE_CTX *store, void *unused) {
  SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
  struct copenssl_engine *engine = ssl ? SSL_get_app_data(ssl) : NULL;
  X509 *leaf = X509_STORE_CTX_get0_cert(store);
  if (!engine || !leaf) return 0;
  uint8_t *found = engine->failure.found;
  if (copenssl_fingerprint(leaf, found) != 0) return 0;
  if (engine->policy == COPENSSL_PIN) {
    if (copenssl_equal(found, engine->pin, 32)) {
      X509_STORE_CTX_set_error(store, X509_V_OK);
      return 1;
    }
    X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION);
    engine->failure.certificate = X509_V_ERR_APPLICATION_VERIFICATION;
    return 0;
  }
  if (engine->policy == COPENSSL_RECORD && !has_trust(ssl)) {
    X509_STORE_CTX_set_error(store, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY);
    return 1;
  }
  int is_valid = X509_verify_cert(store) > 0;
  if (!is_valid) {
    engine->failure.certificate = X509_STORE_CTX_get_error(store);
    // X509_verify_cert may fail without a code, for want of memory.
    if (engine->failure.certificate == X509_V_OK) engine->failure.certificate = X509_V_ERR_UNSPECIFIED;
    X509_STORE_CTX_set_error(store, engine->failure.certificate);
    describe(engine, store, leaf);
    ERR_clear_error();
  }
  return is_valid || engine->policy == COPENSSL_RECORD;
}

const char *copenssl_certificate_error(int code) { return X509_verify_cert_error_string(code); }

int copenssl_engine_chain(const copenssl_engine *engine) {
  X509 *leaf = SSL_get0_peer_certificate(engine->ssl);
  if (!leaf || !has_trust(engine->ssl)) return -1;
  long result = SSL_get_verify_result(engine->ssl);
  if (result != X509_V_OK) return (int)result;
  // A ticket may live longer than the certificate in it.
  if (X509_cmp_current_time(X509_get0_notAfter(leaf)) < 0) return X509_V_ERR_CERT_HAS_EXPIRED;
  return 0;
}

size_t copenssl_engine_peer_name(const copenssl_engine *engine, char *out, size_t capacity) {
  X509 *leaf = SSL_get0_peer_certificate(engine->ssl);
  if (!leaf || capacity == 0) return 0;
  out[0] = 0;
  const X509_NAME *subject = X509_get_subject_name(leaf);
  int index = X509_NAME_get_index_by_NID((X509_NAME *)subject, NID_commonName, -1);
  if (index >= 0) {
    unsigned char *text = NULL;
    int count = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, index)));
    size_t used = count > 0 ? add_text(out, capacity, 0, text, count) : 0;
    OPENSSL_free(text);
    return used;
  }
  GENERAL_NAMES *names = X509_get_ext_d2i(leaf, NID_subject_alt_name, NULL, NULL);
  size_t used = 0;
  for (int i = 0; i < sk_GENERAL_NAME_num(names) && used == 0; i++) {
    const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, i);
    if (name->type != GEN_DNS) continue;
    used = add_text(out, capacity, 0, ASN1_STRING_get0_data(name->d.dNSName),
                    ASN1_STRING_length(name->d.dNSName));
  }
  GENERAL_NAMES_free(names);
  return used;
}

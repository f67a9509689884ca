// Keys and certificates.
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <string.h>

#include "internal.h"

int copenssl_fingerprint(X509 *certificate, uint8_t out[32]) {
  unsigned char *der = NULL;
  int length = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &der);
  if (length <= 0) return -1;
  copenssl_sha256(der, (size_t)length, out);
  OPENSSL_free(der);
  return 0;
}

int copenssl_pem_fingerprint(const void *pem, size_t count, uint8_t out[32]) {
  if (count > INT32_MAX) return -1;
  BIO *bio = BIO_new_mem_buf(pem, (int)count);
  X509 *certificate = bio ? PEM_read_bio_X509(bio, NULL, NULL, "") : NULL;
  int result = certificate ? copenssl_fingerprint(certificate, out) : -1;
  X509_free(certificate);
  BIO_free(bio);
  ERR_clear_error();
  return result;
}

static int add_extension(X509 *certificate, int kind, const char *value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
  if (!extension) return 0;
  int result = X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  return result;
}

static int set_serial(X509 *certificate) {
  unsigned char bytes[16];
  if (RAND_bytes(bytes, sizeof bytes) != 1) return 0;
  bytes[0] &= 0x7f;
  bytes[0] |= 0x40;
  BIGNUM *number = BN_bin2bn(bytes, sizeof bytes, NULL);
  int result = number && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != NULL;
  BN_free(number);
  return result;
}

static int fill(X509 *certificate, EVP_PKEY *key, const char *name, const char *alternatives) {
  const long day = 24 * 60 * 60;
  X509_NAME *subject = X509_get_subject_name(certificate);
  return X509_set_version(certificate, X509_VERSION_3) && set_serial(certificate) &&
         // A day back, for clocks that are behind.
         X509_gmtime_adj(X509_getm_notBefore(certificate), -day) &&
         X509_gmtime_adj(X509_getm_notAfter(certificate), 7300 * day) &&
         X509_set_pubkey(certificate, key) &&
         X509_NAME_add_entry_by_NID(subject, NID_commonName, MBSTRING_UTF8,
                                    (const unsigned char *)name, -1, -1, 0) &&
         X509_set_issuer_name(certificate, subject) &&
         add_extension(certificate, NID_basic_constraints, "critical,CA:FALSE") &&
         add_extension(certificate, NID_key_usage, "critical,digitalSignature") &&
         add_extension(certificate, NID_ext_key_usage, "serverAuth,clientAuth") &&
         add_extension(certificate, NID_subject_key_identifier, "hash") &&
         add_extension(certificate, NID_authority_key_identifier, "keyid:always") &&
         add_extension(certificate, NID_subject_alt_name, alternatives) &&
         X509_sign(certificate, key, EVP_sha256()) > 0;
}

int copenssl_make_identity(const char *name, const char *alternatives, copenssl_buffer *pem) {
  EVP_PKEY *key = EVP_EC_gen("P-256");
  X509 *certificate = X509_new();
  BIO *bio = BIO_new(BIO_s_mem());
  int result = -1;
  if (key && certificate && bio && fill(certificate, key, name, alternatives) &&
      PEM_write_bio_PKCS8PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL) &&
      PEM_write_bio_X509(bio, certificate)) {
    char *bytes = NULL;
    long count = BIO_get_mem_data(bio, &bytes);
    if (count > 0) {
      result = copenssl_append(pem, bytes, (size_t)count);
      OPENSSL_cleanse(bytes, (size_t)count);
    }
  }
  BIO_free(bio);
  X509_free(certificate);
  EVP_PKEY_free(key);
  ERR_clear_error();
  return result;
}

#pragma once
#include <nghttp2/nghttp2.h>

#include "CNghttp2.h"

/// A text that grows. Zero-initialised, it is empty.
typedef struct {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
} cnghttp2_text;

/// The header fields of the request that arrives. There is one at a time.
typedef struct {
  cnghttp2_text path;
  cnghttp2_text authorization;
  cnghttp2_text agent;
  cnghttp2_text metadata;
  int keeps_metadata;
  /// The sum of the lengths of all fields, each with 32 bytes on top, as HPACK counts them.
  size_t bytes;
  size_t limit;
  uint32_t timeout_ms;
  int has_timeout;
  int has_bad_timeout;
  int credentials;
  int is_post;
  int is_grpc;
  int is_encoded;
} cnghttp2_head;

void cnghttp2_head_reset(cnghttp2_head *head);
void cnghttp2_head_free(cnghttp2_head *head);
void cnghttp2_head_add(cnghttp2_head *head, const uint8_t *name, size_t name_count, const uint8_t *value,
                       size_t value_count);
void cnghttp2_head_read(const cnghttp2_head *head, cnghttp2_request *out);

struct cnghttp2_session {
  nghttp2_session *raw;
  void *owner;
  cnghttp2_handlers handlers;
  cnghttp2_head head;
};

/// Asks `next` for data.
ssize_t cnghttp2_read(nghttp2_session *raw, int32_t stream, uint8_t *buffer, size_t limit, uint32_t *flags,
                      nghttp2_data_source *source, void *data);

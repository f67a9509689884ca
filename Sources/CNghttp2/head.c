// The header fields of requests.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// --- Texts ---

/// Returns whether there was memory.
static int append(cnghttp2_text *text, const uint8_t *bytes, size_t count) {
  if (text->count + count > text->capacity) {
    uint8_t *grown = realloc(text->bytes, text->count + count);
    if (!grown) return 0;
    text->bytes = grown;
    text->capacity = text->count + count;
  }
  if (count > 0) memcpy(text->bytes + text->count, bytes, count);
  text->count += count;
  return 1;
}

/// Returns whether there was memory.
static int set(cnghttp2_text *text, const uint8_t *bytes, size_t count) {
  text->count = 0;
  return append(text, bytes, count);
}

/// Whether bytes are a literal text.
#define IS(bytes, count, text) ((count) == sizeof(text) - 1 && memcmp(bytes, text, sizeof(text) - 1) == 0)

// --- Fields ---

/// Reads up to 8 digits and a unit, as milliseconds, rounded up. Returns 0 for anything else.
static int read_timeout(const uint8_t *bytes, size_t count, uint32_t *out) {
  if (count < 2 || count > 9) return 0;
  uint64_t number = 0;
  for (size_t i = 0; i < count - 1; i++) {
    if (bytes[i] < '0' || bytes[i] > '9') return 0;
    number = number * 10 + (bytes[i] - '0');
  }
  uint64_t ms;
  switch (bytes[count - 1]) {
    case 'H': ms = number * 3600 * 1000; break;
    case 'M': ms = number * 60 * 1000; break;
    case 'S': ms = number * 1000; break;
    case 'm': ms = number; break;
    case 'u': ms = (number + 999) / 1000; break;
    case 'n': ms = (number + 999999) / 1000000; break;
    default: return 0;
  }
  *out = ms > UINT32_MAX ? UINT32_MAX : (uint32_t)ms;
  return 1;
}

/// "application/grpc" or "application/grpc+proto", also with parameters.
static int is_grpc(const uint8_t *bytes, size_t count) {
  const char *type = "application/grpc", *proto = "+proto";
  size_t length = strlen(type);
  if (count < length || memcmp(bytes, type, length) != 0) return 0;
  if (count >= length + strlen(proto) && memcmp(bytes + length, proto, strlen(proto)) == 0) {
    length += strlen(proto);
  }
  return count == length || bytes[length] == ';' || bytes[length] == ' ';
}

/// Spaces around a value are no part of it (RFC 9110, 5.5).
static int is_space(uint8_t byte) { return byte == ' ' || byte == '\t'; }

void cnghttp2_head_add(cnghttp2_head *head, const uint8_t *name, size_t name_count, const uint8_t *value,
                       size_t value_count) {
  while (value_count > 0 && is_space(value[0])) {
    value += 1;
    value_count -= 1;
  }
  while (value_count > 0 && is_space(value[value_count - 1])) value_count -= 1;
  head->bytes += name_count + value_count + 32;
  if (head->bytes > head->limit) return;
  if (IS(name, name_count, ":path")) {
    if (!set(&head->path, value, value_count)) head->bytes = head->limit + 1;
  } else if (IS(name, name_count, ":method")) {
    head->is_post = IS(value, value_count, "POST");
  } else if (IS(name, name_count, "content-type")) {
    head->is_grpc = is_grpc(value, value_count);
  } else if (IS(name, name_count, "grpc-timeout")) {
    if (head->has_timeout || !read_timeout(value, value_count, &head->timeout_ms)) {
      head->has_bad_timeout = 1;
    }
    head->has_timeout = 1;
  } else if (IS(name, name_count, "authorization")) {
    head->credentials += 1;
    if (!set(&head->authorization, value, value_count)) head->bytes = head->limit + 1;
  } else if (IS(name, name_count, "user-agent")) {
    if (!set(&head->agent, value, value_count)) head->bytes = head->limit + 1;
  } else if (IS(name, name_count, "grpc-encoding")) {
    head->is_encoded = !IS(value, value_count, "identity");
  } else if (head->keeps_metadata && name_count >= 2 && memcmp(name, "x-", 2) == 0) {
    const uint8_t end = 0;
    if (!append(&head->metadata, name, name_count) || !append(&head->metadata, &end, 1) ||
        !append(&head->metadata, value, value_count) || !append(&head->metadata, &end, 1)) {
      head->bytes = head->limit + 1;
    }
  }
}

void cnghttp2_head_read(const cnghttp2_head *head, cnghttp2_request *out) {
  memset(out, 0, sizeof *out);
  out->path = head->path.bytes;
  out->path_count = head->path.count;
  if (head->credentials > 0) {
    out->authorization = head->authorization.bytes;
    out->authorization_count = head->authorization.count;
  }
  out->agent = head->agent.bytes;
  out->agent_count = head->agent.count;
  out->timeout_ms = head->timeout_ms;
  out->is_encoded = head->is_encoded;
  out->metadata = (cnghttp2_metadata){head->metadata.bytes, head->metadata.count};
  if (head->bytes > head->limit) {
    out->problem = CNGHTTP2_TOO_LONG;
  } else if (!head->is_post) {
    out->problem = CNGHTTP2_NOT_POST;
  } else if (!head->is_grpc) {
    out->problem = CNGHTTP2_NOT_GRPC;
  } else if (head->has_bad_timeout) {
    out->problem = CNGHTTP2_BAD_TIMEOUT;
  } else if (head->credentials > 1) {
    out->problem = CNGHTTP2_SEVERAL_CREDENTIALS;
  } else if (head->has_timeout && head->timeout_ms == 0) {
    out->problem = CNGHTTP2_NO_TIME;
  }
}

void cnghttp2_head_reset(cnghttp2_head *head) {
  cnghttp2_text path = head->path, authorization = head->authorization, agent = head->agent;
  cnghttp2_text metadata = head->metadata;
  size_t limit = head->limit;
  int keeps_metadata = head->keeps_metadata;
  memset(head, 0, sizeof *head);
  head->limit = limit;
  head->keeps_metadata = keeps_metadata;
  head->metadata = metadata;
  head->path = path;
  head->authorization = authorization;
  head->agent = agent;
  head->path.count = head->authorization.count = head->agent.count = head->metadata.count = 0;
}

void cnghttp2_head_free(cnghttp2_head *head) {
  free(head->path.bytes);
  free(head->authorization.bytes);
  free(head->agent.bytes);
  free(head->metadata.bytes);
}

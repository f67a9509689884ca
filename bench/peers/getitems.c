// Measures the minimum cost of reading an application's tree: org.a11y.atspi.Cache.GetItems over sd-bus, alone
// (`cache`), or followed by the frame and the action names of every element that has them, with 64 calls in
// flight (`complete`). Discards what it reads. Prints one JSON object.
//
// usage: getitems --app NAME [--phase cache|complete] [--in-flight N] [--wait-for ELEMENTS]
//
// --wait-for first waits, without measuring, until the cache has at least ELEMENTS elements and stops growing.
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <time.h>

enum { WAIT_SECONDS = 60, CALL_MICROSECONDS = 60000000 };
// Bits of the interfaces that the cache lists for an element.
enum { HAS_COMPONENT = 1, HAS_ACTION = 2 };

typedef struct {
  char *path;
  unsigned interfaces;
} item;

static sd_bus *bus;
static char application[256];
static item *items;
static size_t item_count;
static size_t call_count;

static void fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("getitems: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(1);
}

static void check(int result, const char *what) {
  if (result < 0) fail("%s: %s", what, strerror(-result));
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void connect_to_accessibility_bus(void) {
  sd_bus *session = NULL;
  sd_bus_message *reply = NULL;
  const char *address = NULL;
  check(sd_bus_open_user(&session), "session bus");
  check(sd_bus_call_method(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress",
                           NULL, &reply, ""), "org.a11y.Bus.GetAddress");
  check(sd_bus_message_read(reply, "s", &address), "address");
  check(sd_bus_new(&bus), "bus");
  check(sd_bus_set_address(bus, address), "address");
  check(sd_bus_set_bus_client(bus, 1), "bus client");
  check(sd_bus_start(bus), "accessibility bus");
  sd_bus_message_unref(reply);
  sd_bus_unref(session);
}

// GTK 3 and Chromium have no cache until a client listens.
static void register_listener(void) {
  sd_bus_message *reply = NULL;
  check(sd_bus_call_method(bus, "org.a11y.atspi.Registry", "/org/a11y/atspi/registry",
                           "org.a11y.atspi.Registry", "RegisterEvent", NULL, &reply, "sass",
                           "object:children-changed", 0, ""), "RegisterEvent");
  sd_bus_message_unref(reply);
}

// Sets `application` to the bus name of the application with this name. Returns false when there is none.
static bool find_application(const char *name) {
  sd_bus_message *reply = NULL;
  const char *child, *path;
  bool found = false;
  check(sd_bus_call_method(bus, "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root",
                           "org.a11y.atspi.Accessible", "GetChildren", NULL, &reply, ""),
        "GetChildren of the registry");
  check(sd_bus_message_enter_container(reply, 'a', "(so)"), "children");
  while (!found && sd_bus_message_read(reply, "(so)", &child, &path) > 0) {
    char *title = NULL;
    if (sd_bus_get_property_string(bus, child, path, "org.a11y.atspi.Accessible", "Name", NULL,
                                   &title) >= 0) {
      found = strcmp(title, name) == 0;
      free(title);
      if (found) snprintf(application, sizeof application, "%s", child);
    }
  }
  sd_bus_message_unref(reply);
  return found;
}

static void read_item(sd_bus_message *reply, bool is_new) {
  const char *owner, *path, *name, *description, *interface;
  int32_t index, children;
  uint32_t role, low, high;
  item entry = {0};

  check(sd_bus_message_read(reply, "(so)", &owner, &path), "object");
  entry.path = strdup(path);
  check(sd_bus_message_skip(reply, "(so)(so)"), "application and parent");
  if (is_new) {
    check(sd_bus_message_read(reply, "ii", &index, &children), "index and children");
  } else {
    check(sd_bus_message_skip(reply, "a(so)"), "children");
  }
  check(sd_bus_message_enter_container(reply, 'a', "s"), "interfaces");
  while (sd_bus_message_read(reply, "s", &interface) > 0) {
    if (!strcmp(interface, "org.a11y.atspi.Component")) entry.interfaces |= HAS_COMPONENT;
    if (!strcmp(interface, "org.a11y.atspi.Action")) entry.interfaces |= HAS_ACTION;
  }
  check(sd_bus_message_exit_container(reply), "interfaces");
  check(sd_bus_message_read(reply, "sus", &name, &role, &description), "name, role, description");
  check(sd_bus_message_enter_container(reply, 'a', "u"), "states");
  check(sd_bus_message_read(reply, "uu", &low, &high), "states");
  check(sd_bus_message_exit_container(reply), "states");

  if ((item_count & (item_count - 1)) == 0) {
    items = realloc(items, sizeof *items * (item_count ? item_count * 2 : 1));
    if (!items) fail("out of memory");
  }
  items[item_count++] = entry;
}

static void forget_items(void) {
  for (size_t i = 0; i < item_count; i++) free(items[i].path);
  free(items);
  items = NULL;
  item_count = 0;
}

static void get_items(void) {
  sd_bus_message *call = NULL, *reply = NULL;
  sd_bus_error error = SD_BUS_ERROR_NULL;
  const char *contents = NULL;
  forget_items();
  check(sd_bus_message_new_method_call(bus, &call, application, "/org/a11y/atspi/cache",
                                       "org.a11y.atspi.Cache", "GetItems"), "GetItems");
  if (sd_bus_call(bus, call, CALL_MICROSECONDS, &error, &reply) < 0) {
    fail("GetItems: %s", error.message);
  }
  check(sd_bus_message_peek_type(reply, NULL, &contents), "signature");
  bool is_new = contents && strncmp(contents, "((so)(so)(so)ii", 15) == 0;
  check(sd_bus_message_enter_container(reply, 'a', contents), "items");
  while (sd_bus_message_at_end(reply, 0) == 0) {
    check(sd_bus_message_enter_container(reply, 'r', NULL), "item");
    read_item(reply, is_new);
    check(sd_bus_message_exit_container(reply), "item");
  }
  call_count++;
  sd_bus_message_unref(call);
  sd_bus_message_unref(reply);
}

// --- every element's frame and actions, pipelined ---

// The calls to make, in order: frames and action lists of all elements, then the names that the lists left empty.
typedef struct {
  size_t element;
  enum { EXTENTS, ACTIONS, ACTION_NAME } what;
  int index;
} call;

static call *calls;
static size_t planned, sent, answered, names;

static void plan(call next) {
  if ((planned & (planned - 1)) == 0) {
    calls = realloc(calls, sizeof *calls * (planned ? planned * 2 : 1));
    if (!calls) fail("out of memory");
  }
  calls[planned++] = next;
}

static void read_actions(sd_bus_message *reply, size_t element) {
  const char *name, *description, *key;
  if (sd_bus_message_enter_container(reply, 'a', "(sss)") < 0) return;
  for (int i = 0; sd_bus_message_read(reply, "(sss)", &name, &description, &key) > 0; i++) {
    if (*name) {
      names++;
    } else {
      plan((call){element, ACTION_NAME, i});
    }
  }
}

static int on_reply(sd_bus_message *reply, void *context, sd_bus_error *error) {
  (void)error;
  call made = calls[(size_t)(uintptr_t)context];
  int x, y, width, height;
  const char *name;
  answered++;
  if (sd_bus_message_is_method_error(reply, NULL)) return 0;
  switch (made.what) {
  case EXTENTS:
    sd_bus_message_read(reply, "(iiii)", &x, &y, &width, &height);
    break;
  case ACTIONS:
    read_actions(reply, made.element);
    break;
  case ACTION_NAME:
    if (sd_bus_message_read(reply, "s", &name) > 0) names++;
    break;
  }
  return 0;
}

static void send_call(size_t number) {
  call made = calls[number];
  const char *path = items[made.element].path;
  void *context = (void *)(uintptr_t)number;
  int result = 0;
  switch (made.what) {
  case EXTENTS:
    result = sd_bus_call_method_async(bus, NULL, application, path, "org.a11y.atspi.Component",
                                      "GetExtents", on_reply, context, "u", 0);
    break;
  case ACTIONS:
    result = sd_bus_call_method_async(bus, NULL, application, path, "org.a11y.atspi.Action",
                                      "GetActions", on_reply, context, "");
    break;
  case ACTION_NAME:
    result = sd_bus_call_method_async(bus, NULL, application, path, "org.a11y.atspi.Action",
                                      "GetName", on_reply, context, "i", made.index);
    break;
  }
  check(result, "call");
  call_count++;
}

static void read_everything(size_t in_flight) {
  for (size_t i = 0; i < item_count; i++) {
    if (items[i].interfaces & HAS_COMPONENT) plan((call){i, EXTENTS, 0});
    if (items[i].interfaces & HAS_ACTION) plan((call){i, ACTIONS, 0});
  }
  while (answered < planned) {
    // Refill when half empty: calls that are sent together wake the other side once.
    if (sent - answered <= in_flight / 2) {
      while (sent < planned && sent - answered < in_flight) send_call(sent++);
    }
    int result = sd_bus_process(bus, NULL);
    check(result, "process");
    if (result == 0) check(sd_bus_wait(bus, CALL_MICROSECONDS), "wait");
  }
}

static void wait_for(const char *name, size_t wanted) {
  double deadline = seconds_now() + WAIT_SECONDS;
  size_t before = 0;
  for (;;) {
    if (*application || find_application(name)) {
      get_items();
      if (item_count >= wanted && item_count == before) return;
      before = item_count;
    }
    if (seconds_now() > deadline) {
      fail("%s has %zu elements after %d s, wanted %zu", name, item_count, WAIT_SECONDS, wanted);
    }
    nanosleep(&(struct timespec){0, 300000000}, NULL);
  }
}

int main(int count, char **arguments) {
  const char *name = NULL, *phase = "cache";
  size_t in_flight = 64, wanted = 0;
  for (int i = 1; i + 1 < count; i += 2) {
    const char *option = arguments[i], *value = arguments[i + 1];
    if (!strcmp(option, "--app")) name = value;
    else if (!strcmp(option, "--phase")) phase = value;
    else if (!strcmp(option, "--in-flight")) in_flight = strtoul(value, NULL, 10);
    else if (!strcmp(option, "--wait-for")) wanted = strtoul(value, NULL, 10);
    else fail("unknown option %s", option);
  }
  if (!name || !in_flight) fail("name the application: --app NAME");

  connect_to_accessibility_bus();
  register_listener();
  if (wanted) wait_for(name, wanted);
  if (!*application && !find_application(name)) fail("no application '%s' on the bus", name);

  call_count = 0;
  double start = seconds_now();
  get_items();
  if (!strcmp(phase, "complete")) read_everything(in_flight);
  double seconds = seconds_now() - start;
  printf("{\"peer\": \"getitems %s\", \"seconds\": %.6f, \"elements\": %zu, \"calls\": %zu, "
         "\"action_names\": %zu}\n", phase, seconds, item_count, call_count, names);
  return 0;
}

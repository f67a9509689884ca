// Walks an application's tree with libatspi, the C library of AT-SPI: the cost for every client that uses it.
// Prints one JSON object.
//
// usage: libatspi_walk --app NAME [--fields full|basic]
//
// basic: name, role, states. full: also extents and action names.
#include <atspi/atspi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t elements, actions;
static gboolean full = TRUE;

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void read_extents(AtspiAccessible *element) {
  AtspiComponent *component = atspi_accessible_get_component_iface(element);
  if (!component) return;
  g_free(atspi_component_get_extents(component, ATSPI_COORD_TYPE_SCREEN, NULL));
  g_object_unref(component);
}

static void read_actions(AtspiAccessible *element) {
  AtspiAction *action = atspi_accessible_get_action_iface(element);
  if (!action) return;
  int count = atspi_action_get_n_actions(action, NULL);
  for (int i = 0; i < count; i++) {
    g_free(atspi_action_get_action_name(action, i, NULL));
    actions++;
  }
  g_object_unref(action);
}

static void walk(AtspiAccessible *element) {
  elements++;
  g_free(atspi_accessible_get_name(element, NULL));
  atspi_accessible_get_role(element, NULL);
  g_object_unref(atspi_accessible_get_state_set(element));
  if (full) {
    read_extents(element);
    read_actions(element);
  }
  int count = atspi_accessible_get_child_count(element, NULL);
  for (int i = 0; i < count; i++) {
    AtspiAccessible *child = atspi_accessible_get_child_at_index(element, i, NULL);
    if (!child) continue;
    walk(child);
    g_object_unref(child);
  }
}

int main(int count, char **arguments) {
  const char *name = NULL;
  for (int i = 1; i + 1 < count; i += 2) {
    if (!strcmp(arguments[i], "--app")) name = arguments[i + 1];
    if (!strcmp(arguments[i], "--fields")) full = strcmp(arguments[i + 1], "basic") != 0;
  }
  if (!name) {
    fputs("libatspi_walk: name the application: --app NAME\n", stderr);
    return 2;
  }
  atspi_init();
  AtspiAccessible *desktop = atspi_get_desktop(0);
  int applications = atspi_accessible_get_child_count(desktop, NULL);
  for (int i = 0; i < applications; i++) {
    AtspiAccessible *application = atspi_accessible_get_child_at_index(desktop, i, NULL);
    char *title = application ? atspi_accessible_get_name(application, NULL) : NULL;
    if (!title || strcmp(title, name)) continue;
    double start = seconds_now();
    walk(application);
    printf("{\"peer\": \"libatspi %s\", \"seconds\": %.6f, \"elements\": %zu, \"actions\": %zu}\n",
           full ? "full" : "basic", seconds_now() - start, elements, actions);
    return 0;
  }
  fprintf(stderr, "libatspi_walk: no application '%s' on the bus\n", name);
  return 1;
}

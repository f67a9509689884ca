#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

int ctest_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

int ctest_guard(void) {
  enum { MOST = 4096 };
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  pid_t guard = fork();
  if (guard == 0) {
    // Only calls that are safe between fork and exec in a process with threads. The guard is a child of init: one that had
    // ended and was not waited for would be all that others hear of who wait for any child.
    pid_t second = fork();
    if (second != 0) _exit(second < 0);
    static pid_t listed[MOST];
    int count = 0;
    pid_t next;
    setsid();
    dup2(ends[0], 0);
    close_range(1, ~0U, 0);
    for (;;) {
      ssize_t length = read(0, &next, sizeof next);
      if (length < 0 && errno == EINTR) continue;
      if (length != sizeof next) break;
      if (next > 0 && count < MOST) listed[count++] = next;
      for (int place = 0; next < 0 && place < count; place++) {
        if (listed[place] == -next) listed[place] = listed[--count];
      }
    }
    while (count > 0) kill(listed[--count], SIGKILL);
    _exit(0);
  }
  close(ends[0]);
  int status = -1;
  while (guard > 0 && waitpid(guard, &status, 0) < 0 && errno == EINTR) {
  }
  if (guard > 0 && status == 0) return ends[1];
  close(ends[1]);
  return -1;
}

int ctest_spawn(pid_t *pid, const char *program, char *const *arguments, char *const *environment,
                const char *directory, const int descriptors[3]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t every, none;
  sigfillset(&every);
  sigemptyset(&none);

  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  for (int target = 0; !error && target < 3; target++) {
    error = posix_spawn_file_actions_adddup2(&actions, descriptors[target], target);
  }
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (!error && directory) error = posix_spawn_file_actions_addchdir_np(&actions, directory);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &every);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) {
    error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  if (!error) error = posix_spawn(pid, program, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

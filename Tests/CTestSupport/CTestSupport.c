#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

int ctest_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  *reading = ends[0];
  *writing = ends[1];
  return 0;
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

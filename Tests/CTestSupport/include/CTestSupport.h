#pragma once
/// Starting programs, with the GNU extensions that `import Glibc` does not give.
#include <sys/types.h>

/// pipe2 with O_CLOEXEC. Returns 0, or an error number.
int ctest_pipe(int *reading, int *writing);

/// Starts a process that outlives this one, however that ends, and then kills the processes that are on its list. Returns
/// the descriptor of its list: what is written there, a pid_t, is put on it, and its negative taken off. -1: an error.
int ctest_guard(void);

/// Starts `program` with three descriptors as its standard ones and no others, with no signal ignored or
/// blocked, in `directory` unless that is NULL. Returns 0, or an error number.
int ctest_spawn(pid_t *pid, const char *program, char *const *arguments, char *const *environment,
                const char *directory, const int descriptors[3]);

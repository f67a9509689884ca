#pragma once
/// What `import Glibc` does not give, and the calls whose C idioms (address casts, GNU extensions,
/// packed structs, variadic calls) Swift cannot write. Each sets errno like the call it stands for.
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>

// --- Polling ---

/// epoll_ctl, with the event given by value: `token` comes back with each event.
int clinux_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t token);

/// Waits at most `nanoseconds` (negative: for ever). epoll_pwait2 where the kernel has it, else
/// epoll_wait with the time rounded up to a millisecond.
int clinux_epoll_wait(int epoll, struct epoll_event *events, int capacity, int64_t nanoseconds);

/// CLOCK_MONOTONIC in nanoseconds.
uint64_t clinux_monotonic_nanoseconds(void);

/// Processor time of the calling thread, in nanoseconds.
uint64_t clinux_thread_nanoseconds(void);

/// The number of the event loop that has this thread; 0 for none.
uintptr_t clinux_current_loop(void);
void clinux_set_current_loop(uintptr_t number);

/// Blocks the signals in this thread and returns a non-blocking signalfd for them.
int clinux_signal_open(const int *signals, int count);

/// Blocks all signals in this thread, or undoes that. What a thread starts inherits it.
void clinux_block_signals(sigset_t *before);
void clinux_restore_signals(const sigset_t *before);

/// Undoes the blocking that `clinux_signal_open` did.
int clinux_signal_unblock(const int *signals, int count);

/// The number of the next signal; -1 with EAGAIN when there is none.
int clinux_signal_next(int fd);

// --- Sockets ---

/// accept4 with SOCK_NONBLOCK | SOCK_CLOEXEC (a GNU extension).
int clinux_accept(int fd);

/// setsockopt with an int.
int clinux_set_option(int fd, int level, int name, int value);

/// getsockopt(SO_ERROR): the pending error, 0 for none, and -1 with errno when the call fails.
int clinux_pending_error(int fd);

/// SO_PEERCRED of a unix socket (`struct ucred` is a GNU extension).
int clinux_peer_credentials(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid);

/// sendmsg of `count` pieces with MSG_NOSIGNAL | MSG_DONTWAIT.
ssize_t clinux_send_gathered(int fd, struct iovec *pieces, size_t count);

// --- Addresses (sockaddr casts) ---

/// Fills `out` from a numeric IPv4 or IPv6 host. Returns the length, or 0 when it is not numeric.
socklen_t clinux_address_numeric(const char *host, uint16_t port, struct sockaddr_storage *out);

/// Fills `out` with a unix path. Returns the length, or 0 when the path is empty or too long.
socklen_t clinux_address_unix(const char *path, struct sockaddr_storage *out);

/// getaddrinfo for stream sockets. Returns how many were written, or a negative EAI code. Blocks.
int clinux_address_resolve(const char *host, uint16_t port, struct sockaddr_storage *out,
                           socklen_t *lengths, int capacity);

/// Numeric host text and port of an IPv4 or IPv6 address; -1 for another family.
int clinux_address_text(const struct sockaddr_storage *address, char *host, size_t capacity,
                        uint16_t *port);

/// 1 for 127.0.0.0/8, ::1, ::ffff:127.0.0.0/104 and unix; else 0.
int clinux_address_is_loopback(const struct sockaddr_storage *address);

int clinux_bind(int fd, const struct sockaddr_storage *address, socklen_t length);
int clinux_connect(int fd, const struct sockaddr_storage *address, socklen_t length);
int clinux_local_address(int fd, struct sockaddr_storage *out, socklen_t *length);
int clinux_peer_address(int fd, struct sockaddr_storage *out, socklen_t *length);

// --- Errors ---

/// strerror_r, whose two variants (GNU, POSIX) differ in type.
void clinux_error_text(int code, char *text, size_t capacity);

// --- Threads ---

/// Names this thread (pthread_setname_np is a GNU extension); 15 bytes are kept.
void clinux_name_thread(const char *name);

// --- Memory ---

/// Gives free memory back to the system (malloc_trim is a GNU extension).
void clinux_release_free_memory(void);

/// Has big blocks given back as soon as they are freed: without limits of its own, glibc keeps blocks
/// of up to 32 MiB once it has seen one of that size.
void clinux_bound_free_memory(void);

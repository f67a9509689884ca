#pragma once
/// What `import Glibc` does not offer, and the calls whose C idioms (address casts, GNU extensions,
/// packed structs, variadic calls) Swift cannot express. Each sets errno like the call that it stands for.
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

/// Calls epoll_ctl, with the event given by value: `token` comes back with each event.
int clinux_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t token);

/// Waits at most `nanoseconds` (negative: for ever). Uses epoll_pwait2 where the kernel has it, otherwise
/// epoll_wait with the time rounded up to a millisecond.
int clinux_epoll_wait(int epoll, struct epoll_event *events, int capacity, int64_t nanoseconds);

/// Returns CLOCK_MONOTONIC in nanoseconds.
uint64_t clinux_monotonic_nanoseconds(void);

/// Returns the processor time of the calling thread, in nanoseconds.
uint64_t clinux_thread_nanoseconds(void);

/// The number of the event loop that is running on this thread; 0 for none.
uintptr_t clinux_current_loop(void);
void clinux_set_current_loop(uintptr_t number);

/// Blocks the signals in this thread and returns a non-blocking signalfd for them.
int clinux_signal_open(const int *signals, int count);

/// Blocks all signals in this thread, or undoes that. Threads that this thread starts inherit the mask.
void clinux_block_signals(sigset_t *before);
void clinux_restore_signals(const sigset_t *before);

/// Unblocks the signals that `clinux_signal_open` blocked.
int clinux_signal_unblock(const int *signals, int count);

/// Returns the number of the next signal, or -1 with EAGAIN when there is none.
int clinux_signal_next(int fd);

// --- Sockets ---

/// Calls accept4 with SOCK_NONBLOCK | SOCK_CLOEXEC (a GNU extension).
int clinux_accept(int fd);

/// Calls setsockopt with an int.
int clinux_set_option(int fd, int level, int name, int value);

/// Returns the pending error (SO_ERROR), 0 for none, or -1 with errno when getsockopt fails.
int clinux_pending_error(int fd);

/// Reads SO_PEERCRED of a unix socket (`struct ucred` is a GNU extension).
int clinux_peer_credentials(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid);

/// Asks the kernel (sock_diag) which user owns the TCP socket at the other end of `fd`, when it is on this machine and
/// in this network namespace. Returns 0, or -1 with errno: ENOENT when there is no such socket that a program has open.
int clinux_tcp_peer_owner(int fd, uint32_t *uid);

/// Receives bytes with recv and MSG_DONTWAIT.
ssize_t clinux_receive(int fd, void *bytes, size_t size, int flags);

/// Sends `count` pieces with sendmsg (a single one with send), with MSG_NOSIGNAL | MSG_DONTWAIT.
ssize_t clinux_send_gathered(int fd, struct iovec *pieces, size_t count);

// --- Addresses (sockaddr casts) ---

/// Fills `out` from a numeric IPv4 or IPv6 host. Returns the length, or 0 when it is not numeric.
socklen_t clinux_address_numeric(const char *host, uint16_t port, struct sockaddr_storage *out);

/// Fills `out` with a unix path. Returns the length, or 0 when the path is empty or too long.
socklen_t clinux_address_unix(const char *path, struct sockaddr_storage *out);

/// Calls getaddrinfo for stream sockets. Returns how many addresses were written, or a negative EAI code. Blocks.
int clinux_address_resolve(const char *host, uint16_t port, struct sockaddr_storage *out,
                           socklen_t *lengths, int capacity);

/// Writes the numeric host and the port of an IPv4 or IPv6 address. Returns -1 for another family.
int clinux_address_text(const struct sockaddr_storage *address, char *host, size_t capacity,
                        uint16_t *port);

/// Returns 1 for 127.0.0.0/8, ::1, ::ffff:127.0.0.0/104 and unix addresses, otherwise 0.
int clinux_address_is_loopback(const struct sockaddr_storage *address);

/// Fills `out` with the addresses of this machine's interfaces that are up, without loopback and link-local ones.
/// Returns how many there are, at most `capacity`, or -1.
int clinux_interface_addresses(struct sockaddr_storage *out, int capacity);

int clinux_bind(int fd, const struct sockaddr_storage *address, socklen_t length);
int clinux_connect(int fd, const struct sockaddr_storage *address, socklen_t length);
int clinux_local_address(int fd, struct sockaddr_storage *out, socklen_t *length);
int clinux_peer_address(int fd, struct sockaddr_storage *out, socklen_t *length);

// --- Errors ---

/// Calls strerror_r, whose two variants (GNU, POSIX) differ in type.
void clinux_error_text(int code, char *text, size_t capacity);

// --- Threads ---

/// Names this thread (pthread_setname_np is a GNU extension). Only the first 15 bytes are kept.
void clinux_name_thread(const char *name);

// --- Memory ---

/// Returns free memory to the system (malloc_trim is a GNU extension).
void clinux_release_free_memory(void);

/// Makes big blocks return to the system as soon as they are freed: by default glibc keeps blocks of up to
/// 32 MiB once it has seen one of that size.
void clinux_bound_free_memory(void);

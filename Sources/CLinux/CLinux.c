#define _GNU_SOURCE
#include "CLinux.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <malloc.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The number is the same on every architecture; older headers do not have it.
#ifndef SYS_epoll_pwait2
#define SYS_epoll_pwait2 441
#endif

int clinux_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data = {.u64 = token}};
  return epoll_ctl(epoll, operation, fd, &event);
}

int clinux_epoll_wait(int epoll, struct epoll_event *events, int capacity, int64_t nanoseconds) {
  if (nanoseconds <= 0) {
    return epoll_wait(epoll, events, capacity, nanoseconds < 0 ? -1 : 0);
  }
  static _Atomic int missing = 0;
  if (!missing) {
    struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    int count = (int)syscall(SYS_epoll_pwait2, epoll, events, capacity, &limit, NULL, (size_t)0);
    if (count >= 0 || (errno != ENOSYS && errno != EPERM)) return count;
    missing = 1;
  }
  int64_t milliseconds = (nanoseconds - 1) / 1000000 + 1;
  return epoll_wait(epoll, events, capacity, milliseconds > INT32_MAX ? INT32_MAX : (int)milliseconds);
}

uint64_t clinux_monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t clinux_thread_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static _Thread_local uintptr_t current_loop;

uintptr_t clinux_current_loop(void) { return current_loop; }

void clinux_set_current_loop(uintptr_t number) { current_loop = number; }

void clinux_block_signals(sigset_t *before) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, before);
}

void clinux_restore_signals(const sigset_t *before) {
  pthread_sigmask(SIG_SETMASK, before, NULL);
}

static void make_set(sigset_t *set, const int *signals, int count) {
  sigemptyset(set);
  for (int i = 0; i < count; i++) sigaddset(set, signals[i]);
}

static int set_mask(int how, const int *signals, int count) {
  sigset_t set;
  make_set(&set, signals, count);
  int code = pthread_sigmask(how, &set, NULL);
  if (code == 0) return 0;
  errno = code;
  return -1;
}

int clinux_signal_open(const int *signals, int count) {
  if (set_mask(SIG_BLOCK, signals, count) != 0) return -1;
  sigset_t set;
  make_set(&set, signals, count);
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int clinux_signal_unblock(const int *signals, int count) {
  return set_mask(SIG_UNBLOCK, signals, count);
}

int clinux_signal_next(int fd) {
  struct signalfd_siginfo info;
  ssize_t size = read(fd, &info, sizeof info);
  if (size == (ssize_t)sizeof info) return (int)info.ssi_signo;
  if (size >= 0) errno = EIO;
  return -1;
}

int clinux_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }

int clinux_set_option(int fd, int level, int name, int value) {
  return setsockopt(fd, level, name, &value, sizeof value);
}

int clinux_pending_error(int fd) {
  int code = 0;
  socklen_t size = sizeof code;
  return getsockopt(fd, SOL_SOCKET, SO_ERROR, &code, &size) == 0 ? code : -1;
}

int clinux_peer_credentials(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *pid = peer.pid;
  *uid = peer.uid;
  *gid = peer.gid;
  return 0;
}

/// Fills the question for the socket whose own address is `own` and whose other end is `other`.
static int fill_socket_id(struct inet_diag_sockid *id, const struct sockaddr_storage *own,
                          const struct sockaddr_storage *other) {
  if (own->ss_family != other->ss_family) return -1;
  id->idiag_cookie[0] = id->idiag_cookie[1] = INET_DIAG_NOCOOKIE;
  if (own->ss_family == AF_INET) {
    const struct sockaddr_in *from = (const struct sockaddr_in *)own;
    const struct sockaddr_in *to = (const struct sockaddr_in *)other;
    id->idiag_sport = from->sin_port;
    id->idiag_dport = to->sin_port;
    memcpy(id->idiag_src, &from->sin_addr, sizeof from->sin_addr);
    memcpy(id->idiag_dst, &to->sin_addr, sizeof to->sin_addr);
    return 0;
  }
  if (own->ss_family != AF_INET6) return -1;
  const struct sockaddr_in6 *from = (const struct sockaddr_in6 *)own;
  const struct sockaddr_in6 *to = (const struct sockaddr_in6 *)other;
  id->idiag_sport = from->sin6_port;
  id->idiag_dport = to->sin6_port;
  memcpy(id->idiag_src, &from->sin6_addr, sizeof from->sin6_addr);
  memcpy(id->idiag_dst, &to->sin6_addr, sizeof to->sin6_addr);
  return 0;
}

/// Reads the answer. A socket that no program has open any more has no inode, and its owner is not known.
static int read_owner(int netlink, const struct inet_diag_sockid *asked, uint32_t *uid) {
  union {
    struct nlmsghdr header;
    char bytes[1024];
  } answer;
  ssize_t length = recv(netlink, &answer, sizeof answer, MSG_DONTWAIT);
  if (length < 0) return -1;
  if (!NLMSG_OK(&answer.header, (size_t)length)) {
    errno = EPROTO;
    return -1;
  }
  if (answer.header.nlmsg_type == NLMSG_ERROR) {
    const struct nlmsgerr *error = NLMSG_DATA(&answer.header);
    errno = answer.header.nlmsg_len >= NLMSG_LENGTH(sizeof *error) && error->error < 0 ? -error->error
                                                                                       : EPROTO;
    return -1;
  }
  const struct inet_diag_msg *found = NLMSG_DATA(&answer.header);
  if (answer.header.nlmsg_len < NLMSG_LENGTH(sizeof *found) || found->idiag_inode == 0 ||
      found->id.idiag_sport != asked->idiag_sport || found->id.idiag_dport != asked->idiag_dport) {
    errno = ENOENT;
    return -1;
  }
  *uid = found->idiag_uid;
  return 0;
}

int clinux_tcp_peer_owner(int fd, uint32_t *uid) {
  struct sockaddr_storage local, peer;
  socklen_t local_length = sizeof local, peer_length = sizeof peer;
  if (getsockname(fd, (struct sockaddr *)&local, &local_length) != 0 ||
      getpeername(fd, (struct sockaddr *)&peer, &peer_length) != 0) {
    return -1;
  }
  struct {
    struct nlmsghdr header;
    struct inet_diag_req_v2 question;
  } request = {
      .header = {.nlmsg_len = sizeof request,
                 .nlmsg_type = SOCK_DIAG_BY_FAMILY,
                 .nlmsg_flags = NLM_F_REQUEST},
      .question = {.sdiag_family = (uint8_t)peer.ss_family,
                   .sdiag_protocol = IPPROTO_TCP,
                   .idiag_states = ~0u},
  };
  if (fill_socket_id(&request.question.id, &peer, &local) != 0) {
    errno = EAFNOSUPPORT;
    return -1;
  }
  int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (netlink < 0) return -1;
  // The kernel has answered when `send` returns.
  int result = send(netlink, &request, sizeof request, MSG_NOSIGNAL) < 0
                   ? -1
                   : read_owner(netlink, &request.question.id, uid);
  int code = errno;
  close(netlink);
  errno = code;
  return result;
}

// Where a process has several threads, `recv` and `send` make their thread cancellable and not again, which takes as long
// as a part of the call. No thread is ever cancelled, and these calls do not block.

ssize_t clinux_receive(int fd, void *bytes, size_t size, int flags) {
  return syscall(SYS_recvfrom, fd, bytes, size, flags | MSG_DONTWAIT, NULL, NULL);
}

ssize_t clinux_send_gathered(int fd, struct iovec *pieces, size_t count) {
  if (count == 1) {
    return syscall(SYS_sendto, fd, pieces[0].iov_base, pieces[0].iov_len,
                   MSG_NOSIGNAL | MSG_DONTWAIT, NULL, (socklen_t)0);
  }
  struct msghdr message = {.msg_iov = pieces, .msg_iovlen = count};
  return sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

socklen_t clinux_address_numeric(const char *host, uint16_t port, struct sockaddr_storage *out) {
  memset(out, 0, sizeof *out);
  struct sockaddr_in *v4 = (struct sockaddr_in *)out;
  if (inet_pton(AF_INET, host, &v4->sin_addr) == 1) {
    v4->sin_family = AF_INET;
    v4->sin_port = htons(port);
    return sizeof *v4;
  }
  struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)out;
  memset(out, 0, sizeof *out);
  if (inet_pton(AF_INET6, host, &v6->sin6_addr) == 1) {
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons(port);
    return sizeof *v6;
  }
  return 0;
}

socklen_t clinux_address_unix(const char *path, struct sockaddr_storage *out) {
  memset(out, 0, sizeof *out);
  struct sockaddr_un *local = (struct sockaddr_un *)out;
  size_t length = strlen(path);
  if (length == 0 || length >= sizeof local->sun_path) return 0;
  local->sun_family = AF_UNIX;
  memcpy(local->sun_path, path, length);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}

int clinux_address_resolve(const char *host, uint16_t port, struct sockaddr_storage *out,
                           socklen_t *lengths, int capacity) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV};
  struct addrinfo *found = NULL;
  char service[8];
  snprintf(service, sizeof service, "%u", (unsigned)port);
  int code = getaddrinfo(host, service, &hints, &found);
  if (code != 0) return code < 0 ? code : -code;
  int count = 0;
  for (struct addrinfo *each = found; each && count < capacity; each = each->ai_next) {
    if (each->ai_addrlen > sizeof *out) continue;
    memset(&out[count], 0, sizeof *out);
    memcpy(&out[count], each->ai_addr, each->ai_addrlen);
    lengths[count++] = each->ai_addrlen;
  }
  freeaddrinfo(found);
  return count;
}

int clinux_address_text(const struct sockaddr_storage *address, char *host, size_t capacity,
                        uint16_t *port) {
  if (address->ss_family == AF_INET) {
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)address;
    *port = ntohs(v4->sin_port);
    return inet_ntop(AF_INET, &v4->sin_addr, host, (socklen_t)capacity) ? 0 : -1;
  }
  if (address->ss_family == AF_INET6) {
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)address;
    *port = ntohs(v6->sin6_port);
    return inet_ntop(AF_INET6, &v6->sin6_addr, host, (socklen_t)capacity) ? 0 : -1;
  }
  errno = EAFNOSUPPORT;
  return -1;
}

int clinux_address_is_loopback(const struct sockaddr_storage *address) {
  if (address->ss_family == AF_UNIX) return 1;
  if (address->ss_family == AF_INET) {
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)address;
    return ntohl(v4->sin_addr.s_addr) >> 24 == 127;
  }
  if (address->ss_family == AF_INET6) {
    const struct in6_addr *v6 = &((const struct sockaddr_in6 *)address)->sin6_addr;
    return IN6_IS_ADDR_LOOPBACK(v6) || (IN6_IS_ADDR_V4MAPPED(v6) && v6->s6_addr[12] == 127);
  }
  return 0;
}

static int is_reachable(const struct sockaddr *address) {
  if (address->sa_family == AF_INET) {
    uint32_t host = ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr);
    return host >> 24 != 127 && host >> 16 != 0xa9fe;
  }
  if (address->sa_family != AF_INET6) return 0;
  const struct in6_addr *host = &((const struct sockaddr_in6 *)address)->sin6_addr;
  return !IN6_IS_ADDR_LOOPBACK(host) && !IN6_IS_ADDR_LINKLOCAL(host);
}

int clinux_interface_addresses(struct sockaddr_storage *out, int capacity) {
  struct ifaddrs *found = NULL;
  if (getifaddrs(&found) != 0) return -1;
  int count = 0;
  for (struct ifaddrs *each = found; each && count < capacity; each = each->ifa_next) {
    if (!each->ifa_addr || !(each->ifa_flags & IFF_UP) || !is_reachable(each->ifa_addr)) continue;
    size_t length = each->ifa_addr->sa_family == AF_INET ? sizeof(struct sockaddr_in)
                                                         : sizeof(struct sockaddr_in6);
    memset(&out[count], 0, sizeof *out);
    memcpy(&out[count++], each->ifa_addr, length);
  }
  freeifaddrs(found);
  return count;
}

int clinux_bind(int fd, const struct sockaddr_storage *address, socklen_t length) {
  return bind(fd, (const struct sockaddr *)address, length);
}

int clinux_connect(int fd, const struct sockaddr_storage *address, socklen_t length) {
  return connect(fd, (const struct sockaddr *)address, length);
}

int clinux_local_address(int fd, struct sockaddr_storage *out, socklen_t *length) {
  *length = sizeof *out;
  return getsockname(fd, (struct sockaddr *)out, length);
}

int clinux_peer_address(int fd, struct sockaddr_storage *out, socklen_t *length) {
  *length = sizeof *out;
  return getpeername(fd, (struct sockaddr *)out, length);
}

void clinux_error_text(int code, char *text, size_t capacity) {
  char buffer[128];
  const char *message = strerror_r(code, buffer, sizeof buffer);
  snprintf(text, capacity, "%s", message);
}

void clinux_name_thread(const char *name) {
  char kept[16];
  snprintf(kept, sizeof kept, "%s", name);
  pthread_setname_np(pthread_self(), kept);
}

void clinux_release_free_memory(void) { malloc_trim(0); }

void clinux_bound_free_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 1024 * 1024);
  mallopt(M_TRIM_THRESHOLD, 4 * 1024 * 1024);
}

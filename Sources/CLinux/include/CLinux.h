#pragma once
/// What `import Glibc` does not give: epoll, eventfd, timerfd, signalfd, accept4.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>

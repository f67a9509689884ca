#!/usr/bin/env python3
"""Starts a program as systemd starts a service, and prints what happens, one line each.

usage: service-manager.py [--listen HOST:PORT | --listen unix:PATH:MODE]… [--kind datagram] [--watchdog MS] [--journal]
                          -- PROGRAM [ARGUMENT…]

Prints "socket ADDRESS" for each socket that it opens and passes, "notify NAME=VALUE" for what the program tells, "log
LINE" for its standard error, "started PID" and "ended CODE". Commands on standard input: "restart" (SIGTERM, and start
again when it has ended), "reload" (SIGHUP), "stop" (SIGTERM, then end). The sockets stay open until the end.
"""

import argparse
import ctypes
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)
output = threading.Lock()


def say(line):
    with output:
        print(line, flush=True)


def opened(address, kind):
    if address.startswith("unix:"):
        path, mode = address.removeprefix("unix:").rsplit(":", 1)
        sock = socket.socket(socket.AF_UNIX, kind)
        os.umask(0)
        sock.bind(path)
        os.chmod(path, int(mode, 8))
        say(f"socket unix:{path}")
    else:
        host, port = address.rsplit(":", 1)
        sock = socket.socket(socket.AF_INET, kind)
        sock.bind((host, int(port)))
        say(f"socket {host}:{sock.getsockname()[1]}")
    if kind == socket.SOCK_STREAM:
        sock.listen(128)
    return sock


class Service:
    def __init__(self, options, command, notify):
        self.options = options
        self.command = command
        self.notify = notify
        kind = socket.SOCK_DGRAM if options.kind == "datagram" else socket.SOCK_STREAM
        self.sockets = [opened(address, kind) for address in options.listen]
        self.process = None

    def start(self):
        reading, writing = os.pipe()
        environment = dict(os.environ, NOTIFY_SOCKET=self.notify)
        if self.options.journal:
            status = os.fstat(writing)
            environment["JOURNAL_STREAM"] = f"{status.st_dev}:{status.st_ino}"
        if self.options.watchdog:
            environment["WATCHDOG_USEC"] = str(self.options.watchdog * 1000)
        descriptors = [sock.fileno() for sock in self.sockets]

        def prepare():
            # Whoever ends this program at once ends the service, too.
            LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            # The sockets become 3, 4 …; the program's own id is known only here.
            copies = [os.dup2(os.dup(fd), 100 + place) for place, fd in enumerate(descriptors)]
            for place, fd in enumerate(copies):
                os.dup2(fd, 3 + place)
            os.environ.update(environment)
            if descriptors:
                os.environ["LISTEN_FDS"] = str(len(descriptors))
                os.environ["LISTEN_PID"] = str(os.getpid())
            os.execvpe(self.command[0], self.command, os.environ)

        self.process = subprocess.Popen(["true"], close_fds=False, pass_fds=(), stdin=subprocess.DEVNULL,
                                        stderr=writing, preexec_fn=prepare)
        os.close(writing)
        say(f"started {self.process.pid}")
        threading.Thread(target=self.read, args=(reading,), daemon=True).start()

    def read(self, reading):
        with os.fdopen(reading, errors="replace") as lines:
            for line in lines:
                say("log " + line.rstrip("\n"))

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        say(f"ended {self.process.returncode}")


def receive(sock):
    while True:
        for line in sock.recv(65536).decode().splitlines():
            say("notify " + line)


def main():
    if "--" not in sys.argv:
        sys.exit(__doc__)
    split = sys.argv.index("--")
    parser = argparse.ArgumentParser()
    parser.add_argument("--listen", action="append", default=[])
    parser.add_argument("--kind", default="stream")
    parser.add_argument("--watchdog", type=int, default=0)
    parser.add_argument("--journal", action="store_true")
    options = parser.parse_args(sys.argv[1:split])
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "notify")
        receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        receiver.bind(path)
        threading.Thread(target=receive, args=(receiver,), daemon=True).start()
        service = Service(options, sys.argv[split + 1:], path)
        service.start()
        for line in sys.stdin:
            match line.strip():
                case "restart":
                    service.end()
                    service.start()
                case "reload":
                    service.process.send_signal(signal.SIGHUP)
                case "stop":
                    break
        if service.process.poll() is None:
            service.end()


main()

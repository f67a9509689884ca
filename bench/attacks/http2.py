"""Attacks by HTTP/2, which anybody can send who reaches the port."""

import socket
import struct
import time

from .report import check
from .rows import row

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS, PING, GOAWAY, CONTINUATION = 0, 1, 3, 4, 6, 7, 9
END_STREAM, END_HEADERS = 1, 4
# Seconds of attack, and attackers.
DURATION, CROWD = 3, 4


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def field(name: bytes, value: bytes, is_kept: bool = False) -> bytes:
    """Returns a field of HPACK, short texts only; `is_kept`: it enters the table."""
    return bytes([0x40 if is_kept else 0, len(name)]) + name + bytes([len(value)]) + value


def head(method: bytes) -> bytes:
    """Returns the fields of a call."""
    return b"\x83\x86" + field(b":path", b"/a11y.bridge.v1." + method) + field(b":authority", b"x") + \
        field(b"content-type", b"application/grpc")


def message(payload: bytes) -> bytes:
    return struct.pack(">BI", 0, len(payload)) + payload


def kinds(data: bytes) -> set:
    """Returns the types of frames in what a server sent."""
    found = set()
    while len(data) >= 9:
        found.add(data[3])
        data = data[9 + int.from_bytes(data[:3], "big"):]
    return found


ECHO = head(b"DiagnosticsService/Echo")
WAIT = head(b"BridgeService/WaitFor")
# WaitForRequest: a selector that matches nothing, APPEARS.
NOTHING = message(b"\x0a\x08\x12\x06slider\x10\x01")


class Attacker:
    """A connection that sends anything, and reads only what is in its way."""

    def __init__(self, server, settings: bytes = b""):
        self.socket = socket.create_connection(server.address, timeout=5)
        self.send(PREFACE + frame(SETTINGS, 0, 0, settings))

    is_closed = False

    def send(self, data: bytes) -> None:
        try:
            self.socket.sendall(data)
        except (ConnectionError, TimeoutError):
            self.is_closed = True

    def drain(self) -> None:
        """Drops what has arrived."""
        self.socket.setblocking(False)
        try:
            while data := self.socket.recv(1 << 20):
                pass
            self.is_closed = not data
        except BlockingIOError:
            pass
        except ConnectionError:
            self.is_closed = True
        self.socket.settimeout(5)

    def last(self) -> bytes:
        """Returns what arrives until the server ends the connection."""
        data = b""
        try:
            while part := self.socket.recv(1 << 16):
                data += part
        except (ConnectionError, TimeoutError):
            pass
        return data


def storm(server, attack) -> int:
    """Has a few attackers do the same for some seconds, each on a new connection when the server has ended one. Returns
    how many connections there were."""
    attackers, made = [], 0
    until = time.monotonic() + DURATION
    while time.monotonic() < until:
        attackers = [one for one in attackers if not one.is_closed]
        while len(attackers) < CROWD:
            attackers.append(Attacker(server))
            attackers[-1].stream = 1
            made += 1
        for one in attackers:
            attack(one)
            one.drain()
    for one in attackers:
        one.socket.close()
    return made


@row
def http2_rapid_reset(server, _) -> None:
    """calls of HTTP/2 that are cancelled as soon as they are made"""
    count = 0

    def attack(one) -> None:
        nonlocal count
        data = b""
        for _ in range(100):
            data += frame(HEADERS, END_HEADERS, one.stream, WAIT) + frame(DATA, END_STREAM, one.stream, NOTHING) + \
                frame(RESET, 0, one.stream, struct.pack(">I", 8))
            one.stream += 2
            count += 1
        one.send(data)

    made = storm(server, attack)
    print(f"  {count:,} calls on {made} connections")


@row
def http2_header_bombs(server, _) -> None:
    """header fields of 60 MB for each 16 KB sent, by references to the table of HPACK"""
    blocks = 0

    def attack(one) -> None:
        nonlocal blocks
        if one.stream == 1:
            one.send(frame(HEADERS, END_HEADERS | END_STREAM, 1, ECHO + field(b"x" * 100, b"v" * 126, is_kept=True)))
        one.stream += 2
        one.send(frame(HEADERS, END_HEADERS | END_STREAM, one.stream, ECHO + b"\xbe" * 16_000))
        blocks += 1

    made = storm(server, attack)
    print(f"  {blocks:,} blocks on {made} connections")


@row
def http2_continuations(server, _) -> None:
    """header fields that never end"""

    def attack(one) -> None:
        one.send(frame(HEADERS, 0, one.stream, ECHO) + frame(CONTINUATION, 0, one.stream) * 1000)

    made = storm(server, attack)
    print(f"  {made} connections")
    check(made > CROWD, "the server ends connections whose header fields never end")


@row
def http2_control_frames(server, _) -> None:
    """pings and settings, whose answers are not wanted"""

    def attack(one) -> None:
        one.send((frame(PING, 0, 0, bytes(8)) + frame(SETTINGS, 0, 0)) * 500)

    storm(server, attack)


@row
def http2_closed_windows(server, _) -> None:
    """long answers for which there is no window, for ever"""
    attackers = [Attacker(server, struct.pack(">HI", 4, 0)) for _ in range(50)]
    payload = message(b"\x0a\xa0\x9c\x01" + bytes(20_000))
    for number in range(400):
        for one in attackers:
            stream = 1 + 2 * number
            data = frame(HEADERS, END_HEADERS, stream, ECHO)
            for start in range(0, len(payload), 16_384):
                part = payload[start:start + 16_384]
                data += frame(DATA, END_STREAM if start + 16_384 >= len(payload) else 0, stream, part)
            one.send(data)
            one.drain()
    ended = sum(one.is_closed for one in attackers)
    print(f"  {ended} of {len(attackers)} connections ended")
    for one in attackers:
        one.socket.close()


@row
def http2_streams(server, _) -> None:
    """10,000 streams at once, and then requests that never end"""
    one = Attacker(server)
    one.send(b"".join(frame(HEADERS, END_HEADERS, 1 + 2 * number, ECHO) for number in range(10_000)))
    check(kinds(one.last()) & {RESET, GOAWAY}, "the server refuses streams above its limit")
    halves = [Attacker(server) for _ in range(20)]
    part = frame(DATA, 0, 1, message(bytes(70_000))[:16_384])
    for one in halves:
        for number in range(500):
            one.send(frame(HEADERS, END_HEADERS, 1 + 2 * number, ECHO))
            one.send(part[:5] + struct.pack(">I", 1 + 2 * number) + part[9:])
        one.drain()
    for one in halves:
        one.socket.close()

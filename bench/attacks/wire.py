"""A minimal implementation of the protocol (docs/wire-protocol.md)."""

import socket
import struct
import time

SERVICE = "/a11y.bridge.v1.BridgeService/"
DIAGNOSTICS = "/a11y.bridge.v1.DiagnosticsService/"

# Kinds of actions, conditions of WaitFor, and status codes.
PRESS, SET_TEXT, INSERT_TEXT, INTENT = 2, 14, 15, 26
APPEARS, VALUE_EQUALS, VALUE_CONTAINS, VALUE_MATCHES, STABLE = 1, 6, 7, 8, 10
RESOURCE_EXHAUSTED, INVALID_ARGUMENT, OK = 8, 3, 0


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def message(field: int, content: bytes) -> bytes:
    return varint(field << 3 | 2) + varint(len(content)) + content


def frame(call: int, body: bytes) -> bytes:
    content = (number(1, call) if call else b"") + body
    return struct.pack(">BI", 0, len(content)) + content


HELLO = frame(0, message(2, number(1, 1) + number(2, 1) + message(3, b"hostile")))


def start(call: int, method: str, request: bytes, credit: int = 0, timeout_ms: int = 0) -> bytes:
    fields = message(1, method.encode())
    fields += number(2, timeout_ms) if timeout_ms else b""
    fields += number(3, credit) if credit else b""
    return frame(call, message(3, fields + message(4, request)))


def fields(data: bytes):
    """Yields the fields of a message: number and value, an int or bytes."""
    place = 0

    def take() -> int:
        nonlocal place
        value = shift = 0
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while place < len(data):
        tag = take()
        if tag & 7 == 0:
            yield tag >> 3, take()
        elif tag & 7 == 2:
            length = take()
            yield tag >> 3, data[place : place + length]
            place += length
        else:
            size = 8 if tag & 7 == 1 else 4
            yield tag >> 3, data[place : place + size]
            place += size


class Peer:
    """A blocking client that reads one frame at a time."""

    def __init__(self, address, hello: bool = True, send_buffer: int = 0):
        self.socket = socket.create_connection(address, timeout=30)
        if send_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.last = 0
        if hello:
            self.send(HELLO)
            self.receive()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def receive(self):
        """Returns call id and body, as (number, bytes) with the body's field number; None at the end of input."""
        while len(self.buffer) < 5 or len(self.buffer) < 5 + self.length():
            data = self.socket.recv(1 << 18)
            if not data:
                return None
            self.buffer += data
        length = self.length()
        content = self.buffer[5 : 5 + length]
        self.buffer = self.buffer[5 + length :]
        call, body = 0, (0, b"")
        for tag, value in fields(content):
            if tag == 1:
                call = value
            else:
                body = (tag, value)
        return call, body

    def length(self) -> int:
        return struct.unpack(">I", self.buffer[1:5])[0]

    def begin(self, method: str, request: bytes = b"", **options) -> int:
        self.last += 1
        self.send(start(self.last, method, request, **options))
        return self.last

    def call(self, method: str, request: bytes = b"") -> dict:
        """Calls a method and returns the fields of the response."""
        call = self.begin(method, request)
        while (answer := self.receive()) is not None:
            if answer[0] == call and answer[1][0] == 6:
                return dict(fields(dict(fields(answer[1][1])).get(2, b"")))
        raise ConnectionError("the server closed the connection")

    def end_of(self, call: int) -> tuple[int, str]:
        """Returns the code and message with which a call ends. Discards all other frames."""
        while (answer := self.receive()) is not None:
            if answer[0] == call and answer[1][0] == 6:
                return status(answer[1])
        raise ConnectionError("the server closed the connection")

    def try_call(self, method: str, request: bytes = b"", **options) -> tuple[int, str]:
        """Calls a method and returns the code and message with which the call ends."""
        return self.end_of(self.begin(method, request, **options))

    def find(self, selector: str) -> int:
        """Returns the id of the first element that matches."""
        found = self.call(SERVICE + "Find", message(1, selector.encode()))
        return dict(fields(found[2]))[1]

    def echo(self) -> float:
        """Returns how long a call takes, in milliseconds."""
        began = time.monotonic()
        self.call(DIAGNOSTICS + "Echo", message(1, b"x"))
        return (time.monotonic() - began) * 1000

    def info(self) -> dict:
        return self.call(SERVICE + "GetServerInfo")

    def close(self, how: str = "close") -> None:
        if how == "reset":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if how == "half":
            self.socket.shutdown(socket.SHUT_WR)
        self.socket.close()


def status(body) -> tuple[int, str]:
    """Returns the code and message of a call_end."""
    found = dict(fields(dict(fields(body[1])).get(1, b"")))
    return found.get(1, 0), found.get(2, b"").decode(errors="replace")

"""A small implementation of D-Bus, for programs that also send messages that no library would send.

Values are marshalled by their signature; malformed values are written as bytes. A body begins at a multiple of
eight, so a marshalled body fits in any message.
"""

import os
import socket
import struct

CALL, RETURN, ERROR, SIGNAL = 1, 2, 3, 4
PATH, INTERFACE, MEMBER, ERROR_NAME, REPLY_SERIAL, DESTINATION, SENDER, SIGNATURE = range(1, 9)
ALIGNMENT = {"y": 1, "b": 4, "n": 2, "q": 2, "i": 4, "u": 4, "x": 8, "t": 8, "d": 8, "s": 4, "o": 4, "g": 1,
             "a": 4, "v": 1, "(": 8, "{": 8}
NUMBERS = {"b": "<I", "n": "<h", "q": "<H", "i": "<i", "u": "<I", "x": "<q", "t": "<Q", "d": "<d", "y": "<B"}


def pad(out: bytearray, to: int) -> None:
    out.extend(bytes(-len(out) % to))


def text(value) -> bytes:
    """Returns the bytes of a string; surrogates stand for bytes that are not UTF-8."""
    return value if isinstance(value, bytes) else value.encode("utf-8", "surrogateescape")


def end_of_type(signature: str, start: int) -> int:
    """Returns the end of the single complete type that begins at `start`."""
    code = signature[start]
    if code == "a":
        return end_of_type(signature, start + 1)
    if code in "({":
        depth, place = 0, start
        while True:
            depth += (signature[place] in "({") - (signature[place] in ")}")
            place += 1
            if depth == 0:
                return place
    return start + 1


def put(out: bytearray, signature: str, start: int, value) -> int:
    """Appends `value` as the type at `start`, and returns where the next type begins."""
    code = signature[start]
    pad(out, ALIGNMENT[code])
    if code in NUMBERS:
        out += struct.pack(NUMBERS[code], value)
    elif code in "so":
        data = text(value)
        out += struct.pack("<I", len(data)) + data + b"\0"
    elif code == "g":
        data = text(value)
        out += bytes([len(data)]) + data + b"\0"
    elif code == "v":
        inner, content = value
        put(out, "g", 0, inner)
        put(out, inner, 0, content)
    elif code == "a":
        length_at = len(out)
        out += bytes(4)
        pad(out, ALIGNMENT[signature[start + 1]])
        first = len(out)
        if isinstance(value, (bytes, bytearray)):
            out += value  # marshalled already
        else:
            for element in value.items() if isinstance(value, dict) else value:
                put(out, signature, start + 1, element)
        struct.pack_into("<I", out, length_at, len(out) - first)
        return end_of_type(signature, start)
    else:
        place = start + 1
        for field in value:
            place = put(out, signature, place, field)
        return end_of_type(signature, start)
    return start + 1


def marshal(signature: str, *values) -> bytes:
    out, place = bytearray(), 0
    for value in values:
        place = put(out, signature, place, value)
    return bytes(out)


def message(kind: int, serial: int, fields: list, body: bytes = b"", flags: int = 1, length: int = -1) -> bytes:
    """Returns a message; `length` is the length that it claims for its body, if that is wrong."""
    head = bytearray(struct.pack("<BBBBII", ord("l"), kind, flags, 1, len(body) if length < 0 else length, serial))
    put(head, "a(yv)", 0, fields)
    pad(head, 8)
    return bytes(head) + body


class Call:
    """A received message, with the fields that are needed."""

    __slots__ = ("kind", "serial", "path", "interface", "member", "sender", "reply_serial", "signature", "body")

    def __init__(self, data: bytes, fields_end: int, body_start: int):
        self.kind = data[1]
        self.serial, = struct.unpack_from("<I", data, 8)
        self.path = self.interface = self.member = self.sender = self.signature = ""
        self.reply_serial = 0
        place = 16
        while place < fields_end:
            place += -place % 8
            code, kind = data[place], data[place + 2]
            place += 4
            if kind == 117:  # u
                place += -place % 4
                value, = struct.unpack_from("<I", data, place)
                place += 4
                if code == REPLY_SERIAL:
                    self.reply_serial = value
            elif kind == 103:  # g
                length = data[place]
                self.signature = data[place + 1 : place + 1 + length].decode()
                place += length + 2
            else:
                place += -place % 4
                length, = struct.unpack_from("<I", data, place)
                value = data[place + 4 : place + 4 + length].decode(errors="replace")
                place += length + 5
                if code == PATH:
                    self.path = value
                elif code == INTERFACE:
                    self.interface = value
                elif code == MEMBER:
                    self.member = value
                elif code == SENDER:
                    self.sender = value
        self.body = data[body_start:]

    def strings(self) -> list:
        """Returns the strings at the beginning of the body."""
        found, place = [], 0
        for code in self.signature:
            if code not in "so":
                break
            place += -place % 4
            length, = struct.unpack_from("<I", self.body, place)
            found.append(self.body[place + 4 : place + 4 + length].decode(errors="replace"))
            place += length + 5
        return found

    def numbers(self) -> list:
        """Returns the 32-bit numbers of a body that contains nothing else."""
        return [n for (n,) in struct.iter_unpack("<i", self.body)] if set(self.signature) <= set("iu") else []


class Stream:
    """Splits the bytes from a bus or a peer into messages."""

    def __init__(self, connection: socket.socket):
        self.socket = connection
        self.buffer = bytearray()

    def fileno(self) -> int:
        return self.socket.fileno()

    def read(self) -> bool:
        """Reads the available bytes; returns `False` at the end."""
        try:
            data = self.socket.recv(1 << 18)
        except (BlockingIOError, InterruptedError):
            return True
        except OSError:
            return False
        self.buffer += data
        return bool(data)

    def messages(self):
        while len(self.buffer) >= 16:
            body, _, fields = struct.unpack_from("<III", self.buffer, 4)
            start = 16 + fields + -fields % 8
            if len(self.buffer) < start + body:
                return
            data = bytes(self.buffer[: start + body])
            del self.buffer[: start + body]
            yield Call(data, 16 + fields, start)


def connect(address: str) -> socket.socket:
    """Connects to a bus and authenticates."""
    for server in address.split(";"):
        kind, _, rest = server.partition(":")
        keys = dict(pair.split("=", 1) for pair in rest.split(","))
        if kind != "unix":
            continue
        stream = socket.socket(socket.AF_UNIX)
        stream.connect("\0" + keys["abstract"] if "abstract" in keys else keys["path"])
        stream.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        if not stream.recv(256).startswith(b"OK"):
            raise ConnectionError("the bus lets nobody in")
        stream.sendall(b"BEGIN\r\n")
        return stream
    raise ConnectionError(f"no unix socket in {address}")


class Bus(Stream):
    """A connection to a bus."""

    def __init__(self, address: str):
        super().__init__(connect(address))
        self.address = address
        self.serial = 0
        self.waiting = []
        self.name = self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                              "Hello").strings()[0]

    def next_serial(self) -> int:
        self.serial = self.serial % 0xFFFF_FFFF + 1
        return self.serial

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def request(self, destination: str, path: str, interface: str, member: str, signature: str = "", *values,
                flags: int = 0) -> int:
        serial = self.next_serial()
        fields = [(PATH, ("o", path)), (INTERFACE, ("s", interface)), (MEMBER, ("s", member)),
                  (DESTINATION, ("s", destination))]
        if signature:
            fields.append((SIGNATURE, ("g", signature)))
        self.send(message(CALL, serial, fields, marshal(signature, *values), flags))
        return serial

    def call(self, *words) -> Call:
        """Makes a call and waits for the answer. Keeps other messages in `waiting`."""
        serial = self.request(*words)
        while self.read():
            answer = None
            for call in self.messages():
                if call.reply_serial == serial:
                    answer = call
                else:
                    self.waiting.append(call)
            if answer:
                return answer
        raise ConnectionError("the bus has ended")

    def reply(self, call: Call, signature: str, body: bytes) -> bytes:
        """Returns an answer to send."""
        fields = [(REPLY_SERIAL, ("u", call.serial))]
        if call.sender:
            fields.append((DESTINATION, ("s", call.sender)))
        if signature:
            fields.append((SIGNATURE, ("g", signature)))
        return message(RETURN, self.next_serial(), fields, body)

    def refusal(self, call: Call, name: str, reason: str) -> bytes:
        fields = [(REPLY_SERIAL, ("u", call.serial)), (ERROR_NAME, ("s", name)), (SIGNATURE, ("g", "s"))]
        if call.sender:
            fields.append((DESTINATION, ("s", call.sender)))
        return message(ERROR, self.next_serial(), fields, marshal("s", reason))

    def signal(self, path: str, interface: str, member: str, signature: str, body: bytes) -> bytes:
        """Returns a signal to send."""
        fields = [(PATH, ("o", path)), (INTERFACE, ("s", interface)), (MEMBER, ("s", member))]
        if signature:
            fields.append((SIGNATURE, ("g", signature)))
        return message(SIGNAL, self.next_serial(), fields, body)

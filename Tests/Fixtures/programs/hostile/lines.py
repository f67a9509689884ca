"""Applications that offer a direct connection, with different peers at its other end."""

import os
import socket
import struct
import tempfile

import dbus
from application import ATSPI, ITEM, ROOT, Application


class Line(Application):
    """Offers a direct connection; subclasses define what happens on it."""

    has_cache = False
    # Enough objects that the line is established while they are read.
    many = 3000

    def build(self):
        super().build()
        for number in range(self.many):
            self.add(f"Line {number}", ITEM, self.window)
        self.directory = getattr(self, "directory", None) or tempfile.TemporaryDirectory()
        self.path = os.path.join(self.directory.name, f"line-{self.last}")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(64)
        self.listener.setblocking(False)
        self.peers = {}

    def Application_GetApplicationBusAddress(self, _):
        return "s", f"unix:path={self.path}"

    def turn(self):
        try:
            peer = self.listener.accept()[0]
            peer.setblocking(False)
            self.peers[peer] = [dbus.Stream(peer), b""]
            self.accepted(peer)
        except BlockingIOError:
            pass
        for peer in list(self.peers):
            try:
                self.serve(peer)
            except BlockingIOError:
                pass
            except OSError:
                del self.peers[peer]
        return 0.002

    def accepted(self, peer):
        pass

    def serve(self, peer):
        pass

    def handshake(self, peer) -> bool:
        """Authenticates the client until messages begin. Returns whether they have begun."""
        stream, state = self.peers[peer]
        if state == b"in":
            return True
        if not stream.read():
            raise OSError
        while (end := stream.buffer.find(b"\r\n")) >= 0:
            line = bytes(stream.buffer[:end])
            del stream.buffer[: end + 2]
            if line.strip(b"\0") == b"AUTH EXTERNAL":
                peer.sendall(b"DATA\r\n")
            elif b"AUTH" in line or line.startswith(b"DATA"):
                peer.sendall(b"OK " + b"0123456789abcdef" * 2 + b"\r\n")
            elif b"NEGOTIATE" in line:
                peer.sendall(b"ERROR\r\n")
            elif b"BEGIN" in line:
                self.peers[peer][1] = b"in"
                return True
        return False

    def answers(self, peer):
        """Returns the calls that arrived over the line, with the correct answers."""
        stream = self.peers[peer][0]
        if self.handshake(peer):
            if not stream.read():
                raise OSError
            for call in stream.messages():
                yield call, super().reply(call)


class GoodLine(Line):
    """A line that works."""

    def serve(self, peer):
        for _, answer in self.answers(peer):
            peer.setblocking(True)
            peer.sendall(answer)
            peer.setblocking(False)


class GarbageLine(Line):
    """A line that sends random bytes."""

    def serve(self, peer):
        peer.send(os.urandom(4096))


class GarbageMessages(Line):
    """A line that authenticates and then sends random bytes."""

    def serve(self, peer):
        if self.handshake(peer):
            peer.send(os.urandom(4096))


class HangingLine(Line):
    """A line that accepts the connection and sends nothing."""


class OthersLine(Line):
    """A line that leads to another process: the bus itself."""

    def Application_GetApplicationBusAddress(self, _):
        return "s", self.bus.address


class StrangeAddresses(Line):
    """Addresses that lead nowhere, or that must not be used."""

    number = 0
    addresses = ["unix:path=/dev/null", "unix:path=/", "unixexec:path=/bin/sh,argv1=-c,argv2=touch /tmp/hostile-was-here",
            "tcp:host=127.0.0.1,port=1", "unix:path=" + "x" * 1_000_000, "unix:", ";;;", "\x1b[31m", "unix:abstract=" + "y" * 200,
            "x-machine-unix:machine=.host", "unix:path=/a;unix:path=/b", "", "autolaunch:"]

    def Application_GetApplicationBusAddress(self, _):
        self.number += 1
        return "s", self.addresses[self.number % len(self.addresses)]


class SilentLine(Line):
    """A line that authenticates the client and never answers a call."""

    def serve(self, peer):
        for _ in self.answers(peer):
            pass


class DrippingLine(Line):
    """A line that sends its answers a few bytes at a time."""

    def accepted(self, peer):
        self.waiting = bytearray()

    def serve(self, peer):
        for _, answer in self.answers(peer):
            self.waiting += answer
        if self.waiting:
            del self.waiting[: peer.send(self.waiting[:16])]


class LyingLine(Line):
    """A line whose messages have wrong lengths, contain invalid UTF-8, and answer calls that were not made."""

    def build(self):
        super().build()
        self.number = 0

    def serve(self, peer):
        for call, answer in self.answers(peer):
            self.number += 1
            fields = [(dbus.REPLY_SERIAL, ("u", call.serial)), (dbus.SIGNATURE, ("g", "s"))]
            text = struct.pack("<I", 4) + b"\xff\xfe\xc0\x80\0"
            v = struct.pack("<B", 1) + b"s\0\0" + text
            choice = self.number % 9
            lies = {
                0: answer,
                1: dbus.message(dbus.RETURN, 7, fields, text),
                2: dbus.message(dbus.RETURN, 7, [fields[0], (dbus.SIGNATURE, ("g", "v"))], v),
                3: dbus.message(dbus.RETURN, 7, fields, struct.pack("<I", 2**32 - 1) + b"abc\0"),
                4: dbus.message(dbus.RETURN, 7, [fields[0], (dbus.SIGNATURE, ("g", "a(so)"))],
                                struct.pack("<II", 2**26, 0) + b"\0" * 16),
                5: dbus.message(dbus.RETURN, 7, [(dbus.REPLY_SERIAL, ("u", call.serial + 99_999)), fields[1]], text),
                6: dbus.message(dbus.RETURN, 7, [fields[0], (dbus.SIGNATURE, ("g", "(" * 40 + "s" + ")" * 40))], text),
                7: dbus.message(dbus.SIGNAL, 7, [(dbus.PATH, ("o", ROOT)), (dbus.INTERFACE, ("s", ATSPI + "Event.Object")),
                                                 (dbus.MEMBER, ("s", "StateChanged"))]) + answer,
                8: dbus.message(dbus.RETURN, 7, [fields[0], (dbus.SIGNATURE, ("g", "s"))], b"") + answer,
            }
            peer.setblocking(True)
            peer.sendall(lies[choice])
            peer.setblocking(False)


class ClaimingLine(Line):
    """A line that announces a message of many megabytes and does not send it, or one of 4 GB."""

    length = 120_000_000

    def serve(self, peer):
        for call, _ in self.answers(peer):
            head = dbus.message(dbus.RETURN, 7, [(dbus.REPLY_SERIAL, ("u", call.serial)), (dbus.SIGNATURE, ("g", "ay"))],
                                b"", length=self.length)
            peer.sendall(head)
            return


class FourGigabytes(ClaimingLine):
    """A line that announces a message of 4 GB."""

    length = 0xFFFF_FFFF


class FloodingLine(Line):
    """A line that sends signals without end."""

    def serve(self, peer):
        if not self.handshake(peer):
            return
        peer.settimeout(1)
        signal = dbus.message(dbus.SIGNAL, 7, [
            (dbus.PATH, ("o", ROOT)), (dbus.INTERFACE, ("s", ATSPI + "Event.Object")), (dbus.MEMBER, ("s", "StateChanged")),
            (dbus.SIGNATURE, ("g", "siiva{sv}"))], dbus.marshal("siiva{sv}", "focused", 1, 0, ("i", 0), {}))
        peer.sendall(signal * 100)

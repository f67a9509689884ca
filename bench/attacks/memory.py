"""Memory: what one or many clients can make the server hold. Each row prints the resident memory of the
server before, at its peak and after, and what the server itself says that it held."""

import selectors
import socket
import struct
import time

from .report import check
from .rows import change, row
from .server import Server
from .wire import DIAGNOSTICS, HELLO, SERVICE, Peer, fields, frame, message, number, start, status

SET_TEXT = 14
SHORT_FRAMES = frame(0, message(2, number(1, 1) + number(2, 1) + message(3, b"hostile") + number(4, 1024)))


class Watch:
    """The memory of a server over a row."""

    def __init__(self, server: Server):
        self.server = server
        self.before = self.peak = server.kilobytes()

    def look(self) -> None:
        self.peak = max(self.peak, self.server.kilobytes())

    def wait(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.look()
            time.sleep(0.02)

    def report(self, peer: Peer) -> None:
        """To be called when the attackers are gone."""
        said = usage(peer)
        self.wait(1.5)
        after = self.server.kilobytes()
        print(f"  {self.before // 1024} MB before, {max(self.peak, self.server.peak_kilobytes()) // 1024} MB "
              f"at the peak, {after // 1024} MB after; the server says: {said.get(3, 0) >> 20} of "
              f"{said.get(1, 0) >> 20} MB at the peak, {said.get(7, 0)} connections ended, "
              f"{said.get(8, 0)} calls refused, {said.get(9, 0)} backlogs discarded, "
              f"{said.get(10, 0)} notifications dropped")


def dismiss(server: Server, watcher: Peer, watch: Watch, peers: list[Peer]) -> None:
    """Ends the connections, sees that nothing is left of them, and says what they took."""
    for peer in peers:
        peer.close("reset")
    check(server.is_alone(watcher), "nothing is left of them")
    watch.report(watcher)
    watcher.close()


def usage(peer: Peer) -> dict:
    """MemoryUsage of GetServerInfo; empty where the server does not say."""
    return dict(fields(peer.info().get(15, b"")))


def impatient(server: Server, hello: bytes = HELLO) -> Peer:
    """A peer that never reads: its socket takes little for it."""
    peer = Peer(server.address, hello=False)
    peer.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    peer.send(hello)
    peer.receive()
    peer.socket.setblocking(False)
    return peer


def push(peers: list[Peer], data: list[bytes], seconds: float, during=lambda: None) -> int:
    """Sends to each its data, as far as the server takes it in that time; returns how many were ended."""
    selector = selectors.DefaultSelector()
    offsets = [0] * len(peers)
    ended = 0
    for index, peer in enumerate(peers):
        peer.socket.setblocking(False)
        selector.register(peer.socket, selectors.EVENT_WRITE, index)
    end = time.monotonic() + seconds
    idle = 0.0
    while selector.get_map() and time.monotonic() < end and idle < 2:
        ready = selector.select(0.1)
        idle = 0 if ready else idle + 0.1
        for key, _ in ready:
            index = key.data
            try:
                view = memoryview(data[index])[offsets[index] : offsets[index] + (1 << 20)]
                offsets[index] += peers[index].socket.send(view)
            except BlockingIOError:
                continue
            except OSError:
                ended += 1
                offsets[index] = len(data[index])
            if offsets[index] >= len(data[index]):
                selector.unregister(key.fileobj)
        during()
    selector.close()
    return ended


@row(source="sample")
def nonreaders(server: Server, options) -> None:
    """300 clients pipeline 200 Finds of everything each, and read none of the answers"""
    watcher = Peer(server.address)
    watch = Watch(server)
    find = message(1, b"*") + number(3, 10_000)
    peers = [impatient(server) for _ in range(300)]
    asked = b"".join(start(call, SERVICE + "Find", find) for call in range(1, 201))
    push(peers, [asked] * len(peers), 15, watch.look)
    watch.wait(2)
    dismiss(server, watcher, watch, peers)


@row
def generators(server: Server, options) -> None:
    """1,500 clients that ask for 4 endless streams of large messages each, and read none of them"""
    watcher = Peer(server.address)
    watch = Watch(server)
    peers = [impatient(server) for _ in range(1_500)]
    endless = number(1, 1 << 40) + number(2, 65_536)
    asked = b"".join(start(call, DIAGNOSTICS + "Generate", endless, credit=1 << 31) for call in range(1, 5))
    push(peers, [asked] * len(peers), 15, watch.look)
    watch.wait(2)
    dismiss(server, watcher, watch, peers)


def write(peer: Peer, times: int, length: int, during=lambda: None) -> None:
    """Sets a text field to texts of so many bytes, each different from the one before."""
    found = peer.call(SERVICE + "Find", message(1, b'textbox[label="New item"]'))
    box = dict(fields(found[2]))[1]
    revision = peer.info()[3]
    for index in range(times):
        text = (chr(ord("a") + index % 26) * length).encode()
        peer.call(SERVICE + "Perform",
                  message(1, number(1, box)) + message(2, number(1, SET_TEXT) + message(4, text))
                  + number(6, 1))
        during()
    check(peer.info()[3] >= revision + times, "every text is a change")


def stall(server: Server, connections: int, each: int, changes: int) -> None:
    watcher = Peer(server.address)
    watch = Watch(server)
    peers = [Peer(server.address) for _ in range(connections)]
    for place, peer in enumerate(peers):
        for index in range(each):
            # A filter of its own for each, so that they share nothing.
            request = message(3, f'*[label!="{place}.{index}"]'.encode()) + number(6, 1) + number(7, 65_536)
            peer.begin(SERVICE + "Subscribe", request, credit=2)
    write(watcher, changes, 10_000, watch.look)
    print(f"  {connections * each} subscriptions on {connections} connections, {changes} changes")
    dismiss(server, watcher, watch, peers)


@row(source="sample")
def stalled_subscriptions(server: Server, options) -> None:
    """256 subscriptions of one connection, each with a filter of its own, that give no credit"""
    stall(server, 1, 256, 1500)


@row(source="sample")
def stalled_subscribers(server: Server, options) -> None:
    """512 subscriptions over 128 connections that give no credit"""
    stall(server, 128, 4, 500)


@row(source="sample")
def log_of_texts(server: Server, options) -> None:
    """a text field is set to texts of a megabyte again and again: the change log keeps what was said"""
    watcher = Peer(server.address)
    watch = Watch(server)
    write(watcher, 400, 1_000_000, watch.look)
    kept = {dict(fields(use)).get(1): dict(fields(use)).get(2, 0)
            for tag, use in fields(watcher.info().get(15, b"")) if tag == 4}.get(b"change log", 0)
    print(f"  400 texts of 1 MB; the log keeps {kept >> 10} KB")
    watch.report(watcher)
    watcher.close()


@row
def partial_frames(server: Server, options) -> None:
    """connections that announce a frame of 4 MiB each and send all but the last byte"""
    watcher = Peer(server.address)
    watch = Watch(server)
    count = min(16_000, options.connections)
    length = 4 * 1024 * 1024
    # Frames are read whole only after the hello.
    data = struct.pack(">BI", 0, length) + bytes(length - 1)
    # What waits in the attackers' sockets must not use up what the system has for TCP: then it throws away
    # what anybody sends, whatever the server does.
    peers = [Peer(server.address, send_buffer=16 * 1024) for _ in range(count)]
    watch.look()
    ended = push(peers, [data] * count, 40, watch.look)
    told = 0
    for peer in peers:
        peer.socket.setblocking(False)
        try:
            answer = peer.receive()
            told += answer is not None and status(answer[1])[0] == 8
        except OSError:
            pass
        peer.close("reset")
    print(f"  {count} connections; {ended} ended while they sent, {told} told RESOURCE_EXHAUSTED")
    check(server.is_alone(watcher, 60), "nothing is left of them")
    watch.report(watcher)
    watcher.close()


@row
def many_waits(server: Server, options) -> None:
    """200 connections with 512 calls of WaitFor each, with selectors of 400 bytes"""
    watcher = Peer(server.address)
    watch = Watch(server)
    peers = [Peer(server.address) for _ in range(200)]
    data = []
    for place in range(len(peers)):
        calls = []
        for call in range(1, 513):
            selector = f'*[label~="never{place}.{call}"]'.ljust(400).encode()
            calls.append(start(call, SERVICE + "WaitFor", message(1, message(2, selector)), timeout_ms=60_000))
        data.append(b"".join(calls))
    push(peers, data, 30, watch.look)
    watch.wait(2)
    change(watcher, 20, watch.look)
    dismiss(server, watcher, watch, peers)


@row(source="sample")
def held_snapshots(server: Server, options) -> None:
    """50 connections ask for 500 different trees each, and take one message of each"""
    watcher = Peer(server.address)
    watch = Watch(server)
    peers = [impatient(server, SHORT_FRAMES) for _ in range(50)]
    data = [
        b"".join(
            start(call, SERVICE + "GetTree", number(5, 100_000 + place * 500 + call), credit=1)
            for call in range(1, 501))
        for place in range(len(peers))
    ]
    push(peers, data, 30, watch.look)
    watch.wait(2)
    dismiss(server, watcher, watch, peers)

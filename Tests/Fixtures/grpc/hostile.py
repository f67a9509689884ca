#!/usr/bin/env python3
"""Attacks a server by HTTP/2, while a good client of it measures how long its calls take.

usage: hostile.py ADDRESS [ATTACK…]      prints a line for each attack; fails if the good client notices one
"""

import struct
import sys
import threading
import time
import traceback

from a11y.bridge.v1 import bridge_pb2
from h2.exceptions import ProtocolError
from http2_peer import Peer, echo, message

ADDRESS = sys.argv[1]
# No turn of the server takes longer than 50 ms; the rest is for this machine.
SLOWEST = 5.0
WAIT = bridge_pb2.WaitForRequest(
    target={"selector": "slider[name=nowhere]"}, condition=bridge_pb2.CONDITION_APPEARS).SerializeToString()
WAIT_PATH = "/a11y.bridge.v1.BridgeService/WaitFor"


def frame(kind, flags, stream, payload):
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def literal(name, value):
    """Returns a field that enters the table of HPACK; short texts only."""
    return b"\x40" + bytes([len(name)]) + name + integer(len(value), 7) + value


def integer(number, bits):
    most = (1 << bits) - 1
    if number < most:
        return bytes([number])
    out, number = bytes([most]), number - most
    while number >= 128:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def headers(stream, block):
    """Returns a block of fields, in as many frames as it takes."""
    parts = [block[at:at + 16_384] for at in range(0, len(block), 16_384)]
    return b"".join(frame(9 if n else 1, 4 if n == len(parts) - 1 else 0, stream, part) for n, part in enumerate(parts))


HEAD = b"\x83\x86" + literal(b":path", b"/a.b/C") + literal(b":authority", b"x") + \
    literal(b"content-type", b"application/grpc")


def until_over(peer, within=20):
    """Handles what arrives until the server ends the connection."""
    deadline = time.monotonic() + within
    while not peer.is_closed:
        assert time.monotonic() < deadline, "the server keeps the connection"
        try:
            peer.receive()
        except Exception:  # h2 has its own opinion of what it did not send
            peer.is_closed = True


def attack_rapid_reset(peer):
    for _ in range(20_000):
        stream = peer.headers(path=WAIT_PATH)
        peer.h2.send_data(stream, message(WAIT), end_stream=True)
        peer.h2.reset_stream(stream, 8)
        if stream % 401 == 0:
            peer.flush()
            peer.socket.setblocking(False)
            try:
                peer.receive()
            except BlockingIOError:
                pass
            peer.socket.settimeout(10)
    assert peer.call(request=echo(b"x")).code == 0


def attack_continuations(peer):
    peer.raw(frame(1, 0, 1, HEAD))
    for _ in range(100_000):
        peer.raw(frame(9, 0, 1, b""))
        if peer.is_closed:
            return
    until_over(peer)


def attack_long_header_block(peer):
    peer.raw(frame(1, 0, 1, HEAD))
    block = literal(b"x", b"v" * 100) * 140
    for _ in range(2000):
        peer.raw(frame(9, 0, 1, block))
        if peer.is_closed:
            return
    until_over(peer)


def attack_hpack_bomb(peer):
    """A field of 4,000 bytes in the table, and 16,000 references to it in each request."""
    peer.raw(frame(1, 5, 1, HEAD + literal(b"x", b"v" * 3900)))
    for number in range(100):
        peer.raw(frame(1, 5, 3 + 2 * number, HEAD[:2] + b"\xbe" * 16_000))
        if peer.is_closed:
            return
    peer.raw(frame(6, 0, 0, bytes(8)))
    try:
        peer.until(lambda: peer.pongs or peer.is_closed)
    except ProtocolError:
        # h2 does not know of the streams.
        pass


def attack_closed_window(peer):
    """Thousands of answers for which there is no window, for ever."""
    small = Peer(ADDRESS, window=0)
    for _ in range(1000):
        stream = small.headers()
        small.data(stream, message(echo(bytes(20_000))), end=True)
    time.sleep(1)
    small.close()


def attack_half_open(peer):
    for _ in range(1000):
        stream = peer.headers()
        peer.h2.send_data(stream, message(b"", length=1000))
        peer.flush()
    time.sleep(1)
    for stream in peer.answers:
        assert not peer.answers[stream].is_over


def attack_incomplete_requests(peer):
    """Requests that are never complete, of 4 MiB each."""
    peer.socket.settimeout(1)
    for _ in range(5):
        stream = peer.headers()
        try:
            peer.data(stream, message(bytes(4_000_000), length=4_100_000))
        except Exception:  # the server has ended the stream meanwhile
            pass
    refused = [answer for answer in peer.answers.values() if answer.code == 8]
    assert len(refused) >= 2, len(refused)


def attack_too_many_streams(peer):
    for _ in range(10_000):
        try:
            stream = peer.h2.get_next_available_stream_id()
            peer.raw(frame(1, 4, stream, HEAD))
        finally:
            peer.h2.highest_outbound_stream_id = stream
        if peer.is_closed:
            return
    until_over(peer)


def attack_long_metadata(peer):
    for _ in range(200):
        answer = peer.call(request=echo(b"x"), extra=[(f"x-{n}", "v" * 4000) for n in range(12)])
        assert answer.code == 8


def attack_settings(peer):
    for _ in range(20_000):
        peer.raw(frame(4, 0, 0, b""))
        if peer.is_closed:
            return
    until_over(peer)


def attack_pings(peer):
    """Answers that are not read."""
    peer.socket.settimeout(2)
    peer.raw(frame(6, 0, 0, bytes(8)) * 500_000)


def attack_endless_metadata(peer):
    """Each ends with its connection, and says why."""
    for block in (literal(b"x", b"v" * 100_000), literal(b"x", b"v" * 3_000_000), literal(b"x", b"v" * 9000) * 60):
        bad = Peer(ADDRESS)
        # Not by h2, which takes minutes to compress so much.
        bad.raw(headers(1, HEAD + block))
        until_over(bad)
        assert bad.goaway and bad.goaway.additional_data, (len(block), bad.goaway)
        bad.close()


def attack_garbage(peer):
    for data in (b"\xff" * 100, frame(0, 0, 0, b"x"), frame(1, 4, 2, HEAD), frame(8, 0, 0, bytes(4)),
                 frame(4, 0, 1, b""), frame(3, 0, 0, bytes(4)), frame(7, 0, 0, b""), frame(1, 0x2c, 1, b"\xff\0"),
                 frame(5, 4, 1, bytes(4)), frame(1, 4, 1, b"\xbf\xff\xff\xff\xff\xff")):
        bad = Peer(ADDRESS)
        bad.raw(data)
        until_over(bad)
        assert bad.goaway is None or bad.goaway.additional_data, (data, bad.goaway)
        bad.close()
    for data in (b"PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n" + bytes(50), b"PRI ", b"PRI garbage" * 10):
        bad = Peer(ADDRESS, greets=False)
        bad.raw(data)
        if len(data) > 10:
            until_over(bad)
        bad.close()


class GoodClient(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True)
        self.slowest = 0
        self.calls = 0
        self.failure = None
        self.is_stopped = False

    def run(self):
        try:
            peer = Peer(ADDRESS)
            while not self.is_stopped or self.calls == 0:
                began = time.monotonic()
                assert peer.call(request=echo(b"good")).messages == [echo(b"good")]
                self.slowest = max(self.slowest, time.monotonic() - began)
                self.calls += 1
                time.sleep(0.005)
            peer.close()
        except Exception as failure:
            self.failure = failure


def main():
    failed = 0
    wanted = sys.argv[2:]
    for name, body in list(globals().items()):
        if not name.startswith("attack_") or (wanted and name not in wanted):
            continue
        good = GoodClient()
        good.start()
        began = time.monotonic()
        try:
            peer = Peer(ADDRESS)
            body(peer)
            peer.close()
            good.is_stopped = True
            good.join(20)
            assert good.failure is None, good.failure
            assert good.calls > 0 and good.slowest < SLOWEST, f"{good.calls} calls, {good.slowest:.3f} s"
            verdict = "passed"
        except Exception:
            failed += 1
            verdict = "FAILED"
            traceback.print_exc()
        print(f"{verdict} {name}: {time.monotonic() - began:.1f} s, good calls {good.calls},"
              f" slowest {good.slowest * 1000:.0f} ms", flush=True)
    sys.exit(1 if failed else 0)


main()

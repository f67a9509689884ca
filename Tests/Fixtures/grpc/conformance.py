#!/usr/bin/env python3
"""Checks a server against the specification of gRPC over HTTP/2, with what ordinary clients never send as well.

usage: conformance.py ADDRESS [FRAME-BYTES]      prints a line for each check; fails if one does
"""

import struct
import sys
import time
import traceback

from a11y.bridge.v1 import bridge_pb2, status_pb2
from google.rpc import status_pb2 as google_status
from http2_peer import Peer, echo, message

ADDRESS = sys.argv[1]
LIMIT = int(sys.argv[2]) if len(sys.argv) > 2 else 4 * 1024 * 1024
OK, CANCELLED, INVALID, DEADLINE, EXHAUSTED, UNIMPLEMENTED, INTERNAL, UNAUTHENTICATED = 0, 1, 3, 4, 8, 12, 13, 16
WAIT = bridge_pb2.WaitForRequest(
    target={"selector": "slider[name=nowhere]"}, condition=bridge_pb2.CONDITION_APPEARS).SerializeToString()
WAIT_PATH = "/a11y.bridge.v1.BridgeService/WaitFor"


def expect(found, wanted, what=""):
    assert found == wanted, f"{what}: {found!r} instead of {wanted!r}"


def check_ordinary_call(peer):
    answer = peer.call(request=echo(b"hi"))
    expect(answer.http, 200)
    assert answer.headers["content-type"].startswith("application/grpc")
    expect(answer.messages, [echo(b"hi")])
    expect(answer.trailers["grpc-status"], "0")


def check_no_message(peer):
    stream = peer.headers(end=True)
    expect(peer.wait(stream).code, UNIMPLEMENTED)
    stream = peer.headers()
    peer.flush()
    time.sleep(0.05)
    peer.data(stream, b"", end=True)
    expect(peer.wait(stream).code, UNIMPLEMENTED)


def check_two_messages(peer):
    for method in ("Echo", "Generate"):
        stream = peer.headers(method)
        peer.data(stream, message(b"") + message(b""), end=True)
        expect(peer.wait(stream).code, UNIMPLEMENTED, method)
        stream = peer.headers(method)
        peer.data(stream, message(b""))
        time.sleep(0.05)
        peer.data(stream, message(b""))
        expect(peer.wait(stream).code, UNIMPLEMENTED, method)


def check_cut_message(peer):
    for data in (b"\0", b"\0\0\0\0", message(b"abc", length=4), message(b"") + b"\0"):
        stream = peer.headers()
        peer.data(stream, data, end=True)
        expect(peer.wait(stream).code, INTERNAL, data)


def check_flags(peer):
    for flag in (2, 0x80, 0xFF):
        stream = peer.headers()
        peer.data(stream, message(b"", flag=flag), end=True)
        expect(peer.wait(stream).code, INTERNAL, flag)


def check_compression(peer):
    stream = peer.headers(extra=[("grpc-encoding", "gzip")])
    peer.data(stream, message(b"xx", flag=1), end=True)
    answer = peer.wait(stream)
    expect(answer.code, UNIMPLEMENTED)
    expect(answer.end["grpc-accept-encoding"], "identity")
    stream = peer.headers()
    peer.data(stream, message(b"xx", flag=1), end=True)
    expect(peer.wait(stream).code, INTERNAL)
    # An encoding that no message uses is none.
    expect(peer.call(request=echo(b"x"), extra=[("grpc-encoding", "gzip")]).code, OK)
    expect(peer.call(request=echo(b"x"), extra=[("grpc-encoding", "identity")]).code, OK)


def check_timeouts(peer):
    for value in ("1H", "99999999H", "1M", "2S", "5000m", "5000000u", "99999999n", "00000100S"):
        expect(peer.call(request=echo(b"x"), extra=[("grpc-timeout", value)]).code, OK, value)
    for value in ("", "1", "S", "100000000S", "-1S", "1.5S", "1s", "1 S", "0x1S"):
        answer = peer.call(request=echo(b"x"), extra=[("grpc-timeout", value)])
        if answer.reset is None:
            expect(answer.code, INVALID, value)
    twice = [("grpc-timeout", "1S"), ("grpc-timeout", "2S")]
    expect(peer.call(request=echo(b"x"), extra=twice).code, INVALID)


def check_deadlines(peer):
    # A wait is answered before its client gives up.
    for value, least, most in (("300m", 0.28, 2), ("1n", 0, 1), ("0S", 0, 1)):
        started = time.monotonic()
        answer = peer.call(request=WAIT, path=WAIT_PATH, extra=[("grpc-timeout", value)])
        passed = time.monotonic() - started
        expect(answer.code, DEADLINE, value)
        assert least <= passed <= most, f"{value}: {passed}"
    answer = peer.call(request=echo(b"x"), extra=[("grpc-timeout", "0m")])
    assert answer.code == DEADLINE and "nothing was done" in answer.text, answer.text
    # It counts for a request that never ends as well.
    stream = peer.headers(extra=[("grpc-timeout", "200m")])
    peer.flush()
    answer = peer.wait(stream)
    expect(answer.code, DEADLINE)


def check_lengths(peer):
    # An EchoRequest of 4 MiB less its own head fits exactly.
    for size in (0, 1, 16384, 65536, LIMIT - 5):
        answer = peer.call(request=echo(bytes(size)))
        expect(answer.code, OK, size)
        expect(len(answer.messages[0]), len(echo(bytes(size))))
    stream = peer.headers()
    peer.data(stream, message(b"", length=LIMIT + 1))
    answer = peer.wait(stream)
    expect(answer.code, EXHAUSTED)
    stream = peer.headers()
    peer.data(stream, message(b"", length=0xFFFF_FFFF))
    expect(peer.wait(stream).code, EXHAUSTED)
    # In frames of one byte, and with an empty one between.
    stream = peer.headers()
    for byte in message(echo(b"pieces")):
        peer.h2.send_data(stream, bytes([byte]))
        peer.h2.send_data(stream, b"")
    peer.data(stream, b"", end=True)
    expect(peer.wait(stream).messages, [echo(b"pieces")])


def check_early_end(peer):
    """After an early end the client is told to send no more."""
    stream = peer.headers(path="/nothing/Here")
    peer.flush()
    answer = peer.wait(stream)
    expect(answer.code, UNIMPLEMENTED)
    peer.until(lambda: answer.reset is not None)
    expect(answer.reset, 0)


def check_trailers_only(peer):
    answer = peer.call(path="/a11y.bridge.v1.BridgeService/Find", request=b"\x0a\x07button[")
    expect(answer.code, INVALID)
    assert answer.trailers is None and answer.frames_of_data == 0
    expect(answer.http, 200)
    assert answer.headers["content-type"].startswith("application/grpc")


def check_status(peer):
    selector = 'button[name="Größe 100%\n🙂"]'
    request = bridge_pb2.GetElementRequest(target={"selector": selector}).SerializeToString()
    answer = peer.call(path="/a11y.bridge.v1.BridgeService/GetElement", request=request)
    expect(answer.code, 5)
    encoded = answer.end["grpc-message"]
    assert all(0x20 <= ord(c) <= 0x7E for c in encoded) and "%25" in encoded, encoded
    status = google_status.Status.FromString(answer.details)
    expect((status.code, status.message), (5, answer.text))
    detail = status_pb2.ErrorDetail()
    assert status.details[0].Unpack(detail)
    expect((detail.reason, detail.selector), (status_pb2.ERROR_REASON_NO_MATCH, selector))


def check_unknown_paths(peer):
    for path in ("/a11y.bridge.v1.BridgeService/Nope", "/nothing/Echo", "/", "/Echo", "/a/b/c",
                 "/a11y.bridge.v1.BridgeService/", "/a11y.bridge.v1.diagnosticsservice/echo"):
        expect(peer.call(path=path, request=b"").code, UNIMPLEMENTED, path)


def check_http(peer):
    cases = [
        ({"http_method": "GET"}, 405), ({"http_method": "PUT"}, 405), ({"content_type": None}, 415),
        ({"content_type": "application/json"}, 415), ({"content_type": "application/proto"}, 415),
        ({"content_type": "application/grpc-web"}, 415), ({"content_type": "application/grpcx"}, 415),
        ({"content_type": "application/connect+proto"}, 415),
        ({"content_type": "application/grpc+json"}, 415),
    ]
    for options, wanted in cases:
        answer = peer.call(request=echo(b"x"), **options)
        expect(answer.http, wanted, options)
        expect(answer.code, None, options)
        text = bytes(answer.data)
        assert b"gRPC" in text and text.count(b"\n") == 1, text
        expect(answer.headers["content-length"], str(len(text)))
    # The answer ends with the request, not before: some clients drop one that does.
    stream = peer.headers(content_type="application/json")
    peer.data(stream, b"first")
    peer.until(lambda: peer.answers[stream].data)
    expect(peer.call(request=echo(b"x")).code, OK)
    assert not peer.answers[stream].is_ended
    peer.data(stream, b"last", end=True)
    answer = peer.wait(stream)
    expect((answer.http, answer.reset), (415, None))
    for content_type in ("application/grpc", "application/grpc+proto", "application/grpc; x=y",
                         "application/grpc+proto;charset=utf-8"):
        expect(peer.call(request=echo(b"x"), content_type=content_type).code, OK, content_type)


def check_metadata(peer):
    extra = [("x-test", "1"), ("x-test", "2"), ("x-test", "1"), ("x-data-bin", "AAEC"), ("x-empty", "")]
    expect(peer.call(request=echo(b"x"), extra=extra).code, OK)
    long = [(f"x-{n}", "v" * 1000) for n in range(14)]
    expect(peer.call(request=echo(b"x"), extra=long).code, OK)
    answer = peer.call(request=echo(b"x"), extra=long + [("y", "v" * 3000)])
    expect(answer.code, EXHAUSTED)
    assert "16384" in answer.text
    twice = [("authorization", "Bearer a"), ("authorization", "Bearer b")]
    expect(peer.call(request=echo(b"x"), extra=twice).code, UNAUTHENTICATED)
    for value in ("Basic abc", "", "Bearer", "token"):
        answer = peer.call(request=echo(b"x"), extra=[("authorization", value)])
        expect(answer.code, UNAUTHENTICATED, value)


def check_cancellation(peer):
    for _ in range(5000):
        stream = peer.headers(path=WAIT_PATH)
        peer.h2.send_data(stream, message(WAIT), end_stream=True)
        peer.h2.reset_stream(stream, 8)
        peer.flush()
    expect(peer.call(request=echo(b"x")).code, OK)
    # While the request is incomplete, and while the answer comes.
    stream = peer.headers()
    peer.data(stream, message(b"", length=100))
    peer.h2.reset_stream(stream, 8)
    request = bridge_pb2.GenerateRequest(count=1_000_000, payload_length=1000).SerializeToString()
    stream = peer.headers("Generate")
    peer.data(stream, message(request), end=True)
    peer.until(lambda: len(peer.answers[stream].data) > 100_000)
    peer.h2.reset_stream(stream, 8)
    expect(peer.call(request=echo(b"x")).code, OK)


def check_windows(peer):
    """What the client's window does not let through waits; other streams go on."""
    peer.updates_windows = False
    request = bridge_pb2.GenerateRequest(count=100, payload_length=1000).SerializeToString()
    stream = peer.headers("Generate")
    peer.data(stream, message(request), end=True)
    answer = peer.answers[stream]
    peer.until(lambda: len(answer.data) == 65535)
    time.sleep(0.1)
    expect(len(answer.data), 65535)
    # The connection's window is used up too. It is widened for another stream, and then all.
    peer.h2.increment_flow_control_window(1_000_000)
    expect(peer.call(request=echo(b"x")).code, OK)
    assert not answer.is_ended
    peer.h2.increment_flow_control_window(1_000_000, stream)
    expect(peer.wait(stream).code, OK)
    expect(len(answer.messages), 100)
    peer.updates_windows = True


def check_pings(peer):
    for number in range(500):
        peer.h2.ping(struct.pack(">Q", number))
        if number % 50 == 0:
            peer.flush()
            peer.until(lambda: peer.pongs > number - 50)
    peer.until(lambda: peer.pongs == 500)
    expect(peer.call(request=echo(b"x")).code, OK)


def check_going_away(peer):
    """A client that goes away has its calls finished; then the connection ends."""
    stream = peer.headers(path=WAIT_PATH, extra=[("grpc-timeout", "300m")])
    peer.data(stream, message(WAIT), end=True)
    peer.raw(b"\0\0\x08\x07\0" + bytes(12))
    expect(peer.wait(stream).code, DEADLINE)
    while peer.receive():
        pass


def check_http1():
    import socket
    host, port = ADDRESS.rsplit(":", 1)
    for first in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"POST /a.b/C HTTP/1.1\r\ncontent-type: application/json\r\n\r\n",
                  b"PUT / HTTP/1.0\r\n\r\n"):
        with socket.create_connection((host, int(port))) as plain:
            plain.settimeout(10)
            plain.sendall(first)
            answer = b""
            while part := plain.recv(4096):
                answer += part
        assert answer.startswith(b"HTTP/1.1 505 "), answer
        head, body = answer.split(b"\r\n\r\n")
        assert f"Content-Length: {len(body)}".encode() in head and b"gRPC" in body


def check_preface_in_pieces():
    peer = Peer(ADDRESS, greets=False)
    peer.h2.initiate_connection()
    for byte in peer.h2.data_to_send():
        peer.socket.sendall(bytes([byte]))
        time.sleep(0.001)
    expect(peer.call(request=echo(b"x")).code, OK)


def main():
    failed = 0
    only = sys.argv[3:]
    for name, body in list(globals().items()):
        if not name.startswith("check_") or (only and name not in only):
            continue
        try:
            if body.__code__.co_argcount:
                peer = Peer(ADDRESS)
                body(peer)
                peer.close()
            else:
                body()
            print("passed", name, flush=True)
        except Exception:
            failed += 1
            print("FAILED", name, flush=True)
            traceback.print_exc()
    sys.exit(1 if failed else 0)


main()

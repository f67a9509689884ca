#!/usr/bin/env python3
"""Makes the mistakes of newcomers to gRPC: each message says what is wrong, where, and what to do, in words of gRPC.

usage: errors.py ADDRESS      the server takes any local user
"""

import re
import sys

import grpc
from a11y.bridge.v1 import bridge_pb2, status_pb2
from grpc_status import rpc_status

CHANNEL = grpc.insecure_channel(sys.argv[1])
SERVICE = "/a11y.bridge.v1.BridgeService/"
HEALTH = "/grpc.health.v1.Health/Check"
REFLECTION = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"


def raw(value):
    return value


def unary(method, request=b"", **options):
    CHANNEL.unary_unary(method, raw, raw)(request, timeout=10, **options)


def stream(method, *requests):
    list(CHANNEL.stream_stream(method, raw, raw)(iter(requests), timeout=10))


def find(**fields):
    unary(SERVICE + "Find", bridge_pb2.FindRequest(selector="button", **fields).SerializeToString())


def bearer(value):
    unary(SERVICE + "ListApplications", metadata=[("authorization", value)])


CASES = [
    (lambda: unary(SERVICE + "Find", b"\xff\xff\xff"), "not a valid FindRequest", "stubs"),
    (lambda: stream(SERVICE + "Find", b"", b""), "second message: .*Find", "Send one message"),
    (lambda: stream(SERVICE + "Find"), "without a message", "Send one message"),
    (lambda: find(since=3), "FindRequest.epoch is missing", "epoch of the answer"),
    (lambda: find(page_token="nonsense"), 'FindRequest.page_token: "nonsense"', "previous page"),
    (lambda: unary(SERVICE + "Nope"), "unknown method .*Nope", "reflection"),
    (lambda: unary(SERVICE + "Find", b"a" * 1000, compression=grpc.Compression.Gzip), "compressed", "without compression"),
    (lambda: unary(SERVICE + "Find", bytes(5_000_000)), "5000000 bytes", "smaller message"),
    (lambda: bearer("Basic abc"), "authorization", "authorization: Bearer TOKEN"),
    (lambda: bearer("Bearer wrong"), "token", "a11y-bridge token"),
    (lambda: unary(HEALTH, b"\x0a\x04nope"), "no service nope", "List the services"),
    (lambda: unary(HEALTH, b"\xff"), "not a valid HealthCheckRequest", "stubs"),
    (lambda: stream(REFLECTION, b"\xff"), "not a valid ServerReflectionRequest", "stubs"),
    (lambda: stream(REFLECTION, bytes(9000)), "9000 bytes, .*Reflection.* takes 8192", "smaller message"),
]


def check(call, what, remedy):
    try:
        call()
    except grpc.RpcError as error:
        text = error.details()
        assert re.search(what, text), f"{text!r} does not say {what!r}"
        assert re.search(remedy, text), f"{text!r} does not say {remedy!r}"
        assert not re.search("frame|hello|half-close|CallStart|snapshot_first", text), text
        detail = status_pb2.ErrorDetail()
        assert rpc_status.from_call(error).details[0].Unpack(detail)
        assert detail.remedy and text.endswith(detail.remedy), (text, detail.remedy)
    else:
        sys.exit(f"nothing is wrong where {what!r} was expected")


for case in CASES:
    check(*case)

#!/usr/bin/env python3
"""Checks what clients are told whose connection is not served: they hear why, and do not connect for ever.

usage: refused.py ADDRESS          the server has --limit connections=1, and 1 connection is opened first
"""

import asyncio
import sys
import time

import grpc
from a11y.bridge.v1 import bridge_grpc, bridge_pb2, bridge_pb2_grpc, status_pb2
from grpc_status import rpc_status
from grpclib.client import Channel
from grpclib.const import Status
from grpclib.exceptions import GRPCError
from http2_peer import Peer, echo

ADDRESS = sys.argv[1]
REASON = "limit connections=1 reached"
REQUEST = bridge_pb2.EchoRequest(payload=b"x")


def check_frames():
    """Each call that has begun is answered; then the connection ends, with the same reason."""
    peer = Peer(ADDRESS)
    streams = [peer.headers(end=n == 2) for n in range(3)]
    for stream in streams:
        answer = peer.wait(stream)
        assert answer.code == 8 and REASON in answer.text, (answer.code, answer.text)
    while peer.receive():
        pass
    assert peer.goaway.error_code == 11 and REASON.encode() in peer.goaway.additional_data
    assert peer.goaway.last_stream_id == streams[-1]


def check_silence():
    """A client that makes no call is told as well."""
    peer = Peer(ADDRESS, greets=False)
    peer.h2.initiate_connection()
    peer.flush()
    while peer.receive():
        pass
    assert peer.goaway.error_code == 11 and REASON.encode() in peer.goaway.additional_data
    print(peer.goaway.additional_data.decode())


def check_error(error):
    assert error.code() == grpc.StatusCode.RESOURCE_EXHAUSTED, error
    assert REASON in error.details(), error
    status = rpc_status.from_call(error)
    if status:
        detail = status_pb2.ErrorDetail()
        assert status.details[0].Unpack(detail)
        assert (detail.limit_name, detail.limit) == ("connections", 1), detail


def check_grpcio():
    for waits in (False, True):
        with grpc.insecure_channel(ADDRESS) as channel:
            stub = bridge_pb2_grpc.DiagnosticsServiceStub(channel)
            for _ in range(3):
                try:
                    stub.Echo(REQUEST, timeout=10, wait_for_ready=waits)
                    raise AssertionError("the call was served")
                except grpc.RpcError as error:
                    check_error(error)


async def check_grpcio_asyncio():
    async with grpc.aio.insecure_channel(ADDRESS) as channel:
        stub = bridge_pb2_grpc.DiagnosticsServiceStub(channel)
        for _ in range(3):
            try:
                await stub.Echo(REQUEST, timeout=10)
                raise AssertionError("the call was served")
            except grpc.aio.AioRpcError as error:
                check_error(error)


async def check_grpclib():
    host, port = ADDRESS.rsplit(":", 1)
    channel = Channel(host, int(port))
    try:
        await bridge_grpc.DiagnosticsServiceStub(channel).Echo(REQUEST, timeout=10)
        raise AssertionError("the call was served")
    except GRPCError as error:
        assert error.status == Status.RESOURCE_EXHAUSTED and REASON in error.message, error
    finally:
        channel.close()


def main():
    first = Peer(ADDRESS)
    assert first.call(request=echo(b"x")).code == 0
    for body in (check_frames, check_silence, check_grpcio):
        began = time.monotonic()
        body()
        print(f"passed {body.__name__}: {time.monotonic() - began:.2f} s", flush=True)
    for body in (check_grpcio_asyncio, check_grpclib):
        asyncio.run(body())
        print("passed", body.__name__, flush=True)
    assert first.call(request=echo(b"x")).code == 0


main()

#!/usr/bin/env python3
"""Uses a server by grpclib, which is written in Python on top of h2.

usage: grpclib_client.py ADDRESS
"""

import asyncio
import sys

from a11y.bridge.v1 import bridge_grpc, bridge_pb2
from grpclib.client import Channel
from grpclib.const import Status
from grpclib.exceptions import GRPCError


async def main():
    host, port = sys.argv[1].rsplit(":", 1)
    channel = Channel(host, int(port))
    bridge = bridge_grpc.BridgeServiceStub(channel)
    diagnostics = bridge_grpc.DiagnosticsServiceStub(channel)
    answers = await asyncio.gather(
        *(diagnostics.Echo(bridge_pb2.EchoRequest(payload=bytes([n]))) for n in range(100)))
    assert [answer.payload[0] for answer in answers] == list(range(100))
    messages = await diagnostics.Generate(bridge_pb2.GenerateRequest(count=500, payload_length=2000))
    assert [m.sequence for m in messages] == list(range(500))
    try:
        await bridge.Find(bridge_pb2.FindRequest(selector="button["))
        raise AssertionError("the call did not fail")
    except GRPCError as error:
        assert error.status == Status.INVALID_ARGUMENT and error.details, error
    async with bridge.Subscribe.open() as stream:
        await stream.send_message(bridge_pb2.SubscribeRequest(snapshot_first=True), end=True)
        first = await stream.recv_message()
        assert first.subscribed.epoch
        await stream.cancel()
    channel.close()


asyncio.run(main())

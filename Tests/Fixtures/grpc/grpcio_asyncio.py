#!/usr/bin/env python3
"""Uses a server by grpcio's asyncio interface.

usage: grpcio_asyncio.py ADDRESS
"""

import asyncio
import sys

import grpc
from a11y.bridge.v1 import bridge_pb2, bridge_pb2_grpc


async def main():
    async with grpc.aio.insecure_channel(sys.argv[1]) as channel:
        bridge = bridge_pb2_grpc.BridgeServiceStub(channel)
        diagnostics = bridge_pb2_grpc.DiagnosticsServiceStub(channel)

        async def echo(number):
            answer = await diagnostics.Echo(bridge_pb2.EchoRequest(payload=bytes([number])))
            return answer.payload[0]

        assert await asyncio.gather(*map(echo, range(200))) == list(range(200))
        request = bridge_pb2.GenerateRequest(count=2000, payload_length=500)
        assert [m.sequence async for m in diagnostics.Generate(request)] == list(range(2000))
        call = bridge.Subscribe(bridge_pb2.SubscribeRequest(snapshot_first=True))
        first = await call.read()
        assert first.subscribed.epoch
        call.cancel()
        try:
            await bridge.Find(bridge_pb2.FindRequest(selector="button["))
            raise AssertionError("the call did not fail")
        except grpc.aio.AioRpcError as error:
            assert error.code() == grpc.StatusCode.INVALID_ARGUMENT
        try:
            async for _ in bridge.Subscribe(bridge_pb2.SubscribeRequest(), timeout=0.3):
                pass
            raise AssertionError("the call did not end")
        except grpc.aio.AioRpcError as error:
            assert error.code() == grpc.StatusCode.DEADLINE_EXCEEDED


asyncio.run(main())

#!/usr/bin/env python3
"""Calculates with the sample calculator by gRPC, with stubs made from the contract.

usage: calculate.py HOST:PORT KEY…     against `a11y-bridge --source sample:calculator`

Make the stubs with `python -m grpc_tools.protoc`, as `test` does; requirements.txt has what it needs.
"""

import sys

import grpc
from a11y.bridge.v1 import action_pb2, bridge_pb2, bridge_pb2_grpc, element_pb2, status_pb2
from grpc_status import rpc_status

RESULT = 'text[label="Result"]'


def press(bridge: bridge_pb2_grpc.BridgeServiceStub, label: str) -> None:
    """Presses a key, and waits for what that does."""
    request = bridge_pb2.PerformRequest(
        target=action_pb2.Target(selector=f'button[label="{label}"]'),
        command=action_pb2.ActionCommand(kind=element_pb2.ACTION_KIND_PRESS),
    )
    receipt = bridge.Perform(request, timeout=5).receipt
    print(f"pressed {label}: {action_pb2.Outcome.Name(receipt.outcome)}")


def main() -> None:
    address, *keys = sys.argv[1:]
    with grpc.insecure_channel(address) as channel:
        bridge = bridge_pb2_grpc.BridgeServiceStub(channel)
        # A stream ends when it is cancelled, or with the channel.
        changes = bridge.Subscribe(bridge_pb2.SubscribeRequest(selector=RESULT))
        print("subscribed at revision", next(changes).subscribed.revision)
        try:
            for key in keys:
                press(bridge, key)
        except grpc.RpcError as error:
            # Errors have details for programs.
            detail = status_pb2.ErrorDetail()
            rpc_status.from_call(error).details[0].Unpack(detail)
            sys.exit(f"{error.details()}\n{detail.remedy}")
        changes.cancel()
        found = bridge.Find(bridge_pb2.FindRequest(selector=RESULT), timeout=5)
        print("the calculator shows", found.elements[0].value)


main()

#!/usr/bin/env python3
"""Calculates with the sample calculator by gRPC, with stubs made from the contract.

usage: calculate.py HOST:PORT KEY…     against `a11y-bridge --source sample:calculator`

Make the stubs with `python -m grpc_tools.protoc`, as `test` does; requirements.txt has what it needs. A token comes from
the file that A11Y_BRIDGE_TOKEN_FILE names, as for bridge-client.
"""

import os
import pathlib
import sys

import grpc
from a11y.bridge.v1 import action_pb2, bridge_pb2, bridge_pb2_grpc, element_pb2

RESULT = action_pb2.Target(selector='text[label="Result"]')


def press(bridge: bridge_pb2_grpc.BridgeServiceStub, label: str, metadata: list) -> None:
    """Presses a key, and waits for what that does."""
    request = bridge_pb2.PerformRequest(
        target=action_pb2.Target(selector=f'button[label="{label}"]'),
        command=action_pb2.ActionCommand(kind=element_pb2.ACTION_KIND_PRESS),
        # Found by its label, it must still have it when it is pressed.
        expectation=action_pb2.TargetExpectation(label=label),
    )
    receipt = bridge.Perform(request, timeout=5, metadata=metadata).receipt
    if receipt.outcome == action_pb2.OUTCOME_REFUSED:
        sys.exit(f"{label} was not pressed: {receipt.refusal.message}\n{receipt.refusal.detail.remedy}")
    print(f"pressed {label}: {action_pb2.Outcome.Name(receipt.outcome)}")


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit("usage: calculate.py HOST:PORT KEY…")
    address, *keys = sys.argv[1:]
    metadata = []
    if path := os.environ.get("A11Y_BRIDGE_TOKEN_FILE"):
        try:
            metadata = [("authorization", f"Bearer {pathlib.Path(path).read_text().strip()}")]
        except (OSError, UnicodeDecodeError) as error:
            sys.exit(f"A11Y_BRIDGE_TOKEN_FILE: cannot read {path}: {error}")
    with grpc.insecure_channel(address) as channel:
        bridge = bridge_pb2_grpc.BridgeServiceStub(channel)
        # A stream ends when it is cancelled, or with the channel.
        changes = bridge.Subscribe(bridge_pb2.SubscribeRequest(selector=RESULT.selector), metadata=metadata)
        print("subscribed at revision", next(changes).subscribed.revision)
        for key in keys:
            press(bridge, key, metadata)
        changes.cancel()
        request = bridge_pb2.GetElementRequest(target=RESULT)
        print("the calculator shows", bridge.GetElement(request, timeout=5, metadata=metadata).element.value)


try:
    main()
except grpc.RpcError as error:
    # The message says what is wrong and what to do. After UNAVAILABLE or DEADLINE_EXCEEDED an action may have been
    # performed all the same: look before you repeat it.
    sys.exit(f"{error.code().name}: {error.details()}")

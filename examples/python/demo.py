#!/usr/bin/env python3
"""Finds, watches and presses elements over the wire protocol, using only protobuf.

usage: demo.py HOST:PORT     against `a11y-bridge --source sample:calculator`
"""
import sys
from connection import Connection, action, bridge, element, reporting, wire


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: demo.py HOST:PORT")
    connection = Connection(sys.argv[1], "demo.py")
    print("server:", connection.server.software)

    # Receives more messages than the initial credit of a call.
    stream, count = connection.start("Generate", bridge.GenerateRequest(count=200), "DiagnosticsService"), 0
    while connection.receive(stream).HasField("message"):
        count += 1
    assert count == 200, count

    found = connection.call("Find", bridge.FindRequest(selector="button"), bridge.FindResponse)
    print(found.total, "buttons:", " ".join(button.label for button in found.elements))

    def perform(target, kind, **argument):
        request = bridge.PerformRequest(target=target)
        request.command.CopyFrom(action.ActionCommand(kind=kind, **argument))
        return connection.call("Perform", request, bridge.PerformResponse).receipt

    # The display may show anything at first; its own action sets it to 0.
    cleared = perform(action.Target(selector="text[label=Result]"), element.ACTION_KIND_CUSTOM, name="Clear")
    assert cleared.outcome != action.OUTCOME_REFUSED, cleared.refusal.message

    subscription = connection.start("Subscribe", bridge.SubscribeRequest())
    assert bridge.SubscribeResponse.FromString(connection.receive(subscription).message).HasField("subscribed")

    seven = next(button.id for button in found.elements if button.label in ("7", "Seven", "seven"))
    receipt = perform(action.Target(element_id=seven), element.ACTION_KIND_PRESS)
    print("pressed 7:", "confirmed" if receipt.outcome == action.OUTCOME_CONFIRMED else f"outcome {receipt.outcome}")

    while True:
        update = bridge.SubscribeResponse.FromString(connection.receive(subscription).message).update
        for value in (n.value_changed for n in update.notifications if n.HasField("value_changed")):
            print(f"value changed: {value.old_value!r} -> {value.new_value!r}")
            connection.send(subscription, cancel=wire.Cancel())
            sys.exit(0 if value.new_value == "7" else 1)


reporting(main)

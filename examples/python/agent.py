#!/usr/bin/env python3
"""An agent's loop: look, decide, act, and read what changed. The policy is a script here; a model takes its place.

usage: agent.py HOST:PORT|unix:PATH TASK     against `a11y-bridge --source sample:calculator`; TASK is such as "12 x 12 ="

What the agent reads is text for language models: an outline at first, and only what changed afterwards. What it decides is
a list of steps that are run in one call, up to the first that fails. An id acts only on what it was when the agent read
it: otherwise the step is refused, nothing is done, and the agent looks again.
"""
import re, sys
from connection import BridgeError, Connection, action, bridge, element, reporting

LABELS = {"+": "add", "-": "subtract", "x": "multiply", "/": "divide", "=": "equals", ".": "decimal point"}


def press(element_id, label):
    request = bridge.PerformRequest(target=action.Target(element_id=element_id))
    request.command.kind = element.ACTION_KIND_PRESS
    request.expectation.label = label
    return bridge.Step(perform=request)


def custom(selector, name):
    request = bridge.PerformRequest(target=action.Target(selector=selector))
    request.command.kind, request.command.name = element.ACTION_KIND_CUSTOM, name
    return bridge.Step(perform=request)


class Policy:
    """Decides by what it has read. It sees text and ids, as a model would, and remembers where the buttons are."""

    def __init__(self, task):
        self.keys = [LABELS.get(key, key) for key in task if key != " "]
        self.buttons, self.value, self.is_cleared = {}, None, False

    def read(self, text):
        for label, id in re.findall(r'button "([^"]*)" #(\d+)', text):
            self.buttons[label] = int(id)
        for value in re.findall(r'text "Result" = "([^"]*)"', text):
            self.value = value

    def decide(self):
        """Returns the next steps; none: the task is done."""
        if not self.is_cleared:
            self.is_cleared = True
            return [custom("text[label=Result]", "Clear")]
        # A few keys at a time, so that there is something to read between them.
        keys, self.keys = self.keys[:3], self.keys[3:]
        missing = [key for key in keys if key not in self.buttons]
        if missing:
            raise BridgeError(f"there is no button {missing[0]!r}", "Serve the calculator: --source sample:calculator.")
        return [press(self.buttons[key], key) for key in keys]


class Agent:
    def __init__(self, address):
        self.connection = Connection(address, "agent.py")
        self.revision = None
        self.tokens = 0

    def outline(self):
        """The outline to read: what changed since the last one."""
        request = bridge.GetOutlineRequest(target=action.Target(selector="application[name=Calculator]"))
        if self.revision is not None:
            request.since, request.epoch = self.revision, self.connection.server.epoch
        return request

    def read(self, outline):
        self.revision, self.tokens = outline.revision, self.tokens + outline.tokens
        return outline.text

    def look(self):
        return self.read(self.connection.call("GetOutline", self.outline(), bridge.GetOutlineResponse))

    def do(self, steps):
        for step in steps:
            # Beside its label, the element and the row that it is in are what they were.
            expectation = step.perform.expectation
            expectation.revision, expectation.epoch = self.revision, self.connection.server.epoch
        request = bridge.RunStepsRequest(steps=steps, outline=self.outline())
        response = self.connection.call("RunSteps", request, bridge.RunStepsResponse)
        for number, result in enumerate(response.results, 1):
            if result.HasField("failure"):
                raise BridgeError.of(f"step {number}", result.failure)
        return self.read(response.outline)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: agent.py HOST:PORT|unix:PATH TASK")
    agent, policy = Agent(sys.argv[1]), Policy(sys.argv[2])
    text = agent.look()
    calls = 1
    while True:
        print(text, end="")
        policy.read(text)
        steps = policy.decide()
        if not steps:
            break
        text = agent.do(steps)
        calls += 1
    print(f"result: {policy.value}, after {calls} calls and some {agent.tokens} tokens")


reporting(main)

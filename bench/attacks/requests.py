"""Attacks with single expensive requests: long texts, patterns, selectors, lists."""

import random
import time

from .report import check
from .rows import change, row
from .server import Server
from .wire import (
    INSERT_TEXT, INTENT, INVALID_ARGUMENT, RESOURCE_EXHAUSTED, SERVICE, SET_TEXT, VALUE_CONTAINS,
    VALUE_EQUALS, VALUE_MATCHES, Peer, message, number, varint)


def wait_for(selector: str, condition: int, text: str = "") -> bytes:
    return message(1, message(2, selector.encode())) + number(2, condition) + message(3, text.encode())


def set_text(peer: Peer, element: int, text: str) -> tuple[int, str]:
    command = number(1, SET_TEXT) + message(4, text.encode())
    return peer.try_call(SERVICE + "Perform", message(1, number(1, element)) + message(2, command))


@row(source="sample")
def long_texts(server: Server, options) -> None:
    """WaitFor with texts of up to 1 MB, in values of 100 KB"""
    peer = Peer(server.address)
    field = peer.find('textbox')
    set_text(peer, field, "aé" * 50_000)
    codes = []
    for condition in (VALUE_CONTAINS, VALUE_EQUALS, VALUE_MATCHES):
        for length in (100, 4_096, 4_097, 100_000, 1_000_000):
            text = "a" * (length - 1) + "b"
            call = peer.begin(
                SERVICE + "WaitFor", wait_for("*", condition, text), timeout_ms=200)
            codes.append((condition, length, peer.end_of(call)[0]))
    print("  codes: " + ", ".join(f"{length:,} bytes {code}" for _, length, code in codes))
    check(all(code == INVALID_ARGUMENT for _, length, code in codes if length > 4_096),
          "a text of more than 4,096 bytes is refused with INVALID_ARGUMENT")
    # Such a pattern has too many steps, and is refused for that.
    check(all(code != INVALID_ARGUMENT for condition, length, code in codes
              if length <= 4_096 and condition != VALUE_MATCHES), "a text of 4,096 bytes is accepted")
    peer.close()


@row(source="sample")
def patterns(server: Server, options) -> None:
    """Regular expressions with large classes and many repetitions, in WaitFor and Find"""
    peer = Peer(server.address)
    dice = random.Random(2)
    wide = "[" + "".join(chr(dice.randrange(0x4E00, 0x9FFF)) for _ in range(1_300)) + "]"
    for pattern in (
        wide, "(?i)" + "[À-ɏ]?" * 500, "(?i)[" + "\\x00-\\x{10FFFF}" * 250 + "]",
        "(a*)*(b*)*" * 100, "(" * 30 + "a?" * 900 + ")" * 30, "[a-z]{1000}", "(.*x){20}",
    ):
        for _ in range(10):
            peer.end_of(peer.begin(
                SERVICE + "WaitFor", wait_for("*", VALUE_MATCHES, pattern), timeout_ms=30))
            if '"' not in pattern:
                text = pattern.replace("\\", "\\\\")
                peer.try_call(SERVICE + "Find", message(1, f'*[label~="{text}"]'.encode()[:4_096]))
    peer.close()


DEAR = [
    "button:first", ", ".join(f"*:nth({n})" for n in range(1, 61)), "*:has(* * * *)", "* ~ * ~ *",
    " ".join(["*"] * 60), "*:has(" * 15 + '[label~="(a*)*b"]' + ")" * 15,
    "*:within(" * 15 + "[label*=zzz]" + ")" * 15, ":visible *:not(:has(button)) *",
    '*[label~="(a|b|c)*(d|e)*z"]',
]


@row(source="sample")
def filters(server: Server, options) -> None:
    """256 subscriptions with different expensive selectors, while the tree changes"""
    peer = Peer(server.address)
    began = [
        peer.begin(SERVICE + "Subscribe", message(3, f"{DEAR[n % len(DEAR)]}, #{n + 1}".encode()),
                   credit=1 << 30)
        for n in range(256)
    ]
    watcher = Peer(server.address)
    change(watcher, 100)
    watcher.call(SERVICE + "GetServerInfo")
    print(f"  {len(began)} subscriptions")
    peer.close()
    watcher.close()


@row(source="sample")
def text_filters(server: Server, options) -> None:
    """1,024 subscriptions that each search all values for a text, while one value is 1 MB long"""
    peers = [Peer(server.address) for _ in range(4)]
    for n, peer in ((n, peer) for peer in peers for n in range(256)):
        selector = f'[value*="zq{id(peer)}.{n}"]'
        peer.begin(SERVICE + "Subscribe", message(3, selector.encode()), credit=1 << 30)
    watcher = Peer(server.address)
    field = watcher.find("textbox")
    for letter in "abc":
        set_text(watcher, field, letter * 1_000_000)
    change(watcher, 20)
    watcher.call(SERVICE + "GetServerInfo")
    print(f"  {256 * len(peers)} subscriptions")
    for peer in (*peers, watcher):
        peer.close()


@row(source="sample")
def snapshots(server: Server, options) -> None:
    """64 clients that subscribe with different expensive selectors and request a snapshot"""
    # In less time, the bystander makes too few calls for meaningful figures.
    end = time.monotonic() + 5
    rounds = 0
    while time.monotonic() < end:
        peers = [Peer(server.address) for _ in range(64)]
        for round in range(4):
            calls = [
                (peer, peer.begin(SERVICE + "Subscribe", message(
                    3, f"{DEAR[(index + round) % len(DEAR)]}, *[label~=\"x.*{index}{round}\"]".encode())
                    + number(6, 1), credit=1 << 20))
                for index, peer in enumerate(peers)
            ]
            for peer, call in calls:
                # Waits for `subscribed` or an error.
                while (answer := peer.receive()) is not None and answer[0] != call:
                    pass
        rounds += 1
        for peer in peers:
            peer.close()
    print(f"  {rounds} times 256 subscriptions")


@row(source="sample")
def searches(server: Server, options) -> None:
    """64 clients that search with expensive selectors without a pause"""
    peers = [Peer(server.address) for _ in range(64)]
    dice = random.Random(3)
    end = time.monotonic() + 5
    round = 0
    while time.monotonic() < end:
        round += 1
        calls = [
            (peer, peer.begin(SERVICE + "Find", message(
                1, f'{dice.choice(DEAR)}, *[label~="x.*{index}{round}"]'.encode())))
            for index, peer in enumerate(peers)
        ]
        for peer, call in calls:
            peer.end_of(call)
    print(f"  {round} searches by each client")
    for peer in peers:
        peer.close()


@row(source="sample:shopping-list")
def insertions(server: Server, options) -> None:
    """INSERT_TEXT of 20,000 characters and more into a text field"""
    peer = Peer(server.address)
    field = peer.find("textbox")
    for length in (20_000, 200_000, 1_000_000):
        for text in ("é" * length, "a" * (length - 1) + "b"):
            command = number(1, INSERT_TEXT) + message(5, message(1, text.encode()))
            code, why = peer.try_call(
                SERVICE + "Perform", message(1, number(1, field)) + message(2, command))
        set_text(peer, field, "")
    print(f"  the last ended with {code} {why[:80]}")
    peer.close()


@row
def lists(server: Server, options) -> None:
    """Requests with millions of ids, 300,000 parameters, two million unknown fields"""
    peer = Peer(server.address)
    ids = message(1, b"\x01" * 4_000_000)
    scopes = message(2, b"\x01" * 4_000_000)
    entries = b"".join(
        message(2, message(1, str(n).encode()) + message(2, b"")) for n in range(300_000))
    intent = number(1, INTENT) + message(12, message(1, b"x") + entries)
    unknown = number(99, 1) * 1_000_000
    for method, request in (
        ("GetTree", ids), ("Subscribe", scopes), ("Subscribe", message(2, b"\x01" * 400_000)),
        ("Subscribe", message(1, b"\x01" * 400_000)),
        ("Perform", message(1, number(1, 1)) + message(2, intent)), ("Find", unknown),
        ("Find", varint(99 << 3 | 2) + b"\x00" + b"\x9a\x06\x00" * 1_000_000),
    ):
        code, why = peer.try_call(SERVICE + method, request)
        print(f"  {method} of {len(request):,} bytes: {code} {why[:100]}")
        check(code in (INVALID_ARGUMENT, RESOURCE_EXHAUSTED), f"{method} with too much content is refused")
    peer.close()


@row(source="sample")
def trees(server: Server, options) -> None:
    """32 clients that request all trees again and again, while the tree changes"""
    peers = [Peer(server.address) for _ in range(32)]
    watcher = Peer(server.address)
    for round in range(10):
        calls = [(peer, peer.begin(SERVICE + "GetTree", number(5, round % 3), credit=1 << 30))
                 for peer in peers]
        change(watcher, 3)
        for peer, call in calls:
            peer.end_of(call)
    for peer in peers:
        peer.close()
    watcher.close()


@row(source="sample")
def polling(server: Server, options) -> None:
    """512 calls of WaitFor with different expensive selectors, while the tree changes"""
    peer = Peer(server.address)
    for n in range(512):
        selector = f'{DEAR[n % len(DEAR)]}, *[label~="x.*y.*{n}"]'
        peer.begin(SERVICE + "WaitFor", wait_for(selector, VALUE_CONTAINS, "?!"), timeout_ms=60_000)
    watcher = Peer(server.address)
    change(watcher, 60)
    peer.close()
    watcher.close()

"""Attacks with floods of cheap requests, and with requests that leave state behind."""

import threading
import time

from .memory import Watch, dismiss, push
from .report import check
from .requests import wait_for
from .rows import change, row
from .server import Server
from .wire import (
    SERVICE, VALUE_MATCHES, Peer, fields, frame, message, number, start, status, varint)


@row(source="sample")
def wide_filters(server: Server, options) -> None:
    """20 connections with 256 subscriptions each, all with different selectors that match everything"""
    watcher = Peer(server.address)
    watch = Watch(server)
    peers = [Peer(server.address) for _ in range(20)]
    data = [
        b"".join(
            start(call, SERVICE + "Subscribe", message(3, f'*[label!="{place}.{call}"]'.encode()))
            for call in range(1, 257))
        for place in range(len(peers))
    ]
    push(peers, data, 30, watch.look)
    watch.wait(6)
    change(watcher, 20, watch.look)
    print(f"  {watcher.info().get(9, 0)} subscriptions established")
    dismiss(server, watcher, watch, peers)


@row(source="sample")
def unions(server: Server, options) -> None:
    """20 connections with 256 subscriptions each, with 256 unions of 60 selectors with :nth"""
    watcher = Peer(server.address)
    watch = Watch(server)
    peers = [Peer(server.address) for _ in range(20)]
    data = b"".join(
        start(call, SERVICE + "Subscribe",
              message(3, ", ".join(f"*:nth({call + 7 * number})" for number in range(60)).encode()))
        for call in range(1, 257))
    # The server takes a while to accept them all.
    senders = [threading.Thread(target=peer.send, args=(data,), daemon=True) for peer in peers]
    for sender in senders:
        sender.start()
    end = time.monotonic() + 120
    while (standing := watcher.info().get(9, 0)) < 5_120 and time.monotonic() < end:
        watch.wait(0.5)
    print(f"  {standing} subscriptions established")
    check(standing == 5_120, "all subscriptions are established")
    change(watcher, 20, watch.look)
    watch.wait(6)
    dismiss(server, watcher, watch, peers)


@row(source="sample")
def kept_patterns(server: Server, options) -> None:
    """100 connections with 512 calls of WaitFor each for a short pattern with a thousand steps"""
    watcher = Peer(server.address)
    watch = Watch(server)
    peers = [Peer(server.address) for _ in range(100)]
    data = [
        b"".join(
            start(call, SERVICE + "WaitFor",
                  wait_for(f"*[label~=\"[a-z{place}]{{900}}{call}\"]", VALUE_MATCHES, f"[a-z]{{900}}{place}.{call}"),
                  timeout_ms=60_000)
            for call in range(1, 513))
        for place in range(len(peers))
    ]
    push(peers, data, 30, watch.look)
    watch.wait(6)
    dismiss(server, watcher, watch, peers)


@row(source="sample")
def many_scopes(server: Server, options) -> None:
    """32 clients that subscribe with 1,024 scopes and a selector each, while the tree changes"""
    peers = [Peer(server.address) for _ in range(32)]
    watcher = Peer(server.address)
    watcher.begin(SERVICE + "Find", message(1, b"*") + number(3, 1_024))
    answer = dict(fields(watcher.receive()[1][1]))[2]
    all_ids = b"".join(varint(dict(fields(element))[1]) for tag, element in fields(answer) if tag == 2)
    for index, peer in enumerate(peers):
        for round in range(4):
            text = f'*[label~="x.*{index}.{round}"], *:nth(2)'.encode()
            peer.begin(SERVICE + "Subscribe", message(2, all_ids) + message(3, text), credit=1 << 20)
    change(watcher, 20)
    print(f"  {watcher.info().get(9, 0)} subscriptions established")
    for peer in peers:
        peer.close()
    watcher.close()


@row(source="sample")
def deadlines(server: Server, options) -> None:
    """10,000 calls of WaitFor whose deadlines pass at the same moment, with selectors of 4,000 bytes"""
    peers = [Peer(server.address) for _ in range(20)]
    for place, peer in enumerate(peers):
        peer.send(b"".join(
            start(call, SERVICE + "WaitFor",
                  wait_for(f"*[label!='{place}']".ljust(3_000) + f"[level!={call}]", VALUE_MATCHES, "z" * 1_500),
                  timeout_ms=5_000)
            for call in range(1, 501)))
    told = 0
    codes = set()
    for place, peer in enumerate(peers):
        peer.socket.settimeout(15)
        try:
            while told < 500 * (place + 1) and (answer := peer.receive()) is not None:
                if answer[1][0] == 6:
                    told += 1
                    codes.add(status(answer[1]))
        except TimeoutError:
            pass
    print(f"  {told} calls ended, with " + ", ".join(sorted({f"{code} {why[:60]}" for code, why in codes})[:3]))
    check(max(len(why) for _, why in codes) < 1_000, "no status repeats the whole request")
    check(told == 20 * 500, "every call ends")
    for peer in peers:
        peer.close()


@row(source="sample")
def resumes(server: Server, options) -> None:
    """32 clients that resume 64 subscriptions each from the beginning"""
    watcher = Peer(server.address)
    change(watcher, 2_000)
    epoch, revision = watcher.info()[2], watcher.info()[3]
    peers = [Peer(server.address) for _ in range(32)]
    for index, peer in enumerate(peers):
        for n in range(64):
            text = message(3, f'*[label!="{index}.{n}"]'.encode()) if n % 2 else b""
            since = number(4, max(0, revision - 4_000)) + number(5, epoch)
            peer.begin(SERVICE + "Subscribe", text + since, credit=1 << 20)
    for peer in peers:
        peer.echo()
        peer.close()
    watcher.close()


@row
def tiny_calls(server: Server, options) -> None:
    """64 clients that begin megabytes of the smallest calls, each of which is refused"""
    peers = [Peer(server.address) for _ in range(64)]

    def flood(index: int, peer: Peer) -> None:
        peer.socket.settimeout(2)
        try:
            peer.send(b"".join(frame(call, message(3, b"")) for call in range(1, 60_000)))
        except OSError:
            pass

    threads = [threading.Thread(target=flood, args=item) for item in enumerate(peers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for peer in peers:
        peer.close("reset")


@row(source="sample")
def cancels(server: Server, options) -> None:
    """32 clients that begin calls of every kind and cancel them at once, again and again"""
    peers = [Peer(server.address) for _ in range(32)]
    methods = [
        ("WaitFor", message(1, message(2, b"slider:nth(900)"))), ("Subscribe", number(6, 1)),
        ("GetTree", b""), ("Perform", message(1, number(1, 1)) + message(2, number(1, 2))),
    ]
    for round in range(5):
        for peer in peers:
            data = []
            for _ in range(400):
                peer.last += 1
                name, request = methods[peer.last % 4]
                data.append(start(peer.last, SERVICE + name, request))
                data.append(frame(peer.last, message(7, b"")))
            peer.send(b"".join(data))
        for peer in peers:
            peer.echo()
    for peer in peers:
        peer.close()

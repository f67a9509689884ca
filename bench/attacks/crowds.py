"""Attacks with many cheap operations at once: ends, waits, actions, streams, log lines."""

import os
import socket
import threading
import time

from .report import check
from .rows import change, row
from .server import Server
from .wire import (
    DIAGNOSTICS, PRESS, RESOURCE_EXHAUSTED, SERVICE, STABLE, Peer, message, number, start, status)


@row(source="sample")
def endings(server: Server, options) -> None:
    """25,600 subscriptions that end together"""
    peers = [Peer(server.address) for _ in range(100)]
    for index, peer in enumerate(peers):
        peer.send(b"".join(
            start(call, SERVICE + "Subscribe", message(3, f"*[level={index}]".encode()) if index % 2 else b"")
            for call in range(1, 257)))
        peer.last = 256
        peer.echo()
    watcher = Peer(server.address)
    before = watcher.info().get(9, 0)
    began = time.monotonic()
    for peer in peers:
        peer.close("reset")
    check(server.is_alone(watcher), "nothing is left of the clients")
    print(f"  {before} subscriptions ended in {time.monotonic() - began:.2f} s")
    check(before == 25_600, "all subscriptions were established")
    watcher.close()


@row(source="sample")
def stillness(server: Server, options) -> None:
    """10,000 calls of WaitFor STABLE while the tree changes"""
    peers = [Peer(server.address) for _ in range(20)]
    for index, peer in enumerate(peers):
        peer.send(b"".join(
            start(call, SERVICE + "WaitFor",
                  message(1, message(2, f"*:not([level={call}])".encode())) + number(2, STABLE)
                  + number(5, 30_000), timeout_ms=60_000)
            for call in range(1, 501)))
        peer.last = 500
        peer.echo()
    watcher = Peer(server.address)
    began = time.monotonic()
    change(watcher, 1_000)
    print(f"  {20 * 500} wait; 1,000 changes in {time.monotonic() - began:.2f} s")
    for peer in peers:
        peer.close()
    check(server.is_alone(watcher), "nothing is left of the clients")
    watcher.close()


@row
def settling(server: Server, options) -> None:
    """2,000 calls of Perform that settle for 20 s while the tree changes"""
    watcher = Peer(server.address)
    before = server.kilobytes()
    button = watcher.find('button[label="clear"]')
    peers = [Peer(server.address) for _ in range(20)]
    request = (message(1, number(1, button)) + message(2, number(1, PRESS)) + number(4, 5_000)
               + number(5, 20_000))
    for peer in peers:
        for _ in range(100):
            peer.begin(SERVICE + "Perform", request)
    refused = 0
    for peer in peers:
        peer.socket.settimeout(3)
        try:
            while (answer := peer.receive()) is not None:
                if answer[1][0] == 6 and status(answer[1])[0] == RESOURCE_EXHAUSTED:
                    refused += 1
                if refused and refused % 36 == 0 and peer.last == answer[0]:
                    break
        except TimeoutError:
            pass
    change(watcher, 500)
    print(f"  {refused} of 2,000 refused; memory grew by {server.kilobytes() - before} KB")
    check(refused == 2_000 - 512, "at most 512 actions are under way")
    for peer in peers:
        peer.close()
    watcher.close()


@row(source="sample")
def streams(server: Server, options) -> None:
    """300 clients that request large streams, most of which do not read"""
    peers = [Peer(server.address) for _ in range(300)]
    stop = threading.Event()

    def read(peer: Peer) -> None:
        peer.socket.settimeout(0.5)
        while not stop.is_set():
            try:
                if not peer.socket.recv(1 << 20):
                    return
            except OSError:
                pass

    readers = [threading.Thread(target=read, args=(peer,)) for peer in peers[:4]]
    for peer in peers:
        for _ in range(4):
            peer.begin(DIAGNOSTICS + "Generate", number(1, 1 << 40) + number(2, 60_000), credit=1 << 31)
            peer.begin(SERVICE + "GetTree", b"", credit=1 << 31)
    for reader in readers:
        reader.start()
    time.sleep(3)
    stop.set()
    for reader in readers:
        reader.join()
    print(f"  {server.kilobytes() // 1024} MB")
    for peer in peers:
        peer.close("reset")


@row(source="sample")
def pipelines(server: Server, options) -> None:
    """300 clients with 200 calls of Find each, which do not read the answers"""
    peers = [Peer(server.address) for _ in range(300)]
    requests = b"".join(
        start(call, SERVICE + "Find", message(1, b"*") + number(3, 1_000)) for call in range(1, 201))
    for peer in peers:
        peer.socket.setblocking(False)
        try:
            peer.socket.send(requests)
        except OSError:
            pass
    time.sleep(3)
    print(f"  {server.kilobytes() // 1024} MB")
    for peer in peers:
        peer.close("reset")


@row
def tiny_frames(server: Server, options) -> None:
    """64 clients that send megabytes of the smallest frames"""
    ping = start(0, "", b"")[:0] + b"\x00\x00\x00\x00\x02\x4a\x00"
    data = ping * 150_000
    peers = [Peer(server.address) for _ in range(64)]

    def flood(peer: Peer) -> None:
        peer.socket.settimeout(2)
        try:
            peer.send(data)
        except OSError:
            pass

    threads = [threading.Thread(target=flood, args=(peer,)) for peer in peers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for peer in peers:
        peer.close("reset")


def _unread_pipe() -> int:
    """Returns the write end of a pipe that nobody reads."""
    reader, writer = os.pipe()
    os.set_inheritable(reader, False)
    return writer


@row(stderr=_unread_pipe, level="debug")
def log(server: Server, options) -> None:
    """500 bad connections while standard error is a pipe that nobody reads"""
    watcher = Peer(server.address)
    began = time.monotonic()
    for _ in range(5):
        for _ in range(500):
            peer = socket.create_connection(server.address, timeout=30)
            peer.sendall(b"\x1b[31mGET / HTTP/1.1\r\n\r\n")
            peer.close()
        check(watcher.echo() < 1000, "the server answers while nobody reads its log")
    print(f"  2,500 bad connections in {time.monotonic() - began:.1f} s")
    watcher.close()

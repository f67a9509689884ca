"""Connections: many, broken, silent, killed; and the end of the server."""

import pathlib
import random
import signal
import socket
import struct
import subprocess
import sys
import time

from .report import check
from .rows import change, row
from .server import Server
from .wire import DIAGNOSTICS, HELLO, SERVICE, Peer, message, number, start, status


def processor_seconds(server: Server, seconds: float) -> float:
    """What the server uses of a processor in some seconds."""
    before = server.seconds()
    time.sleep(seconds)
    return server.seconds() - before


@row
def idle(server: Server, options) -> None:
    """N connections that said hello and nothing more: memory of each, and how a call fares meanwhile"""
    watcher = Peer(server.address)
    before = server.kilobytes()
    peers = []
    worst = 0.0
    alone = processor_seconds(server, 2)
    began = time.monotonic()
    for count in range(options.connections):
        peers.append(Peer(server.address))
        if count % 500 == 0:
            worst = max(worst, watcher.echo())
    took = time.monotonic() - began
    each = (server.kilobytes() - before) / max(1, len(peers))
    # The bystander's calls cost the same as before.
    quiet = max(0, processor_seconds(server, 2) - alone)
    print(f"  {len(peers)} connections in {took:.1f} s, {each:.1f} KB each; "
          f"slowest call meanwhile {worst:.1f} ms; {quiet * 50:.1f} % of a processor while idle")
    check(each <= 16, "an idle connection takes at most 16 KB")
    check(watcher.info().get(8) == len(peers) + 1 + server.others, "all connections are there")
    check(quiet < 0.1, "idle connections cost nothing")
    for peer in peers:
        peer.close()
    check(server.is_alone(watcher), "nothing is left of them")
    watcher.close()


@row
def churn(server: Server, options) -> None:
    """thousands of connections that end in every way there is"""
    watcher = Peer(server.address)
    before = server.kilobytes()
    began = time.monotonic()
    count = 6000
    for index in range(count):
        peer = Peer(server.address, hello=index % 4 != 0)
        if index % 3 == 1:
            peer.begin(SERVICE + "Subscribe", message(1, b""))
        if index % 3 == 2:
            peer.send(HELLO[:7] if index % 4 == 0 else start(9, SERVICE + "GetTree", b"")[:9])
        peer.close(("close", "reset", "half")[index % 7 % 3])
    rate = count / (time.monotonic() - began)
    check(server.is_alone(watcher), "nothing is left of them")
    grown = server.kilobytes() - before
    print(f"  {count} connections, {rate:.0f}/s; memory grew by {grown} KB")
    check(grown < 20_000, "churn leaves no memory behind")
    watcher.close()


@row
def garbage(server: Server, options) -> None:
    """bytes that are no frames, frames that are no messages"""
    watcher = Peer(server.address)
    dice = random.Random(1)
    unanswered = 0
    for index in range(2000):
        peer = Peer(server.address, hello=index % 2 == 0)
        junk = dice.randbytes(dice.randrange(1, 400))
        if index % 3 == 1:
            junk = struct.pack(">BI", 0, len(junk)) + junk
        if index % 3 == 2:
            junk = start(1, SERVICE + dice.choice(["Find", "Perform", "Subscribe", "GetTree"]), junk)
        try:
            peer.send(junk)
            peer.socket.shutdown(socket.SHUT_WR)
            while peer.receive() is not None:
                pass
        except (ConnectionError, struct.error):
            pass
        except TimeoutError:
            unanswered += 1
        peer.close()
    print(f"  2000 times; {unanswered} were left waiting")
    check(unanswered == 0, "garbage is answered or closed")
    check(server.is_alone(watcher), "nothing is left of them")
    watcher.close()


@row
def waiters(server: Server, options) -> None:
    """as many calls of WaitFor as are allowed, each for something else, while the tree changes"""
    watcher = Peer(server.address)
    before = server.kilobytes()
    peers = [Peer(server.address) for _ in range(8)]
    refused = 0
    for place, peer in enumerate(peers):
        for index in range(600):
            selector = f'*[label~="never.*{place}.*{index}"]'.encode()
            peer.begin(SERVICE + "WaitFor", message(1, message(2, selector)), timeout_ms=60_000)
        peer.begin(DIAGNOSTICS + "Echo", b"")
        while True:
            call, body = peer.receive()
            if call == peer.last:
                break
            refused += 1
            check(status(body)[0] == 8, "a waiter too many is refused as RESOURCE_EXHAUSTED")
    under_way = 8 * 600 - refused
    each = (server.kilobytes() - before) / max(1, under_way)
    slowest = 0.0
    other = Peer(server.address)

    def look() -> None:
        nonlocal slowest
        slowest = max(slowest, other.echo())

    used, began = server.seconds(), time.monotonic()
    change(watcher, 100, look)
    took = time.monotonic() - began
    share = (server.seconds() - used) / took
    print(f"  {under_way} under way, {refused} refused, {each:.1f} KB each; 100 changes in {took:.2f} s, "
          f"slowest call meanwhile {slowest:.1f} ms, {share:.0%} of a processor")
    check(refused == 8 * (600 - 512), "512 are allowed on each connection")
    check(each < 16, "a waiter takes at most 16 KB")
    check(slowest < 500, "waiters do not keep others waiting")
    for peer in peers:
        peer.close()
    other.close()
    check(server.is_alone(watcher), "nothing is left of them")
    watcher.close()


@row
def slow(server: Server, options) -> None:
    """subscribers that do not read, while the tree changes"""
    watcher = Peer(server.address)
    before = server.kilobytes()
    peers = [Peer(server.address) for _ in range(300)]
    for peer in peers:
        peer.begin(SERVICE + "Subscribe", number(6, 1), credit=1 << 31)
        peer.begin(DIAGNOSTICS + "Generate", number(1, 1 << 40) + number(2, 60_000), credit=1 << 31)
    slowest = 0.0

    def look() -> None:
        nonlocal slowest
        slowest = max(slowest, watcher.echo())

    change(watcher, 200, look)
    each = (server.kilobytes() - before) / len(peers)
    print(f"  {len(peers)} that do not read: {each:.0f} KB each; slowest call meanwhile {slowest:.1f} ms")
    check(each < 1500, "what waits for one that does not read is bounded")
    check(slowest < 1000, "those who do not read keep nobody waiting")
    for peer in peers:
        peer.close("reset")
    check(server.is_alone(watcher), "nothing is left of them")
    watcher.close()


@row
def half(server: Server, options) -> None:
    """clients that have finished writing, and some that say nothing at all"""
    watcher = Peer(server.address)
    answered = 0
    for _ in range(200):
        peer = Peer(server.address)
        peer.begin(DIAGNOSTICS + "Echo", message(1, b"last words"))
        peer.socket.shutdown(socket.SHUT_WR)
        while (answer := peer.receive()) is not None:
            answered += answer[1][0] == 6
        peer.close()
    mute = [Peer(server.address, hello=False) for _ in range(100)]
    began = time.monotonic()
    told = 0
    for peer in mute:
        answer = peer.receive()
        told += answer is not None and answer[1][0] == 6
    print(f"  {answered} of 200 last questions answered; {told} of 100 mute ones told why after "
          f"{time.monotonic() - began:.1f} s")
    check(answered == 200, "who has finished writing is still answered")
    check(told == 100, "who says no hello is told so")
    for peer in mute:
        peer.close()
    check(server.is_alone(watcher), "nothing is left of them")
    watcher.close()


@row
def kill(server: Server, options) -> None:
    """a client that is killed while it reads a stream"""
    watcher = Peer(server.address)
    code = ("import socket,sys,time\n"
            f"s=socket.create_connection({server.address!r})\n"
            f"s.sendall({HELLO + start(1, DIAGNOSTICS + 'Generate', number(1, 1 << 40) + number(2, 60_000), credit=1 << 31)!r})\n"
            "print(len(s.recv(1000)),flush=True)\nwhile True: s.recv(100); time.sleep(0.001)\n")
    for _ in range(30):
        victim = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
        victim.stdout.readline()
        watcher.echo()
        victim.kill()
        victim.wait()
        victim.stdout.close()
    check(server.is_alone(watcher), "nothing is left of killed clients")
    print("  30 clients killed in the middle of a stream")
    watcher.close()


@row(is_watched=False)
def drain(server: Server, options) -> None:
    """SIGTERM with streams open, with a client that does not close, and with a call under way"""
    for name, limit in [("streams open", 4), ("a client that does not close", 9)]:
        victim = Server(options.server)
        peer = Peer(victim.address)
        peer.begin(SERVICE + "Subscribe", number(6, 1))
        peer.begin(SERVICE + "WaitFor", message(1, message(2, b"slider")))
        if name.startswith("a client"):
            peer.begin(DIAGNOSTICS + "Generate", number(1, 1 << 40) + number(2, 60_000), credit=1 << 31)
        peer.receive()
        if name.startswith("streams"):
            victim.process.send_signal(signal.SIGTERM)
            ends = []
            while (answer := peer.receive()) is not None:
                if answer[1][0] == 6:
                    ends.append(status(answer[1])[0])
            check(ends.count(14) >= 2, f"open calls are ended as UNAVAILABLE: {ends}")
            peer.close()
        code, took = victim.end()
        print(f"  {name}: exit code {code} after {took:.1f} s")
        check(code == 0 and took < limit, f"SIGTERM with {name} ends it with 0 within {limit} s")


@row(is_watched=False)
def restart(server: Server, options) -> None:
    """clients that come back after the server did"""
    victim = Server(options.server)
    client = str(pathlib.Path(options.server).parent / "bridge-client")
    where = f"127.0.0.1:{victim.address[1]}"
    if not pathlib.Path(client).exists():
        print("  left out: bridge-client is not built")
        return
    for _ in range(5):
        victim.process.kill()
        victim.process.wait()
        refused = subprocess.run([client, "-s", where, "info"], capture_output=True, text=True, check=False)
        check(refused.returncode == 3, f"without a server the client exits with 3: {refused.stderr}")
        victim = Server(options.server, victim.address[1])
        served = subprocess.run([client, "-s", where, "info"], capture_output=True, text=True, check=False)
        check(served.returncode == 0, f"a server that came back serves at once: {served.stderr}")
    victim.end()
    print("  5 servers killed and started again at the same port")

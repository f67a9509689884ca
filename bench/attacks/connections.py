"""Attacks with connections: many, broken, silent or killed ones; and the shutdown of the server."""

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
    """Returns the processor time that the server uses within some seconds."""
    before = server.seconds()
    time.sleep(seconds)
    return server.seconds() - before


@row
def idle(server: Server, options) -> None:
    """N connections that send only a hello: the memory of each, and how long other calls take meanwhile"""
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
    check(watcher.info().get(8) == len(peers) + 1 + server.others, "all connections are open")
    check(quiet < 0.1, "idle connections use no processor time")
    for peer in peers:
        peer.close()
    check(server.is_alone(watcher), "nothing is left of the clients")
    watcher.close()


@row
def churn(server: Server, options) -> None:
    """thousands of connections that end in every possible way"""
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
    check(server.is_alone(watcher), "nothing is left of the clients")
    grown = server.kilobytes() - before
    print(f"  {count} connections, {rate:.0f}/s; memory grew by {grown} KB")
    check(grown < 20_000, "ended connections leave no memory behind")
    watcher.close()


@row
def garbage(server: Server, options) -> None:
    """bytes that are not frames, frames that are not messages"""
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
    print(f"  2000 times; {unanswered} got no answer")
    check(unanswered == 0, "the server answers garbage or closes the connection")
    check(server.is_alone(watcher), "nothing is left of the clients")
    watcher.close()


@row
def waiters(server: Server, options) -> None:
    """the maximum number of calls of WaitFor, all with different selectors, while the tree changes"""
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
            check(status(body)[0] == 8, "a call above the limit is refused with RESOURCE_EXHAUSTED")
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
    check(each < 16, "a waiter uses less than 16 KB")
    check(slowest < 500, "waiters do not delay other calls")
    for peer in peers:
        peer.close()
    other.close()
    check(server.is_alone(watcher), "nothing is left of the clients")
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
    check(each < 1500, "the output queued for a client that does not read is bounded")
    check(slowest < 1000, "clients that do not read do not delay other calls")
    for peer in peers:
        peer.close("reset")
    check(server.is_alone(watcher), "nothing is left of the clients")
    watcher.close()


@row
def half(server: Server, options) -> None:
    """clients that have finished writing, and some that send nothing"""
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
    print(f"  {answered} of 200 last calls answered; {told} of 100 silent clients got an error after "
          f"{time.monotonic() - began:.1f} s")
    check(answered == 200, "clients that have finished writing are still answered")
    check(told == 100, "clients that send no hello get an error")
    for peer in mute:
        peer.close()
    check(server.is_alone(watcher), "nothing is left of the clients")
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
    print("  30 clients killed while reading a stream")
    watcher.close()


@row(is_watched=False)
def drain(server: Server, options) -> None:
    """SIGTERM with open streams, with a client that does not close, and with a call under way"""
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
            check(ends.count(14) >= 2, f"open calls end with UNAVAILABLE: {ends}")
            peer.close()
        code, took = victim.end()
        print(f"  {name}: exit code {code} after {took:.1f} s")
        check(code == 0 and took < limit, f"after SIGTERM with {name} the server exits with 0 within {limit} s")


@row(is_watched=False)
def restart(server: Server, options) -> None:
    """clients that call again after a restart of the server"""
    victim = Server(options.server)
    client = str(pathlib.Path(options.server).parent / "bridge-client")
    where = f"127.0.0.1:{victim.address[1]}"
    if not pathlib.Path(client).exists():
        print("  skipped: bridge-client is not built")
        return
    for _ in range(5):
        victim.process.kill()
        victim.process.wait()
        refused = subprocess.run([client, "-s", where, "info"], capture_output=True, text=True, check=False)
        check(refused.returncode == 3, f"without a server the client exits with 3: {refused.stderr}")
        victim = Server(options.server, victim.address[1])
        served = subprocess.run([client, "-s", where, "info"], capture_output=True, text=True, check=False)
        check(served.returncode == 0, f"a restarted server serves at once: {served.stderr}")
    victim.end()
    print("  5 servers killed and restarted on the same port")

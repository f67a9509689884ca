"""Attacks by those who are not allowed in, over TLS: what they get, and whether time tells them anything."""

import concurrent.futures
import hashlib
import os
import pathlib
import random
import socket
import ssl
import statistics
import struct
import subprocess
import time

from .report import check
from .rows import row
from .wire import HELLO, PRESS, SERVICE, fields, frame, message, number, start, status

TREE = start(1, SERVICE + "GetTree", b"")
CALLS = [TREE, start(2, SERVICE + "ListApplications", b""), start(3, SERVICE + "Find", message(1, b"*")),
         start(4, SERVICE + "GetServerInfo", b""), start(5, SERVICE + "Subscribe", b"", credit=100)]


def hello(credential: bytes = b"") -> bytes:
    fields_ = number(1, 1) + number(2, 1) + message(3, b"stranger")
    return frame(0, message(2, fields_ + (message(8, credential) if credential else b"")))


def token(text: str) -> bytes:
    return hello(message(1, text.encode()))


def pairing(invitation: bytes, proof: bytes) -> bytes:
    return hello(message(2, message(1, invitation) + message(2, proof)))


class Stranger:
    """One who knows the address, and has a key of its own or none."""

    def __init__(self, server, key: str = ""):
        self.address = server.address
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self.context.check_hostname = False
        self.context.verify_mode = ssl.CERT_NONE
        self.context.set_alpn_protocols(["a11y-bridge/1"])
        if key:
            self.context.load_cert_chain(key)

    def connect(self) -> ssl.SSLSocket:
        plain = socket.create_connection(self.address, timeout=20)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self.context.wrap_socket(plain)

    def ask(self, first: bytes, then: list[bytes] = (), patience: float = 1) -> "Answer":
        """Sends a hello and calls, and reads to the end or until nothing comes for so many seconds."""
        with self.connect() as connection:
            began = time.monotonic()
            connection.sendall(first + b"".join(then))
            data, took = b"", None
            connection.settimeout(patience)
            while True:
                try:
                    part = connection.recv(1 << 16)
                except (TimeoutError, ssl.SSLEOFError, ConnectionError):
                    break
                if not part:
                    break
                if took is None:
                    took = time.monotonic() - began
                data += part
            return Answer(data, took or time.monotonic() - began)


class Answer:
    """What a server sent: bodies by call, and the status with which it ended the connection."""

    def __init__(self, data: bytes, seconds: float):
        self.size, self.seconds = len(data), seconds
        self.bodies, self.end = [], None
        while len(data) >= 5:
            length = struct.unpack(">I", data[1:5])[0]
            call, body = 0, (0, b"")
            for tag, value in fields(data[5 : 5 + length]):
                if tag == 1:
                    call = value
                else:
                    body = (tag, value)
            data = data[5 + length :]
            if call == 0 and body[0] == 6:
                self.end = status(body)
            elif body[0] != 2:
                self.bodies.append((call, body))
            else:
                self.access = dict(fields(body[1])).get(9)

    access = None

    @property
    def got(self) -> list:
        """What it got of the calls that it made, without refusals."""
        return [(call, body) for call, body in self.bodies
                if not (body[0] == 6 and dict(fields(dict(fields(body[1])).get(1, b""))).get(1))]

    def __str__(self) -> str:
        return f"{len(self.got)} answers, {self.end[1] if self.end else 'no reason'}"


def make_key(directory: pathlib.Path, name: str) -> str:
    path = directory / f"{name}.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
         f"/CN={name}", "-keyout", str(path), "-out", str(path) + ".crt"], check=True, capture_output=True)
    with path.open("ab") as file:
        file.write(pathlib.Path(str(path) + ".crt").read_bytes())
    return str(path)


@row(has_state=True, options=["--limit", "failed-tries-per-address=1000000"])
def strangers(server, options) -> None:
    """no credential, wrong tokens, keys, invitations and scopes, revoked, replayed and downgraded: what each gets"""
    place = pathlib.Path(server.directory.name)
    key = make_key(place, "stranger")
    unknown, known = Stranger(server), Stranger(server, key)
    good = server.admin("token", "--name", "observer")
    attempts = {
        "no hello": unknown.ask(b"", CALLS),
        "no credential": unknown.ask(hello(), CALLS),
        "a key that is not paired": known.ask(hello(), CALLS),
        "a token that is not known": unknown.ask(token("a11y_" + "0" * 64), CALLS),
        "the digest of a token": unknown.ask(token("a11y_" + hashlib.sha256(good.encode()).hexdigest()), CALLS),
        "half a token": unknown.ask(token(good[: len(good) // 2]), CALLS),
        "an empty token": unknown.ask(token(""), CALLS),
        "a path for a number": known.ask(pairing(b"../.", os.urandom(32)), CALLS),
        "a long number": known.ask(pairing(os.urandom(4096), os.urandom(32)), CALLS),
        "an empty proof": known.ask(pairing(server.invite(), b""), CALLS),
        "an introduction without a window": known.ask(hello(message(3, message(1, bytes(32)))), CALLS),
    }
    for name, answer in attempts.items():
        print(f"  {name}: {answer}")
        check(not answer.got, f"{name} gets nothing")
        check(answer.access is None, f"{name} is not told who it is")
    observer = unknown.ask(token(good), [TREE])
    check(len(observer.got) > 0, "a token that is valid is let in")
    press = start(1, SERVICE + "Perform", message(1, number(1, 1)) + message(2, number(1, PRESS)))
    acting = unknown.ask(token(good), [press])
    print(f"  acting with a token that may observe: {len(acting.got)} answers")
    check(not acting.got, "whoever may observe cannot act")
    server.admin("token", "--revoke", "observer")
    time.sleep(1)
    revoked = unknown.ask(token(good), CALLS)
    print(f"  a token that was revoked: {revoked}")
    check(not revoked.got, "a revoked token gets nothing")
    downgrade(server)
    replay(unknown, server)


def downgrade(server) -> None:
    """Tries older versions of TLS, other protocols, and plain text where only TLS is spoken."""
    for version in (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1, ssl.TLSVersion.TLSv1_2):
        stranger = Stranger(server)
        stranger.context.set_ciphers("ALL:@SECLEVEL=0")
        stranger.context.minimum_version = ssl.TLSVersion.TLSv1
        stranger.context.maximum_version = version
        try:
            stranger.connect().close()
            outcome = "connected"
        except (ssl.SSLError, OSError) as error:
            outcome = getattr(error, "reason", None) or str(error)
        print(f"  {version.name}: {outcome}")
        check(outcome != "connected", f"{version.name} is refused")


def replay(stranger: Stranger, server) -> None:
    """Sends the encrypted bytes of a client that is let in once more, on another connection."""
    good = server.admin("token", "--name", "replayed")
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = stranger.context.wrap_bio(incoming, outgoing)
    sent = []

    def flush(connection: socket.socket) -> None:
        if data := outgoing.read():
            sent.append(data)
            connection.sendall(data)

    with socket.create_connection(stranger.address, timeout=5) as connection:
        while True:
            try:
                client.do_handshake()
                break
            except ssl.SSLWantReadError:
                flush(connection)
                incoming.write(connection.recv(1 << 16))
        client.write(token(good) + TREE)
        flush(connection)
        first = len(connection.recv(1 << 16))
    with socket.create_connection(stranger.address, timeout=5) as connection:
        received = b""
        try:
            for data in sent:
                connection.sendall(data)
            while part := connection.recv(1 << 16):
                received += part
        except OSError:
            pass
    # A handshake of its own and an alert: records of types 22, 20, 23 (encrypted) and 21. Nothing of ours is among them,
    # because the server cannot decrypt what was meant for another connection.
    print(f"  a recorded connection: {first} bytes at first, {len(received)} bytes of a handshake when replayed")
    check(first > 0 and len(received) < 2500, "a recorded connection gets no answer when it is replayed")


def summary(values: list[float]) -> str:
    cuts = statistics.quantiles(values, n=100)
    return (f"p1 {cuts[0] * 1e3:.2f}, p25 {cuts[24] * 1e3:.2f}, p50 {cuts[49] * 1e3:.2f}, "
            f"p75 {cuts[74] * 1e3:.2f}, p99 {cuts[98] * 1e3:.2f} ms, mean {statistics.mean(values) * 1e3:.3f} ms")


def advantage(one: list[float], other: list[float]) -> float:
    """Returns how much better than guessing a threshold tells two kinds of tries apart: 0 is not at all, 1 is always."""
    events = sorted([(value, 1) for value in one] + [(value, 0) for value in other])
    best = below_one = below_other = 0
    for _, is_one in events:
        below_one, below_other = below_one + is_one, below_other + 1 - is_one
        best = max(best, abs(below_one / len(one) - below_other / len(other)))
    return best


@row(is_watched=False, has_state=True, options=["--limit", "failed-tries-per-address=1000000"])
def oracle(server, options) -> None:
    """10,000 wrong invitations and tokens: whether text or time tells those that exist from those that do not"""
    place = pathlib.Path(server.directory.name)
    stranger = Stranger(server, make_key(place, "stranger"))
    directory = place / "state/a11y-bridge/invitations"

    def edited(change) -> bytes:
        identity = server.invite()
        file = directory / identity.hex()
        file.write_text(change(file.read_text()))
        return identity

    def replaced(text: str, name: str, value: int) -> str:
        return "".join(f"{name} {value}\n" if line.startswith(name + " ") else line + "\n"
                       for line in text.splitlines())

    tokens = {"unknown": "a11y_" + "0" * 64, "expired": server.admin("token", "--name", "old", "--days", "1")}
    file = place / "state/a11y-bridge/tokens/old"
    file.write_text(replaced(file.read_text(), "expires", 1_000_000_000))
    used = edited(lambda text: text + "used 1000000000\n")
    # Last, because each invitation that is made removes those that are void.
    valid = edited(lambda text: replaced(text, "tries", 1_000_000))
    kinds = {
        "no such invitation": pairing(bytes(4), os.urandom(32)),
        "used": pairing(used, os.urandom(32)),
        "expired": b"", "void": b"",
        "wrong secret": pairing(valid, os.urandom(32)),
        "no such token": token(tokens["unknown"]),
        "expired token": token(tokens["expired"]),
    }
    for kind, name, value in (("expired", "expires", 1_000_000_000), ("void", "tries", 0)):
        identity = os.urandom(4)
        text = replaced((directory / valid.hex()).read_text(), name, value)
        target = directory / identity.hex()
        target.write_text(text)
        target.chmod(0o600)
        kinds[kind] = pairing(identity, os.urandom(32))
    time.sleep(1)
    tries = [kind for kind in kinds for _ in range(max(1, options.tries // len(kinds)))]
    random.shuffle(tries)
    found: dict[str, list[Answer]] = {kind: [] for kind in kinds}
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        for kind, answer in pool.map(lambda kind: (kind, stranger.ask(kinds[kind], patience=20)), tries):
            found[kind].append(answer)
    for kind, answers in found.items():
        print(f"  {kind}: {len(answers)} tries, {summary([answer.seconds for answer in answers])}")
        check(not any(answer.got or answer.access for answer in answers), f"{kind} gets nothing")
    invitations = ["no such invitation", "used", "expired", "void", "wrong secret"]
    # Whoever has a token that has expired is told so: nobody else knows it.
    for group in (invitations, ["no such token", "expired token"]):
        texts = {(answer.end, answer.size) for kind in group for answer in found[kind]}
        print(f"  texts of {', '.join(group)}: {len(texts)}: {sorted(texts, key=str)[0][0]}")
        check(len(texts) == 1 or group != invitations, f"{', '.join(group)} read the same")
        for index, one in enumerate(group):
            for other in group[index + 1 :]:
                times = [[answer.seconds for answer in found[kind]] for kind in (one, other)]
                value = advantage(*times)
                # What two samples of one distribution differ by in 1 of 1,000 runs (Kolmogorov and Smirnov).
                chance = 1.95 * (sum(1 / len(values) for values in times)) ** 0.5
                print(f"  {one} / {other}: advantage {value:.3f}, by chance up to {chance:.3f}")
                check(value <= chance, f"time does not tell {one} from {other}")

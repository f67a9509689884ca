"""Two hosts of scripts/two-hosts, and the programs that run on them."""

import json
import os
import pathlib
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DESKTOP = "192.0.2.1"


class Failed(Exception):
    """A measurement failed, with the reason."""


class Process:
    """A program that runs in the background, and whose standard error is a file."""

    def __init__(self, command: list, environment: dict, log: str):
        self.log = log
        with open(log, "wb") as errors, open(log + ".out", "wb") as output:
            self.process = subprocess.Popen(command, env=environment, stdout=output, stderr=errors)

    def printed(self) -> str:
        return pathlib.Path(self.log + ".out").read_text(errors="replace")

    def logged(self) -> str:
        return pathlib.Path(self.log).read_text(errors="replace")

    def await_text(self, text: str, output=False, within: float = 30) -> float:
        """Waits until the program has printed a text, and returns the time at which it was seen."""
        end = time.monotonic() + within
        while time.monotonic() < end:
            if text in (self.printed() if output else self.logged()):
                return time.monotonic()
            if self.process.poll() is not None and not output:
                break
            time.sleep(0.002)
        raise Failed(f"no '{text}' from {self.process.args}: {self.logged()[-500:]}")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Hosts:
    """Two hosts for the length of a `with` statement. Each has a state directory of its own."""

    def __init__(self, programs: str, direct: bool = False, seed: int = 1):
        self.programs, self.direct, self.seed = programs, direct, seed
        self.directory = tempfile.TemporaryDirectory(prefix="a11y-network.")
        self.running: list = []
        self.count = 0

    def __enter__(self) -> "Hosts":
        options = ["--seed", str(self.seed)] + (["--direct"] if self.direct else [])
        self.script = subprocess.Popen(
            [ROOT / "scripts/two-hosts", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        words = self.script.stdout.readline().split()
        if len(words) != 3:
            raise Failed("scripts/two-hosts does not work here")
        self.namespaces = {"desktop": words[1], "laptop": words[2]}
        return self

    def __exit__(self, *_) -> None:
        for process in reversed(self.running):
            process.stop()
        self.script.stdin.close()
        self.script.wait()
        self.directory.cleanup()

    def path(self, name: str) -> str:
        return f"{self.directory.name}/{name}"

    def link(self, command: str) -> str:
        self.script.stdin.write(command + "\n")
        self.script.stdin.flush()
        answer = self.script.stdout.readline().strip()
        if not answer.startswith("ok"):
            raise Failed(f"{command}: {answer}")
        return answer[3:]

    def _command(self, host: str, words: list) -> tuple:
        state = self.path(host)
        os.makedirs(state, mode=0o700, exist_ok=True)
        environment = {"PATH": f"{self.programs}:/usr/sbin:/usr/bin:/sbin:/bin", "XDG_STATE_HOME": state}
        return ["nsenter", f"--net=/proc/{self.namespaces[host]}/ns/net", *words], environment

    def run(self, host: str, *words: str, code: int = 0, timeout: float = 120) -> str:
        """Runs a program on a host until it ends, and returns its output."""
        command, environment = self._command(host, list(words))
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=timeout, check=False)
        if done.returncode != code:
            raise Failed(f"{' '.join(words)}: {done.returncode}: {done.stdout[-300:]}{done.stderr[-300:]}")
        return done.stdout

    def start(self, host: str, *words: str) -> Process:
        self.count += 1
        command, environment = self._command(host, list(words))
        process = Process(command, environment, self.path(f"log-{self.count}"))
        self.running.append(process)
        return process

    def stop(self, process: Process) -> None:
        self.running.remove(process)
        process.stop()


class Server:
    """A server on the desktop, and a way from the laptop to it."""

    def __init__(self, hosts: Hosts, way: str):
        self.hosts, self.way = hosts, way
        getattr(self, f"_{way}")()

    def client(self, *words: str, timeout: float = 120) -> str:
        return self.hosts.run("laptop", "bridge-client", "--server", self.address, *words, timeout=timeout)

    def bench(self, *words: str) -> dict:
        return json.loads(self.client("--json", "bench", *words).strip().splitlines()[-1])

    def _serve(self, *options: str) -> None:
        self.process = self.hosts.start(
            "desktop", "a11y-bridge", "--source", "sample:calculator", *options)
        self.process.await_text("listening on")

    def _plain(self) -> None:
        # Servers that other machines reach keep an audit log, and two cannot share one.
        self._serve("--listen", f"{DESKTOP}:50152", "--insecure-serve-everyone-without-encryption",
                    "--audit-log", self.hosts.path("audit-plain.jsonl"))
        self.address = f"{DESKTOP}:50152"

    def _tls(self) -> None:
        invited = self.hosts.run("desktop", "a11y-bridge", "pair", "--name", "laptop", "--allow", "act")
        self._serve("--listen", f"{DESKTOP}:50151", "--listen", "127.0.0.1:50151")
        self.hosts.run("laptop", "bridge-client", "pair", invited.split()[-1], "--as", "desktop")
        self.address = "desktop"

    def _ssh(self) -> None:
        self._serve("--listen", "127.0.0.1:50153")
        hosts = self.hosts
        host_key, user_key = hosts.path("host-key"), hosts.path("user-key")
        for key in (host_key, user_key):
            hosts.run("desktop", "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key)
        os.makedirs("/run/sshd", exist_ok=True)
        configuration = hosts.path("sshd_config")
        pathlib.Path(configuration).write_text(
            f"ListenAddress {DESKTOP}:2222\nHostKey {host_key}\nAuthorizedKeysFile {user_key}.pub\nPidFile none\n"
            "StrictModes no\nUsePAM no\nPermitRootLogin prohibit-password\n")
        hosts.start("desktop", "/usr/sbin/sshd", "-D", "-e", "-f", configuration).await_text("listening on")
        hosts.start(
            "laptop", "ssh", "-v", "-N", "-p", "2222", "-i", user_key, "-o", "StrictHostKeyChecking=no", "-o",
            f"UserKnownHostsFile={hosts.path('known')}", "-o", "ExitOnForwardFailure=yes", "-F", "none", "-L",
            "127.0.0.1:50150:127.0.0.1:50153", DESKTOP).await_text("Entering interactive session")
        self.address = "127.0.0.1:50150"

"""A connection to a11y-bridge: its frames and calls, using only protobuf: Debian's protobuf-compiler and python3-protobuf."""
import os, pathlib, shutil, socket, struct, subprocess, sys, tempfile

try:
    import google.protobuf
except ImportError:
    sys.exit(f"{sys.argv[0]}: {sys.executable} has no protobuf\n"
             "Install python3-protobuf, and run it with /usr/bin/python3; or pip install protobuf.")
if not shutil.which("protoc"):
    sys.exit(f"{sys.argv[0]}: protoc is missing\nInstall protobuf-compiler.")
PROTO = pathlib.Path(__file__).resolve().parents[2] / "proto"
generated = tempfile.TemporaryDirectory()
subprocess.run(["protoc", f"--proto_path={PROTO}", f"--python_out={generated.name}",
                *map(str, PROTO.glob("a11y/bridge/v1/*.proto"))], check=True)
sys.path.insert(0, generated.name)
from a11y.bridge.v1 import action_pb2 as action, bridge_pb2 as bridge, element_pb2 as element
from a11y.bridge.v1 import frame_pb2 as wire


class BridgeError(Exception):
    """What went wrong, and what to do about it."""

    def __init__(self, what, remedy):
        super().__init__(f"{what}\n{remedy}")

    @classmethod
    def of(cls, what, status):
        return cls(f"{what}: {status.message}", status.detail.remedy)


def reporting(main):
    """Runs a program. An error that is not the program's own ends it with a message."""
    try:
        main()
    except BridgeError as error:
        sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {error}")


class Connection:
    """A token comes from the file that A11Y_BRIDGE_TOKEN_FILE names, as for bridge-client."""

    def __init__(self, address, software):
        self.address, self.last, self.waiting, self.unread = address, 0, [], {}
        try:
            self.stream = self.connect(address).makefile("rwb")
        except (OSError, ValueError) as error:
            raise BridgeError(f"cannot connect to {address}: {error}",
                              "Start a11y-bridge, and give its HOST:PORT or unix:PATH.") from None
        hello = wire.Hello(version=1, oldest_version=1, software=software)
        if path := os.environ.get("A11Y_BRIDGE_TOKEN_FILE"):
            hello.credential.token = pathlib.Path(path).read_text().strip()
        self.send(hello=hello)
        self.server = self.receive(0).hello

    @staticmethod
    def connect(address):
        kind, _, path = address.partition(":")
        if kind == "unix":
            stream = socket.socket(socket.AF_UNIX)
            stream.settimeout(10)
            stream.connect(path)
            return stream
        host, _, port = address.rpartition(":")
        return socket.create_connection((host, int(port)), timeout=10)

    def send(self, call=0, **body):
        data = wire.Frame(call_id=call, **body).SerializeToString()
        try:
            self.stream.write(struct.pack(">BI", 0, len(data)) + data)
            self.stream.flush()
        except OSError as error:
            raise self.lost(error) from None

    def read(self, length):
        try:
            data = self.stream.read(length)
        except OSError as error:
            raise self.lost(error) from None
        if len(data) < length:
            raise self.lost("the server has closed it")
        return data

    def lost(self, why):
        return BridgeError(f"the connection to {self.address} is lost: {why}",
                           "Look what the last action did before you repeat it: it may have been performed.")

    def receive(self, call):
        """Returns the next frame of a call, and keeps those of other calls for later."""
        for frame in self.waiting:
            if frame.call_id == call:
                self.waiting.remove(frame)
                return frame
        while True:
            _, length = struct.unpack(">BI", self.read(5))
            frame = wire.Frame.FromString(self.read(length))
            if frame.call_id == 0 and frame.HasField("call_end"):
                raise BridgeError.of("the server ends the connection", frame.call_end.status)
            if frame.HasField("ping") and not frame.ping.answer:
                self.send(ping=wire.Ping(payload=frame.ping.payload, answer=True))
            if frame.HasField("message"):
                self.grant(frame.call_id)
            if frame.call_id == call:
                return frame
            self.waiting.append(frame)

    def grant(self, call, portion=32):
        """Counts a message, each of which uses one of a call's 64 initial credits, and renews the credit."""
        self.unread[call] = self.unread.get(call, 0) + 1
        if self.unread[call] == portion:
            self.unread[call] = 0
            self.send(call, credit=wire.Credit(messages=portion))

    def start(self, method, request, service="BridgeService"):
        self.last += 1
        self.send(self.last, call_start=wire.CallStart(
            method=f"/a11y.bridge.v1.{service}/{method}", request=request.SerializeToString()))
        return self.last

    def call(self, method, request, response):
        end = self.receive(self.start(method, request)).call_end
        if end.status.code:
            raise BridgeError.of(method, end.status)
        return response.FromString(end.response)

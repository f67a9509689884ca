"""A connection to a11y-bridge: its frames and calls, using only protobuf."""
import pathlib, socket, struct, subprocess, sys, tempfile

PROTO = pathlib.Path(__file__).resolve().parents[2] / "proto"
generated = tempfile.TemporaryDirectory()
subprocess.run(["protoc", f"--proto_path={PROTO}", f"--python_out={generated.name}",
                *map(str, PROTO.glob("a11y/bridge/v1/*.proto"))], check=True)
sys.path.insert(0, generated.name)
from a11y.bridge.v1 import action_pb2 as action, bridge_pb2 as bridge, element_pb2 as element
from a11y.bridge.v1 import frame_pb2 as wire


class Connection:
    def __init__(self, address, software):
        host, port = address.rsplit(":", 1)
        self.stream = socket.create_connection((host, int(port)), timeout=10).makefile("rwb")
        self.last, self.waiting, self.unread = 0, [], {}
        self.send(hello=wire.Hello(version=1, oldest_version=1, software=software))
        self.server = self.receive(0).hello

    def send(self, call=0, **body):
        data = wire.Frame(call_id=call, **body).SerializeToString()
        self.stream.write(struct.pack(">BI", 0, len(data)) + data)
        self.stream.flush()

    def receive(self, call):
        """Returns the next frame of a call, and keeps those of other calls for later."""
        for frame in self.waiting:
            if frame.call_id == call:
                self.waiting.remove(frame)
                return frame
        while True:
            _, length = struct.unpack(">BI", self.stream.read(5))
            frame = wire.Frame.FromString(self.stream.read(length))
            if frame.call_id == 0 and frame.HasField("call_end"):
                sys.exit(f"connection closed: {frame.call_end.status.message}")
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
            sys.exit(f"{method}: {end.status.message}")
        return response.FromString(end.response)

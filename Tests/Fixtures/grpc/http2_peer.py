"""A client of HTTP/2 that may send anything: h2 without its own checks, on a blocking socket."""

import base64
import socket
import ssl
import struct
import time
import urllib.parse

import h2.config
import h2.connection
import h2.events
from hyperframe.frame import GoAwayFrame

PATH = "/a11y.bridge.v1.DiagnosticsService/"


def message(payload, flag=0, length=None):
    """Returns a message with its prefix; `length` may lie."""
    return struct.pack(">BI", flag, len(payload) if length is None else length) + payload


def echo(payload):
    """Returns an EchoRequest."""
    return b"" if not payload else b"\x0a" + varint(len(payload)) + payload


def varint(number):
    out = b""
    while number >= 0x80:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


class Answer:
    """What a stream was answered with."""

    def __init__(self):
        self.headers = None
        self.trailers = None
        self.data = b""
        self.frames_of_data = 0
        self.is_ended = False
        self.reset = None

    @property
    def http(self):
        return int(self.headers[":status"])

    @property
    def end(self):
        """The fields that have the status of gRPC."""
        return self.trailers or self.headers or {}

    @property
    def code(self):
        value = self.end.get("grpc-status")
        return None if value is None else int(value)

    @property
    def text(self):
        return urllib.parse.unquote(self.end.get("grpc-message", ""))

    @property
    def details(self):
        value = self.end["grpc-status-details-bin"]
        return base64.b64decode(value + "=" * (-len(value) % 4))

    @property
    def messages(self):
        found, rest = [], self.data
        while rest:
            flag, length = struct.unpack(">BI", rest[:5])
            assert flag == 0 and len(rest) >= 5 + length
            found.append(rest[5:5 + length])
            rest = rest[5 + length:]
        return found

    @property
    def is_over(self):
        return self.is_ended or self.reset is not None


class Peer:
    def __init__(self, address, tls=None, window=None, greets=True):
        if address.startswith("unix:"):
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.connect(address[5:])
        else:
            host, port = address.rsplit(":", 1)
            self.socket = socket.create_connection((host, int(port)))
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")
        self.socket.settimeout(10)
        config = h2.config.H2Configuration(
            client_side=True, header_encoding="utf-8", validate_outbound_headers=False,
            normalize_outbound_headers=False, validate_inbound_headers=True)
        self.h2 = h2.connection.H2Connection(config)
        # h2 takes GOAWAY for the end, but streams that have begun go on.
        self.h2._frame_dispatch_table[GoAwayFrame] = self.note_goaway
        self.answers = {}
        self.pongs = 0
        self.goaway = None
        self.is_closed = False
        self.updates_windows = True
        if greets:
            self.h2.initiate_connection()
            if window is not None:
                self.h2.update_settings({4: window})
            # The server widens the connection's window at once.
            self.until(lambda: self.h2.outbound_flow_control_window > 65535)

    def flush(self):
        try:
            self.socket.sendall(self.h2.data_to_send())
        except (ConnectionError, ssl.SSLError, socket.timeout):
            self.is_closed = True

    def raw(self, data):
        """Sends bytes that h2 knows nothing about."""
        self.flush()
        try:
            self.socket.sendall(data)
        except (ConnectionError, socket.timeout):
            self.is_closed = True

    def headers(self, method="Echo", extra=(), path=None, http_method="POST",
                content_type="application/grpc", end=False):
        stream = self.h2.get_next_available_stream_id()
        fields = [(":method", http_method), (":scheme", "http"),
                  (":path", PATH + method if path is None else path), (":authority", "test"),
                  ("te", "trailers")]
        if content_type is not None:
            fields.append(("content-type", content_type))
        self.answers[stream] = Answer()
        self.h2.send_headers(stream, fields + list(extra), end_stream=end)
        return stream

    def data(self, stream, data, end=False):
        """Sends data in as many frames as needed, as the windows allow."""
        while len(data) > 0:
            room = min(self.h2.local_flow_control_window(stream), self.h2.max_outbound_frame_size)
            if room == 0:
                self.flush()
                self.receive()
                continue
            part, data = data[:room], data[room:]
            self.h2.send_data(stream, part, end_stream=end and not data)
            self.flush()
            if self.answers[stream].is_over:
                return
        if end and not self.h2.streams[stream].closed and \
                self.h2.streams[stream].state_machine.state.name in ("OPEN", "HALF_CLOSED_REMOTE"):
            self.h2.send_data(stream, b"", end_stream=True)
        self.flush()

    def call(self, method="Echo", request=b"", extra=(), **options):
        """Makes a call with one message, and returns its answer."""
        stream = self.headers(method, extra, **options)
        self.data(stream, message(request), end=True)
        return self.wait(stream)

    def receive(self):
        """Handles what arrives next. Returns False at the end of the connection."""
        try:
            data = self.socket.recv(65536)
        except (ConnectionError, ssl.SSLError):
            data = b""
        if not data:
            self.is_closed = True
            return False
        for event in self.h2.receive_data(data):
            self.handle(event)
        self.flush()
        return True

    def handle(self, event):
        answer = self.answers.get(getattr(event, "stream_id", None))
        if isinstance(event, h2.events.ResponseReceived):
            answer.headers = dict(event.headers)
        elif isinstance(event, h2.events.TrailersReceived):
            answer.trailers = dict(event.headers)
        elif isinstance(event, h2.events.DataReceived):
            answer.data += event.data
            answer.frames_of_data += 1
            if self.updates_windows and event.flow_controlled_length:
                self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            answer.is_ended = True
        elif isinstance(event, h2.events.StreamReset):
            if answer:
                answer.reset = event.error_code
        elif isinstance(event, h2.events.PingAckReceived):
            self.pongs += 1

    def note_goaway(self, frame):
        self.goaway = frame
        return [], []

    def wait(self, stream, within=20):
        answer = self.answers[stream]
        self.until(lambda: answer.is_over, within)
        return answer

    def until(self, condition, within=20):
        deadline = time.monotonic() + within
        self.flush()
        while not condition():
            assert time.monotonic() < deadline, "not in time"
            if not self.receive():
                assert condition(), f"the server closed the connection: {self.goaway}"

    def close(self):
        self.socket.close()

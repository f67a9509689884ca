#!/usr/bin/env python3
"""Connects without TLS to a server that speaks TLS only: each protocol is told so in its own words.

usage: plain_to_tls.py ADDRESS
"""

import socket
import sys
import time

import grpc
from a11y.bridge.v1 import bridge_pb2, bridge_pb2_grpc
from http2_peer import Peer

ADDRESS = sys.argv[1]
HOST, PORT = ADDRESS.rsplit(":", 1)


def ask(*pieces):
    with socket.create_connection((HOST, int(PORT))) as plain:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        plain.settimeout(10)
        for piece in pieces:
            plain.sendall(piece)
            time.sleep(0.02 if len(pieces) > 1 else 0)
        answer = b""
        while part := plain.recv(65536):
            answer += part
        return answer


for pieces in ([b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"], [b"P", b"O", b"ST / HTTP/1.1\r\n\r\n"], [b"OPTIONS * HTTP/1.0\r\n\r\n"]):
    head, body = ask(*pieces).split(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ") and b"text/plain" in head, head
    assert f"Content-Length: {len(body)}".encode() in head and b"Use TLS" in body, body

peer = Peer(ADDRESS, greets=False)
peer.h2.initiate_connection()
peer.flush()
while peer.receive():
    pass
assert peer.goaway.error_code == 12 and b"TLS only" in peer.goaway.additional_data, peer.goaway
assert b"TLS only" in ask(b"P", b"R", b"I", b" * HTTP/2.0\r\n\r\nSM\r\n\r\n")

with grpc.insecure_channel(ADDRESS) as channel:
    try:
        # A token must not leave for a connection that is not encrypted, so there are no settings, and grpcio does not
        # read the reason.
        bridge_pb2_grpc.BridgeServiceStub(channel).GetServerInfo(
            bridge_pb2.GetServerInfoRequest(), timeout=10, metadata=[("authorization", "Bearer secret")])
        raise AssertionError("the call was served")
    except grpc.RpcError as error:
        assert error.code() == grpc.StatusCode.UNAVAILABLE, error

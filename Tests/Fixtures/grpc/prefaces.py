#!/usr/bin/env python3
"""Sends prefaces of HTTP/2 that are wrong or not finished: the connection ends in time, and says why.

usage: prefaces.py ADDRESS SECONDS          SECONDS: the server's --limit handshake-time
"""

import socket
import struct
import sys
import time

HOST, PORT = sys.argv[1].rsplit(":", 1)
LIMIT = float(sys.argv[2])
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
# Seconds that a busy machine may add to the limit.
LATE = 20


def goaways(data):
    """Returns the code and debug data of each GOAWAY."""
    found = []
    while len(data) >= 9:
        length = int.from_bytes(data[:3], "big")
        if data[3] == 7:
            found.append((struct.unpack(">I", data[13:17])[0], data[17:9 + length].decode()))
        data = data[9 + length:]
    return found


def send(first):
    """Returns what the server sent until it closed the connection, and after how many seconds that was."""
    with socket.create_connection((HOST, int(PORT))) as plain:
        plain.settimeout(LIMIT + LATE)
        began = time.monotonic()
        plain.sendall(first)
        answer = b""
        while part := plain.recv(65536):
            answer += part
        return answer, time.monotonic() - began


for wrong in (b"PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n", b"PRI garbage that is no preface", b"PRI * HTTP/1.1\r\n\r\n",
              PREFACE + b"\0\0\0\x06\0\0\0\0\0", PREFACE + b"GET / HTTP/1.1\r\n\r\n" * 10):
    answer, seconds = send(wrong)
    ends = goaways(answer)
    # Whether libnghttp2 or the server says it.
    assert ends and ends[-1][0] == 1 and ends[-1][1], (wrong, answer)
    assert seconds < LIMIT, (wrong, seconds)
for unfinished in (b"PRI ", PREFACE[:23], PREFACE, PREFACE + b"\0\0\0\x04"):
    answer, seconds = send(unfinished)
    ends = goaways(answer)
    assert ends == [(11, f"limit handshake-time={LIMIT:.0f}s reached: the preface of HTTP/2 is not complete")], \
        (unfinished, answer)
    assert LIMIT <= seconds, (unfinished, seconds)
# Less than is needed to know HTTP/2.
for unfinished in (b"P", b"PRI"):
    answer, seconds = send(unfinished)
    assert b"handshake-time" in answer and LIMIT <= seconds, (unfinished, answer, seconds)
print("passed")

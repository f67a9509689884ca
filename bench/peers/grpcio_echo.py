#!/usr/bin/env python3
"""Measures grpcio (PyPI): unary echo calls and a server stream, with generic handlers and bytes as messages.

usage: grpcio_echo.py server                                       prints its port
       grpcio_echo.py roundtrip --port N [--count N] [--bytes N]
       grpcio_echo.py pipelined --port N [--count N] [--in-flight N]
       grpcio_echo.py stream    --port N [--count N] [--subscribers N]

Prints one JSON object for each measurement; latencies are in microseconds.
"""

import argparse
import json
import threading
import time
from concurrent import futures

import grpc

STREAM_MESSAGE = b"s" * 100


class Echo(grpc.GenericRpcHandler):
    """/echo/Unary returns its request; /echo/Stream sends the number of messages that the request names."""

    def service(self, details):
        if details.method == "/echo/Unary":
            return grpc.unary_unary_rpc_method_handler(lambda request, context: request)
        if details.method == "/echo/Stream":
            return grpc.unary_stream_rpc_method_handler(
                lambda request, context: (STREAM_MESSAGE for _ in range(int(request)))
            )
        return None


def serve() -> None:
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=128))
    server.add_generic_rpc_handlers((Echo(),))
    print(server.add_insecure_port("127.0.0.1:0"), flush=True)
    server.start()
    server.wait_for_termination()


def roundtrip(channel, options) -> dict:
    call = channel.unary_unary("/echo/Unary")
    message = b"m" * options.bytes
    for _ in range(200):
        call(message)
    times = []
    for _ in range(options.count):
        start = time.perf_counter_ns()
        call(message)
        times.append(time.perf_counter_ns() - start)
    times.sort()
    return {
        "p50_us": times[len(times) // 2] / 1000,
        "p99_us": times[len(times) * 99 // 100] / 1000,
        "count": len(times),
    }


def pipelined(channel, options) -> dict:
    call = channel.unary_unary("/echo/Unary")
    message = b"m" * options.bytes
    slots = threading.Semaphore(options.in_flight)
    done = threading.Semaphore(0)

    def finish(_) -> None:
        slots.release()
        done.release()

    start = time.perf_counter()
    for _ in range(options.count):
        slots.acquire()
        call.future(message).add_done_callback(finish)
    for _ in range(options.count):
        done.acquire()
    return {"per_second": options.count / (time.perf_counter() - start), "count": options.count}


def stream(channel, options) -> dict:
    call = channel.unary_stream("/echo/Stream")
    received = [0] * options.subscribers

    def subscribe(number: int) -> None:
        for _ in call(str(options.count).encode()):
            received[number] += 1

    threads = [threading.Thread(target=subscribe, args=(n,)) for n in range(options.subscribers)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - start
    return {"per_second": sum(received) / seconds, "count": sum(received)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["server", "roundtrip", "pipelined", "stream"])
    parser.add_argument("--port", type=int)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--bytes", type=int, default=64)
    parser.add_argument("--in-flight", type=int, default=64)
    parser.add_argument("--subscribers", type=int, default=1)
    options = parser.parse_args()
    if options.what == "server":
        serve()
        return
    with grpc.insecure_channel(f"127.0.0.1:{options.port}") as channel:
        grpc.channel_ready_future(channel).result(timeout=10)
        result = {"roundtrip": roundtrip, "pipelined": pipelined, "stream": stream}[options.what](
            channel, options
        )
    print(json.dumps({"peer": "grpcio", "what": options.what, **result}))


if __name__ == "__main__":
    main()

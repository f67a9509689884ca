#!/usr/bin/env python3
"""Uses a server by grpcio: reflection, health, every kind of call, deadlines, cancellation, errors.

usage: grpcio_sync.py ADDRESS          fails with the first thing that is wrong
"""

import sys
import time

import grpc
from a11y.bridge.v1 import bridge_pb2, bridge_pb2_grpc, status_pb2
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from grpc_status import rpc_status

channel = grpc.insecure_channel(sys.argv[1])
bridge = bridge_pb2_grpc.BridgeServiceStub(channel)
diagnostics = bridge_pb2_grpc.DiagnosticsServiceStub(channel)


def error_of(body):
    try:
        body()
    except grpc.RpcError as error:
        return error
    raise AssertionError("the call did not fail")


def check_unary():
    assert diagnostics.Echo(bridge_pb2.EchoRequest(payload=b"hi")).payload == b"hi"
    big = bytes(3_000_000)
    assert diagnostics.Echo(bridge_pb2.EchoRequest(payload=big)).payload == big
    assert bridge.GetServerInfo(bridge_pb2.GetServerInfoRequest()).element_count > 0
    futures = [diagnostics.Echo.future(bridge_pb2.EchoRequest(payload=bytes([n]))) for n in range(200)]
    assert [f.result().payload for f in futures] == [bytes([n]) for n in range(200)]


def check_epoch():
    """An answer begins with the epoch, without which nothing can be read conditionally."""
    tree, call = bridge.GetOutline.with_call(bridge_pb2.GetOutlineRequest())
    epoch = int(dict(call.initial_metadata())["a11y-bridge-epoch"])
    again = bridge.GetOutline(bridge_pb2.GetOutlineRequest(since=tree.revision, epoch=epoch))
    assert not again.text, again
    error = error_of(lambda: bridge.Find(bridge_pb2.FindRequest(selector="button[")))
    # An error without an answer is trailers alone.
    assert int(dict(error.trailing_metadata())["a11y-bridge-epoch"]) == epoch


def check_streams():
    request = bridge_pb2.GenerateRequest(count=5000, payload_length=1000)
    assert [m.sequence for m in diagnostics.Generate(request)] == list(range(5000))
    tree = list(bridge.GetTree(bridge_pb2.GetTreeRequest()))
    assert sum(len(part.elements) for part in tree) > 10
    # An empty stream ends well.
    assert not list(diagnostics.Generate(bridge_pb2.GenerateRequest(count=0)))


def check_slow_reader():
    """The server waits for a client that does not read, and goes on when it does."""
    call = diagnostics.Generate(bridge_pb2.GenerateRequest(count=600, payload_length=65_536))
    next(call)
    time.sleep(0.3)
    assert diagnostics.Echo(bridge_pb2.EchoRequest(payload=b"meanwhile")).payload == b"meanwhile"
    assert sum(1 for _ in call) == 599


def check_errors():
    error = error_of(lambda: bridge.Find(bridge_pb2.FindRequest(selector="button[")))
    assert error.code() == grpc.StatusCode.INVALID_ARGUMENT, error
    status = rpc_status.from_call(error)
    assert status.code == 3 and status.message == error.details()
    detail = status_pb2.ErrorDetail()
    assert status.details[0].Unpack(detail), status
    assert detail.reason == status_pb2.ERROR_REASON_SELECTOR_SYNTAX and detail.selector == "button["
    # What is not ASCII arrives as it was.
    selector = 'button[name="Größe 🙂 100%"]'
    target = bridge_pb2.GetElementRequest(target={"selector": selector})
    error = error_of(lambda: bridge.GetElement(target))
    assert error.code() == grpc.StatusCode.NOT_FOUND and selector in error.details(), error
    unknown = channel.unary_unary("/a11y.bridge.v1.BridgeService/Größe")
    assert error_of(lambda: unknown(b"")).code() == grpc.StatusCode.UNIMPLEMENTED
    unreadable = channel.unary_unary("/a11y.bridge.v1.BridgeService/Find")
    assert error_of(lambda: unreadable(b"\xff\xff")).code() == grpc.StatusCode.INVALID_ARGUMENT


def check_deadlines():
    started = time.monotonic()
    wait = bridge_pb2.WaitForRequest(
        target={"selector": "slider[name=nowhere]"}, condition=bridge_pb2.CONDITION_APPEARS)
    error = error_of(lambda: bridge.WaitFor(wait, timeout=4))
    assert error.code() == grpc.StatusCode.DEADLINE_EXCEEDED, error
    # The server's own answer, not that of the library.
    assert "condition not met" in error.details(), error
    assert 3.7 < time.monotonic() - started < 6
    subscription = bridge.Subscribe(bridge_pb2.SubscribeRequest(), timeout=0.5)
    assert error_of(lambda: list(subscription)).code() == grpc.StatusCode.DEADLINE_EXCEEDED


def check_cancellation():
    for _ in range(200):
        call = bridge.Subscribe(bridge_pb2.SubscribeRequest(snapshot_first=True))
        next(call)
        call.cancel()
    for _ in range(5000):
        bridge.Subscribe(bridge_pb2.SubscribeRequest()).cancel()
    for _ in range(500):
        info = bridge.GetServerInfo(bridge_pb2.GetServerInfoRequest())
        if info.subscription_count == 0:
            return
        time.sleep(0.02)
    raise AssertionError(f"{info.subscription_count} subscriptions are left")


def check_health():
    health = health_pb2_grpc.HealthStub(channel)
    serving = health_pb2.HealthCheckResponse.SERVING
    assert health.Check(health_pb2.HealthCheckRequest()).status == serving
    name = "a11y.bridge.v1.BridgeService"
    assert health.Check(health_pb2.HealthCheckRequest(service=name)).status == serving
    error = error_of(lambda: health.Check(health_pb2.HealthCheckRequest(service="nothing")))
    assert error.code() == grpc.StatusCode.NOT_FOUND
    statuses = health.List(health_pb2.HealthListRequest()).statuses
    assert statuses[name].status == serving and statuses[""].status == serving
    watch = health.Watch(health_pb2.HealthCheckRequest(service="nothing"))
    assert next(watch).status == health_pb2.HealthCheckResponse.SERVICE_UNKNOWN
    watch.cancel()


def check_reflection():
    database = ProtoReflectionDescriptorDatabase(channel)
    services = database.get_services()
    assert "a11y.bridge.v1.BridgeService" in services and "grpc.health.v1.Health" in services
    pool = DescriptorPool(database)
    for service in services:
        assert pool.FindServiceByName(service).methods
    found = pool.FindServiceByName("a11y.bridge.v1.BridgeService").methods_by_name["Find"]
    assert found.input_type.fields_by_name["selector"].number == \
        bridge_pb2.FindRequest.DESCRIPTOR.fields_by_name["selector"].number


for name, body in list(globals().items()):
    if name.startswith("check_"):
        body()
        print(name, flush=True)

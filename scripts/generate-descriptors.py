#!/usr/bin/python3
"""Generates the Swift code from which the server answers reflection: every file with its descriptor and its symbols.

usage: scripts/generate-descriptors.py DESCRIPTORS FILE

DESCRIPTORS is the output of `protoc --include_imports --descriptor_set_out`. scripts/generate-protobuf.sh runs this.
"""

import base64
import pathlib
import sys

from google.protobuf import descriptor_pb2

HEAD = """\
// Generated from proto/ and third-party/proto/ by scripts/generate-protobuf.sh: run `make proto`.
// swift-format-ignore-file

extension DescriptorFile {
  /// The files of the contract and of the services that every gRPC server has.
  static let all: [DescriptorFile] = [
"""


def messages(prefix, message):
    """Yields the full names of a message, and of what is in it."""
    name = f"{prefix}.{message.name}"
    yield name
    yield from (f"{name}.{field.name}" for field in message.field)
    yield from (f"{name}.{group.name}" for group in message.oneof_decl)
    for nested in message.nested_type:
        yield from messages(name, nested)
    for enum in message.enum_type:
        yield from enums(name, enum)


def enums(prefix, enum):
    """Yields the full names of an enum and its values, which are those of its scope."""
    yield f"{prefix}.{enum.name}"
    yield from (f"{prefix}.{value.name}" for value in enum.value)


def symbols(file):
    for message in file.message_type:
        yield from messages(file.package, message)
    for enum in file.enum_type:
        yield from enums(file.package, enum)
    for service in file.service:
        yield f"{file.package}.{service.name}"
        yield from (f"{file.package}.{service.name}.{method.name}" for method in service.method)


def quoted(names):
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def main():
    source, target = sys.argv[1:]
    files = descriptor_pb2.FileDescriptorSet.FromString(pathlib.Path(source).read_bytes()).file
    parts = [HEAD]
    for file in files:
        encoded = base64.b64encode(file.SerializeToString(deterministic=True)).decode()
        services = [f"{file.package}.{service.name}" for service in file.service]
        parts.append(f"""\
    DescriptorFile(
      name: "{file.name}",
      imports: {quoted(file.dependency)},
      services: {quoted(services)},
      symbols: "{" ".join(symbols(file))}",
      descriptor: "{encoded}"),
""")
    parts.append("  ]\n}\n")
    path = pathlib.Path(target)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(parts))


main()

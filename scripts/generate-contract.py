#!/usr/bin/python3
"""Generates the Swift code from proto/ below DIRECTORY, the folder of the target BridgeProtocol:

Contract/Contract.swift  the methods with their paths, and the numbers of all fields; has no dependencies
Dispatch.swift           the methods with the types of their messages, and the protocol of a server's handlers

usage: scripts/generate-contract.py DESCRIPTORS DIRECTORY

DESCRIPTORS is the output of `protoc --include_source_info --descriptor_set_out`. scripts/generate-protobuf.sh runs this.
"""

import contextlib
import pathlib
import re
import sys

from google.protobuf import descriptor_pb2

HEAD = """\
// Generated from proto/ by scripts/generate-protobuf.sh: change the contract and run `make proto`.
// swift-format-ignore-file
"""
KEYWORDS = {"as", "case", "class", "default", "do", "else", "extension", "false", "for", "func", "if", "import",
            "in", "init", "is", "let", "nil", "operator", "protocol", "public", "repeat", "return", "self", "static",
            "struct", "switch", "throw", "true", "try", "var", "where", "while"}


def camel(name: str) -> str:
    """Returns a name in camel case: `scopeIDs` for `scope_ids`."""
    first, *rest = name.split("_")
    words = [{"id": "ID", "ids": "IDs", "cpu": "CPU"}.get(word, word.capitalize()) for word in rest]
    joined = first + "".join(words)
    return f"`{joined}`" if joined in KEYWORDS else joined


def comments(file, indent: str) -> dict[tuple[int, ...], str]:
    """Returns the comment before each declaration, by the path of the declaration."""
    found = {}
    for location in file.source_code_info.location:
        lines = location.leading_comments.strip("\n").split("\n")
        found[tuple(location.path)] = "".join(f"{indent}///{line}\n" for line in lines)
    return found


def methods(files) -> list[dict]:
    found = []
    for file in files:
        notes = comments(file, "  ")
        for s, service in enumerate(file.service):
            for m, method in enumerate(service.method):
                if method.client_streaming:
                    sys.exit(f"{method.name}: requests in several messages are not supported yet")
                found.append({
                    "name": method.name[0].lower() + method.name[1:],
                    "package": file.package,
                    "path": f"/{file.package}.{service.name}/{method.name}",
                    "request": method.input_type.rsplit(".", 1)[1],
                    "response": method.output_type.rsplit(".", 1)[1],
                    "streams": method.server_streaming,
                    "note": notes.get((6, s, 2, m), ""),
                })
    return found


def write_methods(found) -> None:
    print("\n/// The methods of the contract, with their paths as in gRPC.")
    print("public enum Method: String, CaseIterable, Hashable, Sendable {")
    for method in found:
        print(f'{method["note"]}  case {method["name"]} = "{method["path"]}"')
    streaming = ", ".join("." + method["name"] for method in found if method["streams"])
    print(f"""
  /// Whether the response is a stream. Its messages need credit; the status at its end does not.
  public var isServerStreaming: Bool {{
    switch self {{
    case {streaming}: true
    default: false
    }}
  }}
}}""")


def write_messages(found) -> None:
    print("""
internal import CProtobuf

extension Method {
  /// The types of the method's request and response.
  package var messages: (request: any WireMessage.Type, response: any WireMessage.Type) {
    switch self {""")
    for method in found:
        print(f'    case .{method["name"]}: ({method["request"]}.self, {method["response"]}.self)')
    print("    }\n  }\n}")
    for method in found:
        request, response = method["request"], method["response"]
        kind = "StreamRequest" if method["streams"] else "UnaryRequest"
        print(f"""
extension {request}: {kind} {{
  public typealias Response = {response}
  public static var method: Method {{ .{method["name"]} }}

{decoding(request, "request", method["package"])}
}}

extension {response}: WireMessage {{
{decoding(response, "response", method["package"])}
}}""")


def decoding(message: str, budget: str, package: str) -> str:
    snake = re.sub(r"(?<!^)([A-Z])", r"_\1", message).lower()
    unpack = "__".join(package.split(".") + [snake, "unpack"])
    return f"""\
  public init(decoding bytes: [UInt8]) throws(Status) {{
    self = try unsafe unpacking(bytes, "{message}", .{budget}, {unpack}) {{
      (message) throws(Status) in try unsafe {message}(message)
    }}
  }}"""


def write_handlers(found) -> None:
    print("\n/// A server's handlers of the methods. A handler ends its call, at once or later, or throws the status that")
    print("/// ends it. Public, because only then the dispatch is compiled into the server.")
    print("public protocol MethodHandlers {\n  associatedtype Call\n")
    for method in found:
        print(f'  func {method["name"]}(_ call: Call, _ request: {method["request"]}) throws(Status)')
    print("""}

extension MethodHandlers {
  /// Decodes a request and passes it to the method's handler.
  @inlinable public func handle(_ method: Method, _ call: Call, _ request: [UInt8]) throws(Status) {
    switch method {""")
    for method in found:
        print(f'    case .{method["name"]}: try {method["name"]}(call, {method["request"]}(decoding: request))')
    print("    }\n  }\n}")


def write_fields(files) -> None:
    print("\n// MARK: Field numbers")
    for message in sorted((m for file in files for m in file.message_type), key=lambda m: m.name):
        if message.nested_type or not re.fullmatch(r"\w+", message.name):
            sys.exit(f"{message.name}: messages within messages are not supported")
        if message.field:
            print(f"\nenum {message.name}Fields {{")
            for field in message.field:
                print(f"  static let {camel(field.name)}: UInt64 = {field.number}")
            print("}")


@contextlib.contextmanager
def written(path: pathlib.Path):
    """Writes to a file what is printed within the `with` statement."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file, contextlib.redirect_stdout(file):
        print(HEAD, end="")
        yield


def main() -> None:
    descriptors = descriptor_pb2.FileDescriptorSet()
    with open(sys.argv[1], "rb") as file:
        descriptors.ParseFromString(file.read())
    found = methods(descriptors.file)
    directory = pathlib.Path(sys.argv[2])
    with written(directory / "Contract/Contract.swift"):
        write_methods(found)
        write_fields(descriptors.file)
    with written(directory / "Dispatch.swift"):
        write_messages(found)
        write_handlers(found)


main()

import BridgeTestSupport
import Testing

/// gRPC as clients speak it that nobody here wrote.
@Suite(.timeLimit(.minutes(10)))
struct `Foreign gRPC clients` {
  @Test(arguments: ["grpcio_sync", "grpcio_asyncio", "grpclib_client"])
  func `a client of Python calls every kind of method`(_ program: String) async throws {
    let bridge = try await Bridge()
    let result = try await GRPCClients.run(program, [bridge.address])
    #expect(result.code == 0, "\(result.standardOutput)\(result.standardError)")
  }

  @Test func `the server keeps to the specification whatever is sent`() async throws {
    let bridge = try await Bridge(options: ["--limit", "frame-bytes=1MiB"])
    let result = try await GRPCClients.run("conformance", [bridge.address, "1048576"])
    #expect(result.code == 0, "\(result.standardOutput)\(result.standardError)")
    #expect(result.lines.count { $0.hasPrefix("passed") } >= 20)
  }

  @Test func `the server stays well while others attack it, and says why it ends connections`()
    async throws
  {
    let bridge = try await Bridge()
    let result = try await GRPCClients.run("hostile", [bridge.address])
    #expect(result.code == 0, "\(result.standardOutput)\(result.standardError)")
    #expect(bridge.process.isRunning)
    let log = bridge.process.standardError.text
    #expect(log.contains("the client does not follow HTTP/2: "), "\(log.suffix(2000))")
  }

  @Test func `buf curl explores the server and calls it without files`() async throws {
    let bridge = try await Bridge()
    let url = "http://\(bridge.address)"
    let list = try await GRPCClients.bufCurl("--list-methods", url)
    #expect(list.lines.contains("a11y.bridge.v1.BridgeService/Subscribe"), "\(list.standardError)")
    #expect(list.lines.contains("grpc.health.v1.Health/Watch"))
    let found = try await GRPCClients.bufCurl(
      "-d", #"{"selector": "button[label=\"7\"]"}"#, "\(url)/a11y.bridge.v1.BridgeService/Find")
    #expect(found.standardOutput.contains(#""label": "7""#), "\(found.standardError)")
    let refused = try await GRPCClients.bufCurl(
      "-d", #"{"selector": "button["}"#, "\(url)/a11y.bridge.v1.BridgeService/Find")
    #expect(refused.code != 0)
    #expect(refused.standardError.contains("a11y.bridge.v1.ErrorDetail"))
  }

  @Test func `the errors of newcomers say what to do in words of gRPC`() async throws {
    let bridge = try await Bridge()
    let result = try await GRPCClients.run("errors", [bridge.address])
    #expect(result.code == 0, "\(result.standardOutput)\(result.standardError)")
  }

  @Test func `curl shows why a request that is not gRPC is refused`() async throws {
    let bridge = try await Bridge()
    let url = "http://\(bridge.address)/a11y.bridge.v1.BridgeService/Find"
    for (options, status) in [([], "405"), (["-d", "{}"], "415")] {
      for _ in 0..<10 {
        let result = try await Subprocess.run(
          "curl",
          ["-sS", "--http2-prior-knowledge", "-w", "%{http_code}"] + options + [url])
        #expect(result.code == 0, "\(result.standardError)")
        #expect(result.standardOutput.contains("only gRPC calls are served"))
        #expect(result.standardOutput.hasSuffix("\n\(status)"), "\(result.standardOutput)")
      }
    }
  }

  @Test func `one connection too many is told so by every client`() async throws {
    let bridge = try await Bridge(options: ["--limit", "connections=1"])
    let result = try await GRPCClients.run("refused", [bridge.address])
    #expect(result.code == 0, "\(result.standardError)")
    #expect(result.standardOutput.contains("limit connections=1 reached"))
  }

  @Test func `idle connections take little of the memory that the server may use`() async throws {
    let bridge = try await Bridge(options: ["--limit", "memory=16MiB"])
    let result = try await GRPCClients.run("idle", [bridge.address, "250"])
    #expect(result.code == 0, "\(result.standardError)")
  }

  @Test func `a preface that is wrong or not finished ends the connection, with a reason`()
    async throws
  {
    let bridge = try await Bridge(options: ["--limit", "handshake-time=2s"])
    let result = try await GRPCClients.run("prefaces", [bridge.address, "2"])
    #expect(result.code == 0, "\(result.standardError)")
  }

  @Test func `a unix socket serves gRPC as well`() async throws {
    let place = try TemporaryDirectory()
    let bridge = try await Bridge(listen: ["unix:\(place.path("s"))"])
    let result = try await GRPCClients.run("grpcio_asyncio", ["unix:\(place.path("s"))"])
    #expect(result.code == 0, "\(result.standardError)")
    _ = bridge
  }

  @Test func `h2load makes thousands of calls without a failure`() async throws {
    let bridge = try await Bridge()
    let place = try TemporaryDirectory()
    try writeSecret("\0\0\0\0\u{6}\n\u{4}abcd", to: place.path("echo"))
    let result = try await Subprocess.run(
      "h2load",
      [
        "-n", "20000", "-c", "4", "-m", "64", "-d", place.path("echo"),
        "-H", "content-type: application/grpc", "-H", "te: trailers",
        "http://\(bridge.address)/a11y.bridge.v1.DiagnosticsService/Echo",
      ])
    #expect(result.standardOutput.contains("20000 succeeded, 0 failed"), "\(result.standardOutput)")
  }
}

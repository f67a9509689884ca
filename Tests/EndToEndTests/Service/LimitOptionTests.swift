import BridgeTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `The option --limit` {
  @Test func `what is set holds, and info shows it for people and programs`() async throws {
    let bridge = try await Bridge(
      options: ["--limit", "subscriptions-per-connection=9", "--limit", "frame-bytes=1MiB"])
    let info = try await bridge.client("info")
    #expect(info.standardOutput.contains("subscriptions-per-connection=9"), "\(info)")
    #expect(info.standardOutput.contains("frame-bytes=1MiB"), "\(info)")
    let json = try #require(
      try jsonLines(try await bridge.client("--json", "info").standardOutput).first)
    let named = try #require(json.object("limits")?.objects("named"))
    let frame = try #require(named.first { $0.text("name") == "frame-bytes" })
    #expect(frame.number("value") == 1_048_576 && frame.text("unit") == "bytes")
    #expect(json.object("limits")?.number("max_frame_length") == 1_048_576)
  }

  @Test func `the variable sets several, and the option comes first`() async throws {
    let result = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"), ["--listen", "127.0.0.1:0"],
      environment: ["PATH": "/usr/bin:/bin", "A11Y_BRIDGE_LIMITS": "actions=3,waits=2"])
    #expect(result.code == 2)
    #expect(result.standardError.contains("A11Y_BRIDGE_LIMITS: there is no limit named 'waits'"))
  }

  @Test(arguments: [
    ("conections=3", "there is no limit named 'conections'; did you mean connections?"),
    ("connections", "--limit connections=: give a whole number, from 1 to 1000000"),
    ("connections=0", "give a whole number, from 1 to 1000000"),
    ("idle-time=30", "give a time such as 500ms, 5s or 2min, from 1s to 24h"),
    ("frame-bytes=1KB", "give a number of bytes such as 65536, 64KiB or 4MiB, from 1KiB to 64MiB"),
  ])
  func `what cannot be set is refused with the name, the unit and the range`(
    value: String, text: String
  ) async throws {
    let result = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"), ["--limit", value], environment: ["PATH": "/usr/bin:/bin"]
    )
    #expect(result.code == 2)
    #expect(result.standardError.contains(text), "\(result.standardError)")
  }

  @Test func `a refused command says the limit, and its JSON has name and number`() async throws {
    let bridge = try await Bridge(
      source: "sample", options: ["--limit", "selector-steps=1000"])
    let words = ["find", "*:has(*[label~=\"x.*y\"])"]
    let refused = try await bridge.client(words)
    #expect(refused.code == 1)
    #expect(refused.standardError.contains("limit selector-steps=1000 reached"), "\(refused)")
    let json = try await bridge.client(["--json"] + words)
    let error = try #require(try jsonLines(json.standardOutput).last?.object("error"))
    #expect(error.text("limit_name") == "selector-steps" && error.number("limit") == 1000)
    #expect(error.text("code") == "RESOURCE_EXHAUSTED")
    #expect(try await bridge.client("get", "window[label=\"Calculator\"]").code == 0)
  }

  @Test func `a frame that is too long is told so with the limit's name and number`() async throws {
    let bridge = try await Bridge(options: ["--limit", "frame-bytes=1KiB"])
    let long = String(repeating: "a", count: 4_096)
    let result = try await bridge.client("--json", "get", "button[label=\"\(long)\"]")
    let error = try #require(try jsonLines(result.standardOutput).last?.object("error"))
    #expect(error.text("code") == "RESOURCE_EXHAUSTED", "\(error)")
    #expect(error.text("limit_name") == "frame-bytes" && error.number("limit") == 1_024, "\(error)")
  }

  @Test func `one connection too many is told so through TLS as well`() async throws {
    let machines = try TwoMachines()
    let bridge = try await machines.start("--limit", "connections=1")
    try await machines.pair("--name", "laptop")
    let watcher = try RunningProcess(
      Places.builtProgram("bridge-client"), ["--server", "desktop", "--json", "watch"],
      environment: machines.here)
    _ = try #require(try await watcher.standardOutput.line())
    let refused = try await machines.client("--server", "desktop", "info")
    #expect(refused.code == 3)
    #expect(refused.standardError.contains("limit connections=1 reached"), "\(refused)")
    #expect(refused.standardError.contains("--limit connections"), "\(refused)")
    watcher.kill()
    withExtendedLifetime(bridge) {}
  }

  @Test func `connections of one address of another machine are limited, those of this one not`()
    async throws
  {
    // In a network of its own, 192.0.2.1 stands for another machine's address.
    let directory = try temporaryDirectory()
    let ready = directory.path("ready")
    let environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "XDG_STATE_HOME": directory.path("state"),
    ]
    let server = try RunningProcess(
      "unshare",
      [
        "--net", "sh", "-c",
        "ip link set lo up && ip address add 192.0.2.1/32 dev lo && exec \"$0\" \"$@\"",
        Places.builtProgram("a11y-bridge"), "--listen", "0.0.0.0:0", "--ready-file", ready,
        "--source", "sample:calculator", "--limit", "connections-per-address=2",
        "--insecure-serve-everyone-without-encryption",
      ], environment: environment)
    let address = try await eventually("the server is ready") {
      if !server.isRunning { throw BridgeEnded(reason: server.standardError.text) }
      return try? String(contentsOfFile: ready, encoding: .utf8)
    }
    let port = try #require(address.split(separator: ":").last).trimmingCharacters(in: .newlines)
    func client(_ host: String, _ words: String...) throws -> RunningProcess {
      try RunningProcess(
        "nsenter",
        [
          "--net=/proc/\(server.pid)/ns/net", Places.builtProgram("bridge-client"), "--json",
          "--server", "\(host):\(port)",
        ] + words, environment: environment)
    }
    let watchers = [try client("192.0.2.1", "watch"), try client("192.0.2.1", "watch")]
    for watcher in watchers { _ = try await watcher.standardOutput.line() }
    let third = try client("192.0.2.1", "info")
    #expect(try await third.ended() == .code(3), "\(third.standardError.text)")
    let error = try #require(try jsonLines(third.standardOutput.text).last?.object("error"))
    #expect(error.text("limit_name") == "connections-per-address" && error.number("limit") == 2)
    let local = [try client("127.0.0.1", "watch"), try client("127.0.0.1", "watch")]
    for watcher in local { _ = try await watcher.standardOutput.line() }
    #expect(try await client("127.0.0.1", "info").ended() == .code(0))
    watchers[0].kill()
    try await eventually("there is room again") {
      try await client("192.0.2.1", "info").ended() == .code(0)
    }
    server.kill()
  }
}

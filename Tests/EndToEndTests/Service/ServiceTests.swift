import BridgeTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `The server as a service` {
  @Test func `it reports that it is ready when it can be reached, that it reloads, and its end`()
    async throws
  {
    let server = try ManagedServer(server: ["--listen", "127.0.0.1:0"])
    let started = try await server.next("started")
    try await server.told("READY=1")
    let status = try await server.next("notify")
    #expect(status.hasPrefix("STATUS=listening on 127.0.0.1:") && status.contains("calculator"))
    let address = try #require(status.split(separator: " ").dropFirst(2).first)
    #expect(try await server.client("--server", String(address), "info").code == 0)
    server.manager.write("reload\n")
    try await server.told("RELOADING=1")
    try await server.told("MONOTONIC_USEC=")
    try await server.told("READY=1")
    server.manager.write("stop\n")
    try await server.told("STOPPING=1")
    #expect(try await server.next("ended") == "0")
    #expect(Int(started) != nil)
  }

  @Test func `it ends with its manager in the tests, however that ends`() async throws {
    let server = try ManagedServer(server: ["--listen", "127.0.0.1:0"])
    let process = try #require(Int32(try await server.next("started")))
    try await server.told("READY=1")
    server.manager.kill()
    try await eventually("the server has ended") {
      (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8))?.isEmpty ?? true
    }
  }

  @Test func `it reports to the watchdog as often as it is asked to`() async throws {
    let server = try ManagedServer(
      manager: ["--watchdog", "300"], server: ["--listen", "127.0.0.1:0"])
    try await server.told("READY=1")
    let time = try await quickest(below: .milliseconds(1500)) {
      for _ in 0..<5 { try await server.told("WATCHDOG=1") }
    }
    #expect(time < .milliseconds(1500), "five times as long as it has for each")
    let without = try ManagedServer(server: ["--listen", "127.0.0.1:0"])
    try await without.told("READY=1")
    without.manager.write("stop\n")
    #expect(try await without.next("ended") == "0")
    #expect(!without.manager.standardOutput.text.contains("WATCHDOG"))
  }

  @Test func `it serves the sockets that it is passed, and leaves them to their owner`()
    async throws
  {
    let directory = try temporaryDirectory()
    let path = directory.path("socket")
    let server = try ManagedServer(
      manager: ["--listen", "127.0.0.1:0", "--listen", "unix:\(path):600"])
    let addresses = [try await server.next("socket"), try await server.next("socket")]
    try await server.told("READY=1")
    #expect(
      try await server.next("notify").contains("on \(addresses.joined(separator: ", ")) (source"))
    for address in addresses {
      let info = try await server.client("--server", address, "info")
      #expect(info.code == 0, "\(address): \(info.standardError)")
    }
    server.manager.write("restart\n")
    #expect(try await server.next("ended") == "0")
    try await server.told("READY=1")
    #expect(FileManager.default.fileExists(atPath: path))
    for address in addresses {
      #expect(try await server.client("--server", address, "info").code == 0, "\(address)")
    }
  }

  @Test func `it serves an address beside the sockets when the command line names one`()
    async throws
  {
    let server = try ManagedServer(
      manager: ["--listen", "127.0.0.1:0"], server: ["--listen", "[::1]:0"])
    let address = try await server.next("socket")
    try await server.told("READY=1")
    #expect(try await server.next("notify").contains("on \(address), [::1]:"))
  }

  @Test func `sockets that would let in others, or nobody, are refused with what to do`()
    async throws
  {
    let directory = try temporaryDirectory()
    let open = directory.path("open")
    for (options, text) in [
      (["--listen", "unix:\(open):666"], "SocketMode=0600"),
      (["--listen", "0.0.0.0:0"], "a11y-bridge pair --name NAME"),
      (["--listen", "127.0.0.1:0", "--kind", "datagram"], "is not a stream socket that listens"),
    ] {
      let server = try ManagedServer(manager: options + ["--journal"])
      let line = try await server.next("log")
      #expect(line.hasPrefix("<3>") && line.contains(text), "\(line)")
      server.manager.closeInput()
      try await server.manager.ended()
      #expect(!server.manager.standardOutput.text.contains("READY"), "\(options)")
    }
  }

  @Test func `lines for the journal begin with their level, and --log-level leaves some out`()
    async throws
  {
    let server = try ManagedServer(manager: ["--journal"], server: ["--listen", "127.0.0.1:0"])
    #expect(try await server.next("log").hasPrefix("<6>listening on 127.0.0.1:"))
    let quiet = try ManagedServer(
      manager: ["--journal"], server: ["--listen", "127.0.0.1:0", "--log-level", "warning"])
    try await quiet.told("READY=1")
    quiet.manager.write("stop\n")
    #expect(try await quiet.next("ended") == "0")
    #expect(!quiet.manager.standardOutput.text.contains("stopping"), "that is information")
    let plain = try ManagedServer(server: ["--listen", "127.0.0.1:0"])
    #expect(try await plain.next("log").hasPrefix("a11y-bridge: listening on "))
  }
}

import BridgeTestSupport
import Foundation
import Glibc
import Testing

@Suite
struct `The server program` {
  /// Runs `a11y-bridge` until it ends, without a desktop.
  func serve(_ words: String...) async throws -> Subprocess.Result {
    try await Subprocess.run(
      Places.builtProgram("a11y-bridge"), words, environment: ["PATH": "/usr/bin:/bin"])
  }

  @Test
  func `the server prints its addresses and sources when it is ready`() async throws {
    let bridge = try await Bridge()
    #expect(bridge.address.wholeMatch(of: /127\.0\.0\.1:[1-9][0-9]*/) != nil)
    let line = try await bridge.process.standardError.line()
    #expect(line == "a11y-bridge: listening on \(bridge.address) (source: sample:calculator)")
    #expect(bridge.process.standardOutput.text == "")
  }

  @Test
  func `without --source, the server says why it chose its sources`() async throws {
    let process = try RunningProcess(
      Places.builtProgram("a11y-bridge"), ["--listen", "127.0.0.1:0"],
      environment: ["PATH": "/usr/bin:/bin"])
    let line = try #require(try await process.standardError.line())
    #expect(line.contains("(source: sample:calculator, sample:toggle-flip, "))
    #expect(line.contains("; no desktop: none of "))
    #expect(try await process.terminate() == .code(0))
  }

  @Test
  func `the server listens at several addresses, unix sockets for their owner alone`() async throws
  {
    let directory = try temporaryDirectory()
    let socket = directory.path("socket")
    let bridge = try await Bridge(listen: ["127.0.0.1:0", "[::1]:0", "unix:\(socket)"])
    #expect(bridge.addresses.count == 3)
    #expect(bridge.addresses.last == "unix:\(socket)")
    var status = stat()
    #expect(unsafe stat(socket, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    for address in bridge.addresses {
      let info = try await bridge.client("--server", address, "info")
      #expect(info.code == 0, "\(address): \(info.standardError)")
    }
    #expect(try await bridge.process.terminate() == .code(0))
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal shuts the server down with exit code 0, also with subscribers`(signal: Int32)
    async throws
  {
    let bridge = try await Bridge()
    let watchers = try (0..<3).map { _ in try bridge.start("--timeout", "2", "watch") }
    for watcher in watchers {
      _ = try await watcher.standardError.line { $0.contains("watching") }
    }
    bridge.process.send(signal)
    #expect(try await bridge.process.ended() == .code(0))
    for watcher in watchers {
      guard case .code(let code) = try await watcher.ended() else {
        Issue.record("a watcher was ended by a signal")
        continue
      }
      #expect(code == 3)
      #expect(!watcher.standardError.text.isEmpty)
    }
  }

  @Test
  func `signals that keep coming while it exits do not change its exit code`() async throws {
    for _ in 0..<5 {
      let bridge = try await Bridge()
      let signals = Task {
        while !Task.isCancelled {
          bridge.process.send(SIGTERM)
          await Task.yield()
        }
      }
      #expect(try await bridge.process.ended() == .code(0))
      signals.cancel()
    }
  }

  @Test(arguments: ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"])
  func `the server refuses to serve other machines, and says why`(address: String) async throws {
    let result = try await serve("--listen", address, "--source", "sample:calculator")
    #expect(result.code == 1 || result.code == 2)
    #expect(result.standardOutput == "")
    #expect(result.standardError.contains("loopback"), "\(result.standardError)")
  }

  @Test
  func `an unknown sample is refused with the names of the samples`() async throws {
    let result = try await serve("--listen", "127.0.0.1:0", "--source", "sample:nosuch")
    #expect(result.code == 2)
    #expect(result.standardError.contains("nosuch"))
    #expect(result.standardError.contains("calculator"))
    let source = try await serve("--listen", "127.0.0.1:0", "--source", "nosuch")
    #expect(source.code == 2)
    #expect(source.standardError.contains("sample:calculator"))
    for (words, meant) in [
      (["--source", "sample:calculater"], "did you mean sample:calculator?"),
      (["pare"], "did you mean pair?"),
    ] {
      let wrong = try await Subprocess.run(Places.builtProgram("a11y-bridge"), words)
      #expect(wrong.code == 2 && wrong.standardError.contains(meant), "\(wrong)")
    }
  }

  @Test
  func `an address in use is named in the error, for a port or a socket`() async throws {
    let directory = try temporaryDirectory()
    let bridge = try await Bridge(listen: ["127.0.0.1:0", "unix:\(directory.path("socket"))"])
    for address in bridge.addresses {
      let result = try await serve("--listen", address, "--source", "sample:calculator")
      #expect(result.code == 1)
      #expect(result.standardError.contains(address), "\(result.standardError)")
    }
    #expect(try await bridge.client("info").code == 0)
  }

  @Test
  func `the socket of a killed server is replaced`() async throws {
    let directory = try temporaryDirectory()
    let address = "unix:\(directory.path("socket"))"
    let first = try await Bridge(listen: [address])
    first.process.kill()
    try await first.process.ended()
    let second = try await Bridge(listen: [address])
    #expect(try await second.client("info").code == 0)
  }

  @Test
  func `a ready file that cannot be written ends the server`() async throws {
    let result = try await serve(
      "--listen", "127.0.0.1:0", "--source", "sample:calculator", "--ready-file", "/nosuch/ready")
    #expect(result.code == 1)
    #expect(result.standardError.contains("/nosuch/ready"))
  }

  @Test
  func `help and version go to standard output, usage errors to standard error`() async throws {
    let help = try await serve("--help")
    #expect(help.code == 0)
    #expect(help.standardOutput.contains("--listen ADDRESS"))
    #expect(help.standardOutput.contains("Examples:"))
    #expect(help.standardError == "")
    let version = try await serve("--version")
    #expect(version.standardOutput.wholeMatch(of: /a11y-bridge [0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    let wrong = try await serve("--lisen", "x")
    #expect(wrong.code == 2)
    #expect(wrong.standardOutput == "")
    #expect(wrong.standardError.contains("--listen"))
  }
}

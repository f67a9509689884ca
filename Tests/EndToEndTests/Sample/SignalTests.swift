import BridgeTestSupport
import BridgeTransport
import Foundation
import Glibc
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `The server program: signals, hang-ups, the ready file` {
  @Test
  func `a terminal that hangs up does not end the server`() async throws {
    let bridge = try await Bridge()
    bridge.process.send(SIGHUP)
    _ = try await bridge.process.standardError.line { $0.contains("SIGHUP") }
    #expect(try await bridge.client("info").code == 0)
    #expect(try await bridge.process.terminate() == .code(0))
  }

  @Test(.timeLimit(.minutes(10)))
  func `the ready file of a killed server is not mistaken for that of the next`() async throws {
    let directory = try temporaryDirectory()
    let (ready, socket) = (directory.path("ready"), directory.path("socket"))
    func start(_ address: String) throws -> RunningProcess {
      try RunningProcess(
        Places.builtProgram("a11y-bridge"),
        ["--listen", address, "--source", "sample:calculator", "--ready-file", ready],
        environment: ["PATH": "/usr/bin:/bin"])
    }
    let first = try start("127.0.0.1:0")
    try await eventually("it is ready") { FileManager.default.fileExists(atPath: ready) }
    first.kill()
    try await first.ended()
    #expect(FileManager.default.fileExists(atPath: ready))
    // This server cannot become ready: another one answers at its address.
    let other = try await Bridge(listen: ["unix:\(socket)"])
    let second = try start("unix:\(socket)")
    #expect(try await second.ended() == .code(1))
    #expect(second.standardError.text.contains("process \(other.process.pid) of user"))
    #expect(!FileManager.default.fileExists(atPath: ready), "a waiter would take it for ready")
  }

  @Test
  func `a client may wait for a server before it starts, despite an earlier ready file`()
    async throws
  {
    let directory = try temporaryDirectory()
    let ready = directory.path("ready")
    // The file is of an earlier server that was killed, at whose address another server answers now.
    let other = try await Bridge(source: "sample:web-page")
    try Data("\(other.address)\n".utf8).write(to: URL(fileURLWithPath: ready))
    let client = try RunningProcess(
      Places.builtProgram("bridge-client"),
      ["--server", "ready:\(ready)", "--json", "--timeout", "30", "info"],
      environment: ["PATH": "/usr/bin:/bin"])
    let early = try await Subprocess.run(
      Places.builtProgram("bridge-client"),
      ["--server", "ready:\(ready)", "--timeout", "0.2", "info"],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(early.code == 3)
    #expect(early.standardError.contains("no server is ready"), "\(early.standardError)")
    let server = try RunningProcess(
      Places.builtProgram("a11y-bridge"),
      [
        "--listen", "127.0.0.1:0", "--source", "sample:calculator", "--ready-file", ready,
      ], environment: ["PATH": "/usr/bin:/bin"])
    #expect(try await client.ended() == .code(0), "\(client.standardError.text)")
    #expect(client.standardOutput.text.contains("sample:calculator"))
    // From now on, the file of a killed server is ignored.
    server.kill()
    try await server.ended()
    #expect(FileManager.default.fileExists(atPath: ready))
    let late = try await Subprocess.run(
      Places.builtProgram("bridge-client"),
      ["--server", "ready:\(ready)", "--timeout", "0.2", "info"],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(late.code == 3 && late.standardError.contains("no server is ready"))
  }

  @Test
  func `a ready file that is a FIFO, a link or of another owner is refused at once`() async throws {
    let directory = try temporaryDirectory()
    let (fifo, link, text) = (
      directory.path("fifo"), directory.path("link"), directory.path("text")
    )
    try #require(unsafe mkfifo(fifo, 0o600) == 0)
    try #require(unsafe symlink(text, link) == 0)
    try Data("my diary\n".utf8).write(to: URL(fileURLWithPath: text))
    for (path, word) in [
      (fifo, "a FIFO"), (link, "a symbolic link"), (directory.path, "a directory"),
      (text, "not a ready file"),
    ] {
      let result = try await Subprocess.run(
        Places.builtProgram("a11y-bridge"),
        ["--listen", "127.0.0.1:0", "--source", "sample:calculator", "--ready-file", path],
        environment: ["PATH": "/usr/bin:/bin"])
      #expect(result.code == 1)
      #expect(result.standardError.contains(path) && result.standardError.contains(word))
      #expect(!result.standardError.contains("listening"))
    }
    #expect(try String(contentsOfFile: text, encoding: .utf8) == "my diary\n")
  }
}

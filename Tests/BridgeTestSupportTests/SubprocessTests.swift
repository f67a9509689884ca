import BridgeTestSupport
import Glibc
import Testing

@Suite("Programs run by tests")
struct SubprocessTests {
  @Test("output, error, input and exit code arrive")
  func run() async throws {
    let result = try await Subprocess.run(
      "sh", ["-c", "cat; echo problem >&2; exit 3"], input: "a\nb\n")
    #expect(result.lines == ["a", "b"])
    #expect(result.standardError == "problem\n")
    #expect(result.code == 3)
  }

  @Test("a program that lasts too long is ended and told about")
  func deadline() async throws {
    await #expect(throws: NotInTime.self) {
      try await Subprocess.run("sleep", ["100"], within: .milliseconds(50))
    }
  }

  @Test("lines are read while the program runs, the last one without an end too")
  func lines() async throws {
    let process = try RunningProcess("sh", ["-c", "echo one; read x; echo $x; printf last"])
    #expect(try await process.standardOutput.line() == "one")
    process.write("two\n")
    #expect(try await process.standardOutput.line { $0.hasPrefix("t") } == "two")
    #expect(try await process.standardOutput.line() == "last")
    #expect(try await process.standardOutput.line() == nil)
    #expect(try await process.ended() == .code(0))
  }

  @Test("a stopped process is ended all the same")
  func stopped() async throws {
    let process = try RunningProcess("sleep", ["100"])
    process.suspend()
    #expect(try await process.terminate() == .signal(SIGTERM))
  }

  @Test("a missing program is an error that names it")
  func missing() async throws {
    await #expect(throws: MissingProgram.self) { try await Subprocess.run("no-such-program") }
  }

  @Test("a temporary directory goes with its last reference")
  func temporary() async throws {
    var directory: TemporaryDirectory? = try temporaryDirectory()
    let path = try #require(directory).path
    #expect(try await Subprocess.run("test", ["-d", path]).code == 0)
    directory = nil
    #expect(try await Subprocess.run("test", ["-d", path]).code == 1)
  }
}

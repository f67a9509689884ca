import Glibc
import Testing

@testable import BridgeTestSupport

@Suite
struct `Programs run by tests` {
  @Test
  func `output, errors, input and exit code are passed on`() async throws {
    let result = try await Subprocess.run(
      "sh", ["-c", "cat; echo problem >&2; exit 3"], input: "a\nb\n")
    #expect(result.lines == ["a", "b"])
    #expect(result.standardError == "problem\n")
    #expect(result.code == 3)
  }

  @Test
  func `a program that runs too long is killed and reported`() async throws {
    await #expect(throws: NotInTime.self) {
      try await Subprocess.run("sleep", ["100"], within: .milliseconds(50))
    }
  }

  @Test
  func `lines are read while the program runs, also a last one without a line end`() async throws {
    let process = try RunningProcess("sh", ["-c", "echo one; read x; echo $x; printf last"])
    #expect(try await process.standardOutput.line() == "one")
    process.write("two\n")
    #expect(try await process.standardOutput.line { $0.hasPrefix("t") } == "two")
    #expect(try await process.standardOutput.line() == "last")
    #expect(try await process.standardOutput.line() == nil)
    #expect(try await process.ended() == .code(0))
  }

  @Test
  func `a stopped process can be ended`() async throws {
    let process = try RunningProcess("sleep", ["100"])
    process.suspend()
    #expect(try await process.terminate() == .signal(SIGTERM))
  }

  @Test
  func `a program ends with the process that started it, even if that is killed`() async throws {
    let lists = ProcessGuard()
    let (left, taken) = (try RunningProcess("sleep", ["100"]), try RunningProcess("sleep", ["100"]))
    for process in [left, taken] { lists.add(process.pid) }
    lists.remove(taken.pid)
    lists.close()
    #expect(try await left.ended() == .signal(SIGKILL))
    #expect(taken.isRunning)
  }

  @Test
  func `a missing program is an error that names the program`() async throws {
    await #expect(throws: MissingProgram.self) { try await Subprocess.run("no-such-program") }
  }

  @Test
  func `a temporary directory is removed with its last reference`() async throws {
    var directory: TemporaryDirectory? = try temporaryDirectory()
    let path = try #require(directory).path
    #expect(try await Subprocess.run("test", ["-d", path]).code == 0)
    directory = nil
    #expect(try await Subprocess.run("test", ["-d", path]).code == 1)
  }
}

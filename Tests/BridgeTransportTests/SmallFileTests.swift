import BridgeTestSupport
import Foundation
import Glibc
import Testing

@testable import BridgeTransport

struct SmallFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func pipe() throws -> String {
    let path = directory.path("pipe")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    return path
  }

  @Test(.timeLimit(.minutes(10))) func `A pipe that nobody writes to is empty`() throws {
    #expect(try SmallFile.read(pipe()).isEmpty)
    #expect(try SmallFile.readSecret(directory.path("pipe")).isEmpty)
  }

  @Test(.timeLimit(.minutes(10))) func `A pipe is read until its writer closes it`() async throws {
    let path = try pipe()
    let shell = try RunningProcess(
      "sh", ["-c", "exec 3<>\"$0\"; echo a >&3; echo ready; sleep 0.3; echo b >&3", path])
    _ = try await shell.standardOutput.line { $0 == "ready" }
    #expect(try SmallFile.read(path) == Array("a\nb\n".utf8))
    try await shell.ended()
  }
}

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

  @Test(.timeLimit(.minutes(10))) func `A pipe is read until its writer closes it`() throws {
    let path = try pipe()
    let writer = unsafe open(path, O_RDWR | O_CLOEXEC)
    try #require(writer >= 0)
    try #require(unsafe write(writer, "a\n", 2) == 2)
    Thread.detachNewThread {
      // The reader waits for more once it has taken what is there.
      var request = pollfd(fd: writer, events: Int16(POLLIN), revents: 0)
      while unsafe poll(&request, 1, 0) > 0 { usleep(1000) }
      unsafe write(writer, "b\n", 2)
      close(writer)
    }
    #expect(try SmallFile.read(path) == Array("a\nb\n".utf8))
  }
}

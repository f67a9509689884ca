import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

@Suite struct LogFileTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("log")
  }

  /// Returns another descriptor of the file that this process has open, as a process has that is just being started.
  private func inherited() throws -> Int32 {
    var (file, other) = (stat(), stat())
    try #require(unsafe stat(path, &file) == 0)
    let number = try #require(
      (3..<Int32(clamping: sysconf(Int32(_SC_OPEN_MAX)))).first { number in
        unsafe fstat(number, &other) == 0 && other.st_ino == file.st_ino
          && other.st_dev == file.st_dev
      })
    return fcntl(number, F_DUPFD_CLOEXEC, 0)
  }

  @Test func `A file has one writer`() throws {
    let first = try LogFile(path)
    #expect(throws: SystemError.self) { _ = try LogFile(path) }
    #expect(try first.append([10]) == 1)
  }

  @Test func `A file that is closed can be written by another, though a child has it still`() throws
  {
    var first: LogFile? = try LogFile(path)
    let copy = try inherited()
    defer { close(copy) }
    #expect(first?.length == 0)
    first = nil
    #expect(try LogFile(path).append([10]) == 1)
  }
}

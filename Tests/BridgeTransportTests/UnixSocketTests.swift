import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

@Suite(.ownThreadInTurn) struct UnixSocketTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path + "/a"
  }

  func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status : nil
  }

  @Test func `only the owner may use a socket, and it is removed when the listener closes`() throws
  {
    let loop = try EventLoop()
    let listener = try Listener(.unix(path: path), on: loop) { _ in }
    #expect(status(path).map { $0.st_mode & 0o777 } == 0o600)
    #expect(status(path).map { $0.st_mode & S_IFMT } == S_IFSOCK)
    listener.close()
    #expect(status(path) == nil)
  }

  @Test func `a stale socket is replaced`() throws {
    let loop = try EventLoop()
    let listener = try Listener(.unix(path: path), on: loop) { _ in }
    // The file of a crashed server: renamed, so that the listener does not remove it.
    #expect(unsafe rename(path, directory.path + "/b") == 0)
    listener.close()
    #expect(status(directory.path + "/b") != nil)
    // A program that another test starts at this moment holds all sockets until its exec.
    var second: Listener?
    for _ in 0..<500 where second == nil {
      second = try? Listener(.unix(path: directory.path + "/b"), on: loop) { _ in }
      if second == nil { usleep(10_000) }
    }
    try #require(second).close()
    #expect(status(directory.path + "/b") == nil)
  }

  @Test func `a socket that answers is not replaced`() throws {
    let loop = try EventLoop()
    let listener = try Listener(.unix(path: path), on: loop) { _ in }
    let error = #expect(throws: ListenError.self) {
      _ = try Listener(.unix(path: path), on: loop) { _ in }
    }
    let ours = PeerCredentials(pid: getpid(), uid: getuid(), gid: getgid())
    #expect(error?.reason == .inUse(by: ours))
    #expect(error?.message.contains("another server listens on it") == true)
    #expect(error?.message.contains("process \(getpid()) of user \(getuid())") == true)
    #expect(status(path) != nil)
    listener.close()
  }

  @Test func `a file that is not a socket is not changed`() throws {
    let loop = try EventLoop()
    close(unsafe open(path, O_CREAT | O_WRONLY, 0o644))
    let error = #expect(throws: ListenError.self) {
      _ = try Listener(.unix(path: path), on: loop) { _ in }
    }
    #expect(error?.message.contains("is not a socket") == true)
    #expect(status(path).map { $0.st_mode & S_IFMT } == S_IFREG)
  }

  @Test func `a successor's file is not removed`() throws {
    let loop = try EventLoop()
    let first = try Listener(.unix(path: path), on: loop) { _ in }
    #expect(unsafe unlink(path) == 0)
    let second = try Listener(.unix(path: path), on: loop) { _ in }
    first.close()
    #expect(status(path) != nil)
    second.close()
    #expect(status(path) == nil)
  }

  @Test func `a path that is too long is refused with its length`() throws {
    let loop = try EventLoop()
    let long = "/tmp/" + String(repeating: "x", count: 103)
    let error = #expect(throws: ListenError.self) {
      _ = try Listener(.unix(path: long), on: loop) { _ in }
    }
    #expect(error?.message.contains("108 bytes") == true)
  }
}

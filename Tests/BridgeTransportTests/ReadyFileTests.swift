import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

@Suite struct ReadyFileTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("ready")
  }

  private func ready() throws(ReadyFileError) -> ReadyFile {
    try ReadyFile(at: path) { $0.hasPrefix("ready at ") }
  }

  private func contents(_ path: String) -> String? {
    let fd = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    guard fd >= 0 else { return nil }
    defer { close(fd) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = unsafe read(fd, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private func write(_ text: String) {
    let fd = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    #expect(unsafe Glibc.write(fd, text, text.utf8.count) == text.utf8.count)
    close(fd)
  }

  /// All names in the directory.
  private var names: [String] {
    guard let stream = unsafe opendir(directory.path) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  @Test
  func `the file appears complete when it is published, and is removed with its program`() throws {
    let file = try ready()
    #expect(contents(path) == nil)
    try file.publish("ready at 1\n")
    #expect(contents(path) == "ready at 1\n" && names == ["ready"])
    file.remove()
    #expect(names == [])
  }

  @Test
  func `the file of an ended program is removed before anything is served`() throws {
    for text in ["ready at 7\n", ""] {
      write(text)
      let file = try ready()
      #expect(contents(path) == nil, "a waiter would take it for the new one")
      try file.publish("ready at 8\n")
      file.remove()
    }
    #expect(names == [])
  }

  @Test
  func `a program that ends before it is ready leaves no file`() throws {
    _ = try ready()
    #expect(names == [])
  }

  @Test
  func `the file of a running program is not taken over`() throws {
    let file = try ready()
    try file.publish("ready at 1\n")
    let error = #expect(throws: ReadyFileError.self) { _ = try ready() }
    #expect(error?.message.contains("another running server") == true)
    #expect(contents(path) == "ready at 1\n")
    withExtendedLifetime(file) {}
  }

  @Test
  func `a file that is not a ready file is not changed`() throws {
    write("my diary")
    let error = #expect(throws: ReadyFileError.self) { _ = try ready() }
    #expect(error?.message.contains("is not a ready file") == true)
    #expect(contents(path) == "my diary")
  }

  @Test(.timeLimit(.minutes(10)))
  func `links are not followed, and a FIFO or a directory is named in the error`() throws {
    let victim = directory.path("victim")
    try #require(unsafe symlink(victim, path) == 0)
    var error = #expect(throws: ReadyFileError.self) { _ = try ready() }
    #expect(error?.message.contains("a symbolic link") == true)
    #expect(names == ["ready"])
    try #require(unsafe unlink(path) == 0)

    try #require(unsafe mkfifo(path, 0o600) == 0)
    error = #expect(throws: ReadyFileError.self) { _ = try ready() }
    #expect(error?.message.contains("a FIFO") == true)
    try #require(unsafe unlink(path) == 0)

    try #require(unsafe mkdir(path, 0o700) == 0)
    error = #expect(throws: ReadyFileError.self) { _ = try ready() }
    #expect(error?.message.contains("a directory") == true)

    error = #expect(throws: ReadyFileError.self) {
      _ = try ReadyFile(at: "/dev/null") { _ in true }
    }
    #expect(error?.message.contains("a device") == true)
    error = #expect(throws: ReadyFileError.self) {
      _ = try ReadyFile(at: "/nosuch/ready") { _ in true }
    }
    #expect(error?.message.contains("/nosuch/ready") == true)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a link or FIFO that is created later is replaced, not followed`() throws {
    let victim = directory.path("victim")
    let file = try ready()
    try #require(unsafe symlink(victim, path) == 0)
    try file.publish("ready at 1\n")
    #expect(contents(path) == "ready at 1\n" && names == ["ready"])
    file.remove()

    let second = try ready()
    try #require(unsafe mkfifo(path, 0o600) == 0)
    try second.publish("ready at 2\n")
    #expect(contents(path) == "ready at 2\n")
    second.remove()
    #expect(names == [])
  }

  @Test
  func `only the program that wrote the file removes it`() throws {
    let first = try ready()
    try first.publish("ready at 1\n")
    // The file is removed to let another server write it.
    try #require(unsafe unlink(path) == 0)
    let second = try ready()
    try second.publish("ready at 2\n")
    first.remove()
    #expect(contents(path) == "ready at 2\n")
    write("ready at 3\n")
    second.remove()
    #expect(contents(path) == "ready at 3\n", "somebody else has written to it")
  }

  @Test
  func `what keeps it from being written is said with what to do`() {
    func message(_ path: String) -> String? {
      let error = #expect(throws: ReadyFileError.self) { try ReadyFile(at: path) { _ in true } }
      #expect("\(error as Any)".contains("ReadyFileError") == false)
      return error?.message
    }
    #expect(
      message("/dev/full")
        == "cannot write the ready file /dev/full: it is a device; choose the path of a file")
    #expect(
      message("\(path)/none/ready")
        == "cannot write the ready file \(path)/none/ready: No such file or directory; "
        + "make its directory, or choose another path")
  }

  @Test(arguments: [
    (ENOSPC, "No space left on device; free some space on its disk, or x"),
    (EROFS, "Read-only file system; mount its file system for writing, or x"),
    (
      EDQUOT,
      "Disk quota exceeded; remove files of this user, whose share of the disk is used up, or x"
    ),
    (EACCES, "Permission denied; let this user write there, or x"),
    (EIO, "Input/output error; x"),
  ])
  func `what cannot be written is said with what to do`(code: Int32, text: String) {
    #expect(SystemError(errno: code, call: "write").unwritable(or: "x") == text)
    #expect(SystemError(errno: EIO, call: "write").unwritable() == "Input/output error")
  }
}

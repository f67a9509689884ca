internal import CLinux
internal import Glibc

/// A directory for secrets: nobody but its owner can read or change what is in it.
///
/// A file appears and changes as a whole, by a rename, so that readers never see a part of it.
public struct PrivateDirectory: Sendable {
  public let path: String
  private let status: FileStatus

  /// The maximum length of a file, in bytes.
  public static let maxLength = 64 * 1024

  /// Opens a directory, which must belong to this user with mode 0700.
  ///
  /// - Parameter create: Whether to make it, and those above it, where they are missing.
  /// - Returns: `nil` when it is missing and `create` is `false`.
  public init?(_ path: String, create: Bool) throws(PrivateFileError) {
    self.path = path
    do throws(SystemError) {
      if create { try Self.make(path) }
      let descriptor = try FileDescriptor("open") {
        unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      }
      status = try FileStatus(of: descriptor.rawValue)
      try status.checkIsOwn(forbidding: 0o077)
    } catch {
      if error.errno == ENOENT, !create { return nil }
      throw PrivateFileError(path, error, kind: "directory")
    }
  }

  /// Opens a directory that was there before.
  public static func existing(_ path: String) throws(PrivateFileError) -> PrivateDirectory {
    guard let found = try PrivateDirectory(path, create: false) else {
      throw PrivateFileError("\(path) is gone; put it back")
    }
    return found
  }

  /// Whether both are the same directory, rather than one that took the place of the other.
  public func isSame(as other: PrivateDirectory) -> Bool { status.isSameFile(as: other.status) }

  /// A directory in this one, made where it is missing.
  public func directory(_ name: String) throws(PrivateFileError) -> PrivateDirectory {
    guard let found = try PrivateDirectory(path(name), create: true) else {
      throw PrivateFileError(
        path(name), SystemError(errno: ENOENT, call: "open"), kind: "directory")
    }
    return found
  }

  public func path(_ name: String) -> String { "\(path)/\(name)" }

  private static func make(_ path: String) throws(SystemError) {
    guard unsafe mkdir(path, 0o700) != 0 else { return }
    switch errno {
    case EEXIST: return
    case ENOENT:
      let above = FileLocation(path).directory
      guard above != path, above != ".", above != "/" else { break }
      try make(above)
      guard unsafe mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    default: break
    }
    throw SystemError(errno: errno, call: "mkdir")
  }
}

// MARK: Files

extension PrivateDirectory {
  /// Reads a file. Returns `nil` when there is none.
  public func read(_ name: String) throws(PrivateFileError) -> [UInt8]? {
    do throws(SystemError) {
      let descriptor = try FileDescriptor("open") {
        unsafe open(path(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      }
      let status = try FileStatus(of: descriptor.rawValue)
      try status.checkIsRegularFile()
      try status.checkIsOwn(forbidding: 0o077)
      guard status.length <= Self.maxLength else { throw SystemError(errno: EFBIG, call: "read") }
      return try descriptor.bytes(count: Self.maxLength)
    } catch {
      if error.errno == ENOENT { return nil }
      throw PrivateFileError(path(name), error, kind: "file")
    }
  }

  /// Writes a file, whether it exists or not.
  ///
  /// - Parameter isLasting: Whether to wait until it would survive a power failure.
  public func write(
    _ name: String, _ bytes: [UInt8], isLasting: Bool = true
  ) throws(PrivateFileError) {
    try put(name, bytes, isLasting) { draft, place in unsafe rename(draft, place) }
  }

  /// Writes a file that does not exist. Returns `false` when it exists, and changes nothing.
  public func create(_ name: String, _ bytes: [UInt8]) throws(PrivateFileError) -> Bool {
    var exists = false
    try put(name, bytes, true) { draft, place in
      let result = unsafe link(draft, place)
      exists = result != 0 && errno == EEXIST
      unsafe unlink(draft)
      return exists ? 0 : result
    }
    return !exists
  }

  /// Removes a file. Returns whether there was one.
  public func remove(_ name: String) throws(PrivateFileError) -> Bool {
    if unsafe unlink(path(name)) == 0 { return true }
    let code = errno
    if code == ENOENT { return false }
    throw PrivateFileError(path(name), SystemError(errno: code, call: "unlink"), kind: "file")
  }

  /// The names of the files, in order. Names that begin with a dot are left out.
  public func names() throws(PrivateFileError) -> [String] {
    guard let stream = unsafe opendir(path) else {
      throw PrivateFileError(path, SystemError(errno: errno, call: "opendir"), kind: "directory")
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream), names.count < Self.maxFiles {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The maximum number of files that are listed.
  private static let maxFiles = 10_000

  /// Runs `body` while no other program that does the same is between its reading and its writing.
  public func locked<Value>(
    _ body: () throws(PrivateFileError) -> Value
  ) throws(PrivateFileError) -> Value {
    var result: Result<Value, PrivateFileError>?
    do throws(SystemError) {
      try withDirectoryLocked(of: path("lock")) {
        do throws(PrivateFileError) {
          result = .success(try body())
        } catch {
          result = .failure(error)
        }
      }
    } catch {
      throw PrivateFileError(path, error, kind: "directory")
    }
    guard let result else {
      throw PrivateFileError(path, SystemError(errno: EIO, call: "flock"), kind: "directory")
    }
    return try result.get()
  }

  /// Writes a draft with mode 0600 and lets `finish` put it in its place.
  private func put(
    _ name: String, _ bytes: [UInt8], _ isLasting: Bool,
    _ finish: (_ draft: String, _ place: String) -> Int32
  ) throws(PrivateFileError) {
    let draft = path(".\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 36))")
    do throws(SystemError) {
      let descriptor = try FileDescriptor("open") {
        unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      }
      do throws(SystemError) {
        try descriptor.write(bytes)
        if isLasting { _ = try system("fsync") { fsync(descriptor.rawValue) } }
        _ = try system("rename") { finish(draft, path(name)) }
      } catch {
        unsafe unlink(draft)
        throw error
      }
    } catch {
      throw PrivateFileError(path(name), error, kind: "file")
    }
  }
}

/// Why a private file or directory cannot be used.
public struct PrivateFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One line: which file, why, and what to do.
  public let message: String

  init(_ message: String) {
    self.message = message
  }

  init(_ path: String, _ error: SystemError, kind: String) {
    message =
      switch (error.call, error.errno) {
      case ("check", EACCES):
        // What others made of a directory, they often made of what is in it, which must not take another round.
        "\(path) can be read by others; run: chmod \(kind == "file" ? "600" : "-R go=") \(path)"
      case ("check", _): "\(path) belongs to another user"
      case (_, ELOOP): "\(path) is a link, which is not followed"
      case (_, EINVAL): "\(path) is not a file"
      case (_, EFBIG): "\(path) is longer than \(PrivateDirectory.maxLength) bytes"
      case ("mkdir", _):
        "the directory \(path) cannot be made: "
          + error.unwritable(or: "let XDG_STATE_HOME name another one")
      case (_, ENOSPC), (_, EDQUOT), (_, EROFS):
        "the \(kind) \(path) cannot be written: \(error.unwritable())"
      default: "the \(kind) \(path) cannot be used: \(error.message)"
      }
  }

  public var description: String { message }
}

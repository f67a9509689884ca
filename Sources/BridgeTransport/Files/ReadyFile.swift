internal import Glibc

/// A file that shows that a program is ready, with what the program publishes. It is absent before,
/// complete once it is there, and removed when the program ends.
///
/// The file is locked (`flock`) for as long as its program runs, so that a file left behind by a program
/// that was killed can be distinguished from one in use. Links are not followed, and nothing but a regular
/// file is replaced.
public final class ReadyFile {
  private let path: String
  private let draft: String
  /// Held until the end: keeps the lock, and keeps the file's inode number from being reused.
  private let descriptor: FileDescriptor
  private var contents: [UInt8]?
  private let isChosen: Bool

  /// Removes what a dead program left at the path, and makes sure that the file can be written.
  ///
  /// - Parameters:
  ///   - isOurs: Returns whether a file with these contents was written by an earlier run. Other
  ///   files are left alone. Empty files are always replaced.
  ///   - isChosen: Whether the user has chosen the path, and may choose another one.
  public init(
    at path: String, isChosen: Bool = true, isOurs: (String) -> Bool
  ) throws(ReadyFileError) {
    self.path = path
    self.isChosen = isChosen
    let location = FileLocation(path)
    guard !location.name.isEmpty, location.name != ".", location.name != ".." else {
      throw ReadyFileError(writing: path, "it is a directory; give the path of a file")
    }
    try Self.removeStale(path, isChosen, isOurs)
    let number = "\(getpid())-\(String(UInt32.random(in: .min ... .max), radix: 36))"
    let draft = "\(location.directory)/.ready-\(number)"
    self.draft = draft
    do throws(SystemError) {
      descriptor = try FileDescriptor("open") {
        unsafe open(draft, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      }
      _ = try system("flock") { flock(descriptor.rawValue, LOCK_EX | LOCK_NB) }
    } catch {
      throw ReadyFileError(writing: path, error, isChosen)
    }
  }

  deinit { remove() }

  /// Puts the complete file in its place and replaces whatever has come there since (a directory is an
  /// error).
  public func publish(_ text: String) throws(ReadyFileError) {
    let bytes = Array(text.utf8)
    do throws(SystemError) {
      try descriptor.write(bytes)
      _ = try system("rename") { unsafe rename(draft, path) }
    } catch {
      throw ReadyFileError(writing: path, error, isChosen)
    }
    contents = bytes
  }

  /// Removes the file, unless another file has taken its place or someone else has written to it.
  public func remove() {
    guard let contents else {
      _ = unsafe unlink(draft)
      return
    }
    self.contents = nil
    if isStillOurs(contents) { _ = unsafe unlink(path) }
  }
}

// MARK: Waiting for the file

extension ReadyFile {
  /// Returns what the program that is ready now wrote at the path, or `nil` while no program is ready.
  ///
  /// A file left behind by a program that ended, however it ended, does not count: nobody holds its lock.
  /// A caller may therefore begin to wait before the program is started, and need not remove anything.
  ///
  /// - Throws: When something other than a file is there, or the file cannot be read.
  public static func contents(at path: String) throws(ReadyFileError) -> String? {
    let found: Existing?
    do throws(SystemError) {
      found = try Existing(path)
    } catch {
      throw ReadyFileError("cannot read the ready file \(path): \(error)")
    }
    switch found {
    case nil, .file: return nil
    case .inUse(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .other(let kind):
      throw ReadyFileError("cannot read the ready file \(path): it is \(kind)")
    }
  }
}

// MARK: Existing files

extension ReadyFile {
  /// The maximum number of bytes that are read: more than any list of addresses has.
  private static let maxLength = 65_536

  private static func removeStale(
    _ path: String, _ isChosen: Bool, _ isOurs: (String) -> Bool
  ) throws(ReadyFileError) {
    let found: Existing?
    do throws(SystemError) {
      found = try Existing(path)
    } catch {
      throw ReadyFileError(writing: path, error, isChosen)
    }
    switch found {
    case nil: return
    case .other(let kind):
      throw ReadyFileError(writing: path, "it is \(kind); choose the path of a file")
    case .inUse(_):
      throw ReadyFileError(
        writing: path, "another running server uses it; choose another path")
    case .file(let bytes):
      guard bytes.isEmpty || isOurs(String(decoding: bytes, as: UTF8.self)) else {
        throw ReadyFileError(
          writing: path, "the file exists and is not a ready file; remove it or choose another path"
        )
      }
    }
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw ReadyFileError(writing: path, SystemError(errno: errno, call: "unlink"), isChosen)
    }
  }

  /// What is found at a path, examined without following links and without blocking.
  private enum Existing {
    case file([UInt8])
    /// A file locked by the program that wrote it, which is running.
    case inUse([UInt8])
    /// A directory, a link, a FIFO, a device or a socket.
    case other(String)

    init?(_ path: String) throws(SystemError) {
      do throws(SystemError) {
        // Checked before the file is opened: opening a device may have an effect.
        let status = try FileStatus(of: path)
        guard status.isRegularFile else {
          self = .other(status.kind)
          return
        }
        let descriptor = try FileDescriptor("open") {
          unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        }
        let opened = try FileStatus(of: descriptor.rawValue)
        guard opened.isRegularFile else {
          self = .other(opened.kind)
          return
        }
        guard flock(descriptor.rawValue, LOCK_SH | LOCK_NB) == 0 else {
          self = .inUse(try descriptor.bytes(count: ReadyFile.maxLength))
          return
        }
        self = .file(try descriptor.bytes(count: ReadyFile.maxLength))
      } catch {
        if error.errno == ENOENT { return nil }
        throw error
      }
    }
  }

  /// Returns whether the path still leads to the file that was published, with the same contents.
  fileprivate func isStillOurs(_ contents: [UInt8]) -> Bool {
    guard let ours = try? FileStatus(of: descriptor.rawValue),
      let there = try? FileStatus(of: path), there.isSameFile(as: ours)
    else { return false }
    return (try? descriptor.bytes(count: Self.maxLength)) == contents
  }
}

/// Why a ready file cannot be written or read.
public struct ReadyFileError: Error, Sendable, CustomStringConvertible {
  /// One line: which file, why, and what to do.
  public let message: String

  public var description: String { message }

  fileprivate init(_ message: String) {
    self.message = message
  }

  fileprivate init(writing path: String, _ reason: String) {
    self.init("cannot write the ready file \(path): \(reason)")
  }

  fileprivate init(writing path: String, _ error: SystemError, _ isChosen: Bool) {
    guard isChosen else {
      self.init("cannot write \(path): \(error.unwritable())")
      return
    }
    self.init(writing: path, error.unwritable(or: "choose another path"))
  }
}

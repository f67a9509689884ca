internal import Glibc

/// A file that says that a program is ready, and what it wants to be known: absent before, whole once
/// it is there, gone when the program ends.
///
/// It is locked (`flock`) for as long as its program runs, so that one left behind by a program that
/// was killed is told from one in use. Links are not followed, and nothing but a regular file is
/// replaced.
public final class ReadyFile {
  private let path: String
  private let draft: String
  /// Held until the end: keeps the lock, and the file's number from being given to another file.
  private let descriptor: FileDescriptor
  private var contents: [UInt8]?

  /// Removes what a dead program left at the path, and makes sure that the file can be written.
  ///
  /// - Parameter isOurs: whether a file with these contents was written by an earlier run; others are
  ///   left alone. Empty files are always replaced.
  public init(at path: String, isOurs: (String) -> Bool) throws(ReadyFileError) {
    self.path = path
    let place = FilePlace(path)
    guard !place.name.isEmpty, place.name != ".", place.name != ".." else {
      throw ReadyFileError(path, "it names a directory; name a file")
    }
    try Self.removeLeftOver(path, isOurs)
    let number = "\(getpid())-\(String(UInt32.random(in: .min ... .max), radix: 36))"
    let draft = "\(place.directory)/.ready-\(number)"
    self.draft = draft
    do throws(SystemError) {
      descriptor = try FileDescriptor("open") {
        unsafe open(draft, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      }
      _ = try system("flock") { flock(descriptor.rawValue, LOCK_EX | LOCK_NB) }
    } catch {
      throw ReadyFileError(path, "\(error)")
    }
  }

  deinit { remove() }

  /// Puts the file in its place, whole, instead of whatever has come there meanwhile (a directory is an
  /// error).
  public func publish(_ text: String) throws(ReadyFileError) {
    let bytes = Array(text.utf8)
    do throws(SystemError) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = try system("write") {
          unsafe rest.withUnsafeBytes {
            unsafe write(descriptor.rawValue, $0.baseAddress, $0.count)
          }
        }
        rest = rest.dropFirst(count)
      }
      _ = try system("rename") { unsafe rename(draft, path) }
    } catch {
      throw ReadyFileError(path, "\(error)")
    }
    contents = bytes
  }

  /// Removes the file, unless another one has taken its place or somebody else has written to it.
  public func remove() {
    guard let contents else {
      _ = unsafe unlink(draft)
      return
    }
    self.contents = nil
    if isStillOurs(contents) { _ = unsafe unlink(path) }
  }
}

// MARK: Waiting for it

extension ReadyFile {
  /// What the program that is ready now wrote at the path; `nil` while none is.
  ///
  /// A file left behind by a program that ended, however it ended, is none: nobody holds its lock.
  /// Whoever waits may therefore begin before the program is started, and need not remove anything.
  ///
  /// - Throws: when something else than a file is there, or it cannot be read.
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
      throw ReadyFileError("cannot read the ready file \(path): there is \(kind)")
    }
  }
}

// MARK: What is there already

extension ReadyFile {
  /// More than any list of addresses has.
  private static let maxLength = 65_536

  private static func removeLeftOver(
    _ path: String, _ isOurs: (String) -> Bool
  ) throws(ReadyFileError) {
    let found: Existing?
    do throws(SystemError) {
      found = try Existing(path)
    } catch {
      throw ReadyFileError(path, "\(error)")
    }
    switch found {
    case nil: return
    case .other(let kind):
      throw ReadyFileError(path, "there is \(kind); remove it or name another file")
    case .inUse(_):
      throw ReadyFileError(path, "another server that runs has written it; name another file")
    case .file(let bytes):
      guard bytes.isEmpty || isOurs(String(decoding: bytes, as: UTF8.self)) else {
        throw ReadyFileError(
          path, "there is a file that is no ready file; remove it or name another file")
      }
    }
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw ReadyFileError(path, "\(SystemError(errno: errno, call: "unlink"))")
    }
  }

  /// What is found at a path, looked at without following links and without waiting for anybody.
  private enum Existing {
    case file([UInt8])
    /// Locked by the program that wrote it, which runs.
    case inUse([UInt8])
    /// A directory, a link, a FIFO, a device, a socket.
    case other(String)

    init?(_ path: String) throws(SystemError) {
      do throws(SystemError) {
        // Before it is opened: opening a device may do something.
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
          self = .inUse(try read(descriptor.rawValue))
          return
        }
        self = .file(try read(descriptor.rawValue))
      } catch {
        if error.errno == ENOENT { return nil }
        throw error
      }
    }
  }

  private static func read(_ fd: Int32) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: maxLength)
    let count = try system("pread") { unsafe pread(fd, &bytes, bytes.count, 0) }
    return Array(bytes.prefix(count))
  }

  /// Whether the path still leads to what was published.
  fileprivate func isStillOurs(_ contents: [UInt8]) -> Bool {
    guard let ours = try? FileStatus(of: descriptor.rawValue),
      let there = try? FileStatus(of: path), there.isSameFile(as: ours)
    else { return false }
    return (try? Self.read(descriptor.rawValue)) == contents
  }
}

/// Why a ready file cannot be written.
public struct ReadyFileError: Error, Sendable {
  /// One line: which file, why, and what to do.
  public let message: String

  fileprivate init(_ message: String) {
    self.message = message
  }

  init(_ path: String, _ reason: String) {
    message = "cannot write the ready file \(path): \(reason)"
  }
}

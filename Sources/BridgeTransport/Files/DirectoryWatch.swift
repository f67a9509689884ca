internal import CLinux
internal import Glibc

/// Reports that files in some directories were added, changed or removed, that others may read them, or that a directory
/// itself was moved or removed (inotify).
public final class DirectoryWatch {
  private let descriptor: FileDescriptor
  private var watch: Watch?

  /// - Parameters:
  ///   - others: Directories of which only it is reported that they were moved or removed, or who may read them. Those
  ///     that are missing are left out.
  ///   - place: A directory of which only it is reported that it, or one above it, was moved or removed, or who may read it.
  ///   - handler: Called on the loop, once for all that has changed since the last call. Whether directories were moved
  ///     or removed, so that this watch does not follow those that are there now.
  public init(
    _ paths: [String], others: [String] = [], at place: String? = nil, on loop: EventLoop,
    handler: @escaping (_ isMoved: Bool) -> Void
  ) throws(SystemError) {
    descriptor = try FileDescriptor("inotify_init1") {
      inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    }
    let fd = descriptor.rawValue
    let move = UInt32(IN_MOVE_SELF | IN_DELETE_SELF)
    let mode = UInt32(IN_ATTRIB)
    let events =
      UInt32(IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_CLOSE_WRITE) | mode | move
    for path in paths {
      _ = try system("inotify_add_watch") { unsafe inotify_add_watch(fd, path, events) }
    }
    for path in others { _ = unsafe inotify_add_watch(fd, path, mode | move) }
    var next = place.map(resolvedPath)
    var isPlace = true
    while let path = next {
      // One that may not be read cannot be watched. Above the place, others may change files all the time.
      _ = unsafe inotify_add_watch(fd, path, isPlace ? move | mode : move)
      isPlace = false
      next = path == "/" || path == "." ? nil : FileLocation(path).directory
    }
    watch = try loop.watch(fd, .read) { _ in
      var isMoved = false
      var buffer = [UInt8](repeating: 0, count: 16 * 1024)
      while true {
        let count = unsafe read(fd, &buffer, buffer.count)
        guard count > 0 else { break }
        // Which file it was does not matter: all are read again.
        if Self.tellsOfMove(buffer[..<count]) { isMoved = true }
      }
      handler(isMoved)
    }
  }

  /// Whether any of some events is about a watched directory that was moved or removed.
  private static func tellsOfMove(_ events: ArraySlice<UInt8>) -> Bool {
    // Four numbers: the watch, the mask, the cookie, and the length of the name that follows.
    let header = 16
    var start = 0
    while start + header <= events.count {
      func number(_ offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(events[start + offset + $1]) << (8 * UInt32($1)) }
      }
      if number(4) & UInt32(IN_MOVE_SELF | IN_DELETE_SELF) != 0 { return true }
      start += header + Int(number(12))
    }
    return false
  }

  /// Reports nothing more.
  public func cancel() {
    watch?.cancel()
    watch = nil
  }

  deinit { cancel() }
}

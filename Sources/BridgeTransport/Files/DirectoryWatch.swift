internal import CLinux
internal import Glibc

/// Reports that files in some directories were added, changed or removed, or that others may read them (inotify).
public final class DirectoryWatch {
  private let descriptor: FileDescriptor
  private var watch: Watch?

  /// - Parameter handler: Called on the loop, once for all that has changed since the last call.
  public init(
    _ paths: [String], on loop: EventLoop, handler: @escaping () -> Void
  ) throws(SystemError) {
    descriptor = try FileDescriptor("inotify_init1") {
      inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    }
    let fd = descriptor.rawValue
    let events = UInt32(
      IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_CLOSE_WRITE | IN_ATTRIB)
    for path in paths {
      _ = try system("inotify_add_watch") { unsafe inotify_add_watch(fd, path, events) }
    }
    watch = try loop.watch(fd, .read) { _ in
      var buffer = [UInt8](repeating: 0, count: 16 * 1024)
      // Which file it was does not matter: all are read again.
      while unsafe read(fd, &buffer, buffer.count) > 0 {}
      handler()
    }
  }

  /// Reports nothing more.
  public func cancel() {
    watch?.cancel()
    watch = nil
  }

  deinit { cancel() }
}

internal import CLinux
internal import Glibc

/// Work that other threads hand to the loop, and the eventfd that wakes it for them.
final class Mailbox: Sendable {
  enum Letter: Sendable {
    case call(@Sendable (EventLoop) -> Void)
    /// A part of a task of the loop.
    case job(UnownedJob)
  }

  private struct Contents: Sendable {
    var letters: [Letter] = []
    var isOpen = true
  }

  private let contents = Lock(Contents())
  private let bell: FileDescriptor

  init() throws(SystemError) {
    bell = try FileDescriptor("eventfd") {
      eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    }
  }

  /// Readable while there is something to take.
  var fd: Int32 { bell.rawValue }

  /// Puts a letter in and wakes the loop. `false`: the loop is gone, nobody will read it.
  func put(_ letter: Letter) -> Bool {
    let (accepted, isFirst) = contents.withLock { contents in
      guard contents.isOpen else { return (false, false) }
      contents.letters.append(letter)
      return (true, contents.letters.count == 1)
    }
    // Only the first rings: the loop takes all there is.
    if isFirst { _ = eventfd_write(bell.rawValue, 1) }
    return accepted
  }

  /// Takes all letters out, oldest first.
  func takeAll() -> [Letter] {
    var rings: eventfd_t = 0
    _ = unsafe eventfd_read(bell.rawValue, &rings)
    return contents.withLock { contents in
      let letters = contents.letters
      contents.letters = []
      return letters
    }
  }

  /// Refuses letters from now on. Returns those that nobody has read.
  func close() -> [Letter] {
    contents.withLock { contents in
      let letters = contents.letters
      contents = Contents(isOpen: false)
      return letters
    }
  }
}

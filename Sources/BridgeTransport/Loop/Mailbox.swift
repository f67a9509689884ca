internal import CLinux
internal import Glibc

/// The work that other threads submit to the loop, and the eventfd that wakes the loop for it.
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

  /// The descriptor that is readable while there are letters to take.
  var fd: Int32 { bell.rawValue }

  /// Adds a letter and wakes the loop. Returns `false` when the loop is gone: nobody will read the letter.
  func put(_ letter: Letter) -> Bool {
    let (accepted, isFirst) = contents.withLock { contents in
      guard contents.isOpen else { return (false, false) }
      contents.letters.append(letter)
      return (true, contents.letters.count == 1)
    }
    // Only the first letter wakes the loop, which takes all that are there.
    if isFirst { _ = eventfd_write(bell.rawValue, 1) }
    return accepted
  }

  /// Removes and returns all letters, oldest first.
  func takeAll() -> [Letter] {
    var rings: eventfd_t = 0
    _ = unsafe eventfd_read(bell.rawValue, &rings)
    return contents.withLock { contents in
      let letters = contents.letters
      contents.letters = []
      return letters
    }
  }

  /// Refuses letters from now on. Returns those that were not read.
  func close() -> [Letter] {
    contents.withLock { contents in
      let letters = contents.letters
      contents = Contents(isOpen: false)
      return letters
    }
  }
}

internal import CLinux
internal import Glibc

/// The work that other threads submit to the loop, and the eventfd that wakes the loop for it.
final class SubmissionQueue: Sendable {
  enum Submission: Sendable {
    case call(@Sendable (EventLoop) -> Void)
    /// A part of a task of the loop.
    case job(UnownedJob)
  }

  private struct State: Sendable {
    var submissions: [Submission] = []
    var isOpen = true
  }

  private let state = Lock(State())
  private let wakeDescriptor: FileDescriptor

  init() throws(SystemError) {
    wakeDescriptor = try FileDescriptor("eventfd") {
      eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    }
  }

  /// The descriptor that is readable while there are letters to take.
  var fd: Int32 { wakeDescriptor.rawValue }

  /// Adds a letter and wakes the loop. Returns `false` when the loop is gone: nobody will read the letter.
  func submit(_ submission: Submission) -> Bool {
    let (accepted, isFirst) = state.withLock { state in
      guard state.isOpen else { return (false, false) }
      state.submissions.append(submission)
      return (true, state.submissions.count == 1)
    }
    // Only the first letter wakes the loop, which takes all that are there.
    if isFirst { _ = eventfd_write(wakeDescriptor.rawValue, 1) }
    return accepted
  }

  /// Removes and returns all letters, oldest first.
  func takeAll() -> [Submission] {
    var wakeCount: eventfd_t = 0
    _ = unsafe eventfd_read(wakeDescriptor.rawValue, &wakeCount)
    return state.withLock { state in
      let submissions = state.submissions
      state.submissions = []
      return submissions
    }
  }

  /// Refuses letters from now on. Returns those that were not read.
  func close() -> [Submission] {
    state.withLock { state in
      let submissions = state.submissions
      state = State(isOpen: false)
      return submissions
    }
  }
}

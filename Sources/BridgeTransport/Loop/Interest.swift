internal import CLinux

/// What a watch waits for.
public struct Interest: OptionSet, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// There is something to read, the other end has finished writing, or a listener can accept.
  public static let read = Interest(rawValue: 1)
  /// There is room to write, or a connection attempt has ended.
  public static let write = Interest(rawValue: 2)
  /// The other end has finished writing, even when nothing is to be read.
  public static let hangUp = Interest(rawValue: 4)
  /// Only what is always reported: an error, or both directions shut down.
  public static let failure = Interest(rawValue: 8)
  /// Report a change of state once (epoll's edge trigger) and not for as long as it lasts.
  public static let edge = Interest(rawValue: 16)

  /// The bits `epoll_ctl` takes.
  var events: UInt32 {
    var events: UInt32 = 0
    if contains(.read) { events |= EPOLLIN.rawValue }
    if contains(.write) { events |= EPOLLOUT.rawValue }
    if contains(.hangUp) { events |= EPOLLRDHUP.rawValue }
    if contains(.edge) { events |= EPOLLET.rawValue }
    return events
  }
}

/// What a watched descriptor is ready for. An error or a hang-up is reported unasked.
public struct Readiness: OptionSet, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Reading will not block: there are bytes, or the end.
  public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  /// Writing will not block.
  public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// The other end has finished writing.
  public static let hangUp = Readiness(rawValue: EPOLLRDHUP.rawValue)
  /// Both directions are shut down.
  public static let closed = Readiness(rawValue: EPOLLHUP.rawValue)
  /// An error is pending on the descriptor.
  public static let error = Readiness(rawValue: EPOLLERR.rawValue)
  /// The loop is being closed. Reported only to internal watches, which then release what they hold.
  static let abandoned = Readiness(rawValue: 1 << 31)
}

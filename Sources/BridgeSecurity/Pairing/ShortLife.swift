/// The few minutes for which an invitation or a window is of use.
public protocol ShortLife {
  var expires: WallTime { get }
}

extension ShortLife {
  /// How long it is of use, in seconds.
  public static var lifetime: Int64 { 300 }

  /// When it was made.
  public var made: WallTime { expires.adding(seconds: -Self.lifetime) }

  /// Whether it was made at a time that is still to come: the clock was ahead then, and it would be valid for long.
  public func isFromLater(than now: WallTime) -> Bool { made.isLater(than: now) }

  /// Whether it has not expired, and was not made while the clock was ahead.
  func isCurrent(at now: WallTime) -> Bool { now < expires && !isFromLater(than: now) }
}

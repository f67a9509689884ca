internal import AccessibilityTree

/// An action that has ended, or is under way beside another one.
struct WatchedAction {
  /// When it ended, in nanoseconds of the mirror's clock.
  let time: UInt64
  /// When it was performed, in the same.
  let performed: UInt64
  /// The revision at the request.
  let request: Revision
  let target: ElementID
  /// The target and what it was in.
  let path: Set<ElementID>
  /// Whether its target did not have the focus by then.
  let isUnfocused: Bool
  /// Whether it may have scrolled something that comes to rest later, however little was told of that by then.
  let mayScroll: Bool
  /// Whether it set a number or a text, which the application may tell of later than it can be read back.
  let isSetting: Bool
  /// Whether its target is a push button that it did not switch.
  let mayGoUpLate: Bool
  /// Until when an effect of it may come, in nanoseconds of the mirror's clock; `nil`: it had one, or something else has come since
  /// that is one.
  var awaitedUntil: UInt64?
  /// Whether it was under way and performed just before the next, so that what is told at once may be of it.
  var mayBeToldNow = false

  /// Whether it was on an element, or on something in it.
  func isIn(_ id: ElementID) -> Bool { path.contains(id) }
}

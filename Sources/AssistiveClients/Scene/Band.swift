internal import AccessibilityTree

/// The vertical extent of something on the screen.
struct Band: Hashable, Sendable {
  let top: Double
  let bottom: Double

  private init(top: Double, bottom: Double) {
    self.top = top
    self.bottom = bottom
  }

  /// `nil` for an empty rectangle.
  init?(_ rect: Rect) {
    let bottom = rect.y + rect.height
    guard !rect.isEmpty, rect.y.isFinite, bottom.isFinite else { return nil }
    self.init(top: rect.y, bottom: bottom)
  }

  private var height: Double { bottom - top }

  /// Whether both are in the same row: they share at least half of the height of the smaller one.
  func sharesRow(with other: Band) -> Bool {
    let shared = min(bottom, other.bottom) - max(top, other.top)
    return shared > 0 && shared >= min(height, other.height) / 2
  }

  /// The extent that both cover.
  func intersection(_ other: Band) -> Band {
    Band(top: max(top, other.top), bottom: min(bottom, other.bottom))
  }

  /// The extent that covers both.
  func union(_ other: Band) -> Band {
    Band(top: min(top, other.top), bottom: max(bottom, other.bottom))
  }
}

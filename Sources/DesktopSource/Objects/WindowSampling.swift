internal import AccessibilityTree

/// The children of an object that were found in its visible part, and the conditions under which that is valid.
final class WindowSampling {
  /// Whether sampling is under way, or pauses afterwards.
  var isBusy = false
  /// Whether sampling was requested again meanwhile.
  var isRereadDue = false
  /// Whether the object has reported a change since.
  var isOutdated = false
  /// The visible part of the object at that time.
  var visible: Rect?
  /// The number of children that the object claimed at that time.
  var claimed = -1
  var found: [ObjectReference] = []
  /// How often in succession none was found.
  var failures = 0
  /// How long the application took for answers, less the time since in which it rested, in nanoseconds.
  private var debt: UInt64 = 0
  private var lastSearch: UInt64 = 0

  /// How long answers may take before there are pauses, in nanoseconds: a few searches in a list of 20,000 rows of GTK 3.
  private static let allowance: UInt64 = 1_500_000_000
  private static let timeDivisor: UInt64 = 10

  /// The maximum number of ancestors that the visible part is clipped to.
  static let maxAncestors = 64
  /// How often children are searched for again where none is found: a browser's hit tests find nothing while a page
  /// is loaded.
  static let maxRepetitions = 8
  static let across = 6
  static let down = 40

  /// Returns how long to pause after a search for whose answers the application took `cost` nanoseconds: not at first, and later
  /// so that searches take a tenth of the time at most.
  func pause(after cost: UInt64, at now: UInt64) -> Duration {
    let rested = (now - min(now, lastSearch)) / (Self.timeDivisor - 1)
    debt = debt - min(debt, rested) + cost
    lastSearch = now
    let excess = debt - min(debt, Self.allowance)
    return .nanoseconds(Int64(excess * (Self.timeDivisor - 1)))
  }

  /// Returns points across `rect` with their index in reading order. Those in the middle of rows far from each other
  /// come first, so that the first few points represent all.
  static func points(in rect: Rect) -> [(order: Int, point: Point)] {
    guard !rect.isEmpty else { return [] }
    let stepX = max(8, rect.width / Double(across))
    let stepY = max(16, rect.height / Double(down))
    let offset = Point(x: min(4, rect.width / 2), y: min(4, rect.height / 2))
    let rows = stride(from: offset.y, to: rect.height, by: stepY).prefix(down)
    let columns = stride(from: offset.x, to: rect.width, by: stepX).prefix(across)
    let spread = rows.enumerated().sorted {
      UInt8(truncatingIfNeeded: $0.offset).bitSwapped
        < UInt8(truncatingIfNeeded: $1.offset).bitSwapped
    }
    let outwards = columns.enumerated().sorted {
      abs($0.offset - across / 2) < abs($1.offset - across / 2)
    }
    return outwards.flatMap { column, x in
      spread.map { row, y in (row * across + column, Point(x: rect.x + x, y: rect.y + y)) }
    }
  }
}

extension UInt8 {
  /// The number with its bits in reverse order.
  fileprivate var bitSwapped: UInt8 {
    (0..<8).reduce(0) { $0 << 1 | (self >> $1 & 1) }
  }
}

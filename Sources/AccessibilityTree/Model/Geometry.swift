/// A point, in pixels of the coordinate space it is told with.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The farthest from the origin, along either axis, that anything asked for may be.
  public static let furthest = 1_000_000.0

  /// Whether the point may be asked for: finite, and no farther away than `furthest`.
  public var isOnAnyScreen: Bool { x.magnitude <= Self.furthest && y.magnitude <= Self.furthest }
}

extension FixedWidthInteger {
  /// The whole number at or below `value`, or the nearest there is; 0 for what is no number.
  public init(saturating value: Double) {
    if value.isNaN {
      self = 0
    } else {
      self = Self(exactly: value.rounded(.down)) ?? (value < 0 ? .min : .max)
    }
  }
}

/// A rectangle, in pixels. Width and height are 0 or more.
public struct Rect: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var center: Point { Point(x: x + width / 2, y: y + height / 2) }
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// Whether the point lies inside; the right and lower edges are outside.
  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.y >= y && point.x < x + width && point.y < y + height
  }

  public func intersects(_ other: Rect) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }

  /// What both cover; empty where they do not meet.
  public func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rect(
      x: left, y: top,
      width: max(0, min(x + width, other.x + other.width) - left),
      height: max(0, min(y + height, other.y + other.height) - top))
  }
}

/// What a frame's numbers are measured from.
public enum CoordinateSpace: UInt8, Hashable, Sendable, CaseIterable {
  /// The top left corner of the desktop.
  case screen = 1
  /// The top left corner of the element's window: what there is where an application does not know
  /// the window's place (GTK 4, Wayland).
  case window = 2
}

/// Where an element is.
public struct Frame: Hashable, Sendable {
  public var rect: Rect
  public var space: CoordinateSpace

  public init(rect: Rect, space: CoordinateSpace) {
    self.rect = rect
    self.space = space
  }
}

/// The outline that hit-testing and focus rings use instead of the frame, for accessibility only.
/// Coordinates are those of the element's frame.
public enum ContentPath: Hashable, Sendable {
  case rectangle(Rect)
  case roundedRectangle(Rect, cornerRadius: Double)
  case ellipse(Rect)
  /// Three corners or more, closed by itself.
  case polygon([Point])

  public func contains(_ point: Point) -> Bool {
    switch self {
    case .rectangle(let rect):
      return rect.contains(point)
    case .roundedRectangle(let rect, let radius):
      return Self.roundedRectangle(rect, radius, contains: point)
    case .ellipse(let rect):
      guard !rect.isEmpty else { return false }
      let dx = (point.x - rect.center.x) / (rect.width / 2)
      let dy = (point.y - rect.center.y) / (rect.height / 2)
      return dx * dx + dy * dy <= 1
    case .polygon(let corners):
      return Self.polygon(corners, contains: point)
    }
  }

  private static func roundedRectangle(
    _ rect: Rect, _ cornerRadius: Double, contains point: Point
  ) -> Bool {
    guard rect.contains(point) else { return false }
    let radius = max(0, min(cornerRadius, rect.width / 2, rect.height / 2))
    guard radius > 0 else { return true }
    let nearestX = min(max(point.x, rect.x + radius), rect.x + rect.width - radius)
    let nearestY = min(max(point.y, rect.y + radius), rect.y + rect.height - radius)
    let dx = point.x - nearestX
    let dy = point.y - nearestY
    return dx * dx + dy * dy <= radius * radius
  }

  /// Counts the edges that a ray to the right crosses: odd is inside.
  private static func polygon(_ corners: [Point], contains point: Point) -> Bool {
    guard corners.count >= 3, var previous = corners.last else { return false }
    var inside = false
    for corner in corners {
      if (corner.y > point.y) != (previous.y > point.y) {
        let t = (point.y - corner.y) / (previous.y - corner.y)
        if point.x < corner.x + t * (previous.x - corner.x) { inside.toggle() }
      }
      previous = corner
    }
    return inside
  }
}

/// A point, in pixels of the coordinate space that it is given in.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The maximum distance of a requested point from the origin, along either axis.
  public static let furthest = 1_000_000.0

  /// Whether the point is valid in a request: finite, and at most `furthest` from the origin along either axis.
  public var isOnAnyScreen: Bool { x.magnitude <= Self.furthest && y.magnitude <= Self.furthest }
}

extension FixedWidthInteger {
  /// Creates the largest whole number that is at most `value`, clamped to the range of the type; 0 for NaN.
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

  /// Whether the point lies inside. The right and lower edges are outside.
  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.y >= y && point.x < x + width && point.y < y + height
  }

  /// Whether nothing of another rectangle is outside.
  package func contains(_ other: Rect) -> Bool { intersection(other) == other }

  package func hasSize(of other: Rect) -> Bool { width == other.width && height == other.height }

  public func intersects(_ other: Rect) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }

  /// The area that both rectangles cover; empty where they do not intersect.
  public func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rect(
      x: left, y: top,
      width: max(0, min(x + width, other.x + other.width) - left),
      height: max(0, min(y + height, other.y + other.height) - top))
  }
}

/// The origin that a frame's coordinates refer to.
public enum CoordinateSpace: UInt8, Hashable, Sendable, CaseIterable {
  /// The top left corner of the desktop.
  case screen = 1
  /// The top left corner of the element's window, used where an application does not know the position of the
  /// window (GTK 4, Wayland).
  case window = 2
}

/// The position and size of an element.
public struct Frame: Hashable, Sendable {
  public var rect: Rect
  public var space: CoordinateSpace

  public init(rect: Rect, space: CoordinateSpace) {
    self.rect = rect
    self.space = space
  }
}

/// The outline that hit-testing and focus rings use instead of the frame, for accessibility only. Coordinates
/// are in the coordinate space of the element's frame.
public enum ContentPath: Hashable, Sendable {
  case rectangle(Rect)
  case roundedRectangle(Rect, cornerRadius: Double)
  case ellipse(Rect)
  /// Three or more corners; the last connects to the first.
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

  /// Counts the edges that a ray to the right crosses: an odd number means inside.
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

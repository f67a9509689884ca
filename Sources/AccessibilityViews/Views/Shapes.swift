internal import AccessibilityTree

/// A figure that fills its place. It makes no element unless it is given a label (S1).
public protocol Shape: BuiltInView {
  var outline: ShapeOutline { get }
}

/// The figures that there are.
public enum ShapeOutline: Hashable, Sendable {
  case rectangle
  case roundedRectangle(cornerRadius: Double)
  case capsule
  case circle
  case ellipse
  /// Corners as parts of the frame; three or more.
  case polygon([UnitPoint])
}

extension Shape {
  public func render(in node: ViewNode) {
    node.lay(LeafLayout(10, 10, growsWidth: true, growsHeight: true))
  }

  public func fill(_ style: some Hashable) -> Self { self }
  public func stroke(_ style: some Hashable) -> Self { self }
}

extension ShapeOutline {
  /// The outline in a frame.
  func path(in rect: Rect) -> ContentPath {
    let side = min(rect.width, rect.height)
    switch self {
    case .rectangle: return .rectangle(rect)
    case .roundedRectangle(let radius): return .roundedRectangle(rect, cornerRadius: radius)
    case .capsule: return .roundedRectangle(rect, cornerRadius: side / 2)
    case .circle:
      return .ellipse(
        Rect(
          x: rect.center.x - side / 2, y: rect.center.y - side / 2, width: side, height: side))
    case .ellipse: return .ellipse(rect)
    case .polygon(let corners):
      return .polygon(
        corners.map { Point(x: rect.x + $0.x * rect.width, y: rect.y + $0.y * rect.height) })
    }
  }
}

public struct Rectangle: Shape {
  public init() {}
  public var outline: ShapeOutline { .rectangle }
}

public struct RoundedRectangle: Shape {
  let cornerRadius: Double

  public init(cornerRadius: Double) {
    self.cornerRadius = cornerRadius
  }

  public var outline: ShapeOutline { .roundedRectangle(cornerRadius: cornerRadius) }
}

public struct Capsule: Shape {
  public init() {}
  public var outline: ShapeOutline { .capsule }
}

public struct Circle: Shape {
  public init() {}
  public var outline: ShapeOutline { .circle }
}

public struct Ellipse: Shape {
  public init() {}
  public var outline: ShapeOutline { .ellipse }
}

/// A closed figure of three or more corners, told as parts of its frame.
public struct Polygon: Shape {
  let corners: [UnitPoint]

  public init(_ corners: [UnitPoint]) {
    self.corners = corners
  }

  public var outline: ShapeOutline {
    corners.count >= 3 ? .polygon(corners) : .rectangle
  }
}

/// What things are painted with. Nothing here is seen; names say what would be.
public enum Color: Hashable, Sendable {
  case black, white, gray, red, orange, yellow, green, blue, purple, brown, clear, accentColor
  /// Each from 0 to 1.
  case rgb(red: Double, green: Double, blue: Double)

  public init(red: Double, green: Double, blue: Double) {
    self = .rgb(red: red, green: green, blue: blue)
  }
}

extension Color: BuiltInView {
  public func render(in node: ViewNode) {
    node.lay(LeafLayout(10, 10, growsWidth: true, growsHeight: true))
  }
}

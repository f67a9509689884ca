/// An outline that fills its frame. It has no element unless it is given a label (S1).
public protocol Shape: BuiltInView {
  var outline: ShapeOutline { get }
}

extension Shape {
  public func render(in node: ViewNode) {
    node.lay(LeafLayout(10, 10, growsWidth: true, growsHeight: true))
  }

  public func fill(_ style: some Hashable) -> Self { self }
  public func stroke(_ style: some Hashable) -> Self { self }
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

/// A closed outline of three or more corners, relative to its frame.
public struct Polygon: Shape {
  let corners: [UnitPoint]

  public init(_ corners: [UnitPoint]) {
    self.corners = corners
  }

  public var outline: ShapeOutline {
    corners.count >= 3 ? .polygon(corners) : .rectangle
  }
}

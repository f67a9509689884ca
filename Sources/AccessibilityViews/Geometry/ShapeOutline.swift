internal import AccessibilityTree

/// The kinds of outlines.
public enum ShapeOutline: Hashable, Sendable {
  case rectangle
  case roundedRectangle(cornerRadius: Double)
  case capsule
  case circle
  case ellipse
  /// The corners, relative to the frame; three or more.
  case polygon([UnitPoint])
}

extension ShapeOutline {
  /// Returns the outline in a frame.
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

internal import AccessibilityTree

/// Recognises touches on a view: `TapGesture`, `DragGesture`, `MagnifyGesture`.
///
/// Touches arrive as pass-through gestures and direct touch (A13, A14). Locations are in pixels from the top
/// left corner of the view.
public protocol Gesture {
  func makeRecognizer() -> GestureRecognizer
}

/// Follows the touches of one view.
///
/// Created when a gesture begins, and released after its last point.
public class GestureRecognizer {
  func take(_ touch: Touch) throws {}
}

/// One point of a touch, relative to a view.
struct Touch {
  let phase: GesturePoint.Phase
  let finger: Int
  /// In pixels from the top left corner of the view.
  let location: Point
  /// Nanoseconds since the gesture began.
  let time: UInt64
}

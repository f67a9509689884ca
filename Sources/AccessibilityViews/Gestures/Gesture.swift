internal import AccessibilityTree

/// What a view does with touches: `TapGesture`, `DragGesture`, `MagnifyGesture`.
///
/// Touches come as pass-through gestures and direct touch (A13, A14). Places are in pixels from the
/// top left corner of the view.
public protocol Gesture {
  func makeRecognizer() -> GestureRecognizer
}

/// Follows the touches of one view.
///
/// Made when a touch begins, and let go of when the last finger is lifted.
public class GestureRecognizer {
  func take(_ touch: Touch) throws {}
}

/// One point of a touch, as a view sees it.
struct Touch {
  let phase: GesturePoint.Phase
  let finger: Int
  /// From the top left corner of the view.
  let location: Point
  /// In nanoseconds, since the first finger came down.
  let time: UInt64
}

public import AccessibilityTree

/// A gesture of one moving finger.
public struct DragGesture: Gesture {
  public struct Value: Hashable, Sendable {
    public let startLocation: Point
    public let location: Point
    /// Nanoseconds since the finger touched down.
    public let time: UInt64

    public var translation: Size {
      Size(width: location.x - startLocation.x, height: location.y - startLocation.y)
    }
  }

  let minimumDistance: Double
  var changed: ((Value) throws -> Void)?
  var ended: ((Value) throws -> Void)?

  public init(minimumDistance: Double = 10) {
    self.minimumDistance = minimumDistance
  }

  public func onChanged(_ action: @escaping (Value) throws -> Void) -> DragGesture {
    var gesture = self
    gesture.changed = action
    return gesture
  }

  public func onEnded(_ action: @escaping (Value) throws -> Void) -> DragGesture {
    var gesture = self
    gesture.ended = action
    return gesture
  }

  public func makeRecognizer() -> GestureRecognizer { Recognizer(self) }

  private final class Recognizer: GestureRecognizer {
    let gesture: DragGesture
    private var start: Point?
    private var last: Point?
    private var isDragging = false

    init(_ gesture: DragGesture) {
      self.gesture = gesture
    }

    override func take(_ touch: Touch) throws {
      guard touch.finger == 0 else {
        // A second finger ends the drag.
        if touch.phase == .down { start = nil }
        return
      }
      if touch.phase == .down {
        start = touch.location
        isDragging = false
      }
      guard let start else { return }
      let value = Value(startLocation: start, location: touch.location, time: touch.time)
      if !isDragging, start.distance(to: touch.location) >= gesture.minimumDistance {
        isDragging = true
      }
      // A finger may lift at another position than the last one reported.
      let isMoved = touch.phase == .down || touch.location != last
      last = touch.location
      switch touch.phase {
      case .down, .move: if isDragging { try gesture.changed?(value) }
      case .up:
        self.start = nil
        if isDragging, isMoved { try gesture.changed?(value) }
        if isDragging { try gesture.ended?(value) }
      case .cancel: self.start = nil
      }
    }
  }
}

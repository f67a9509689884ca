internal import AccessibilityTree

/// A gesture of two fingers that move together or apart.
public struct MagnifyGesture: Gesture {
  public struct Value: Hashable, Sendable {
    /// The distance between the fingers, relative to the distance at the start.
    public let magnification: Double
  }

  var changed: ((Value) throws -> Void)?
  var ended: ((Value) throws -> Void)?

  public init() {}

  public func onChanged(_ action: @escaping (Value) throws -> Void) -> MagnifyGesture {
    var gesture = self
    gesture.changed = action
    return gesture
  }

  public func onEnded(_ action: @escaping (Value) throws -> Void) -> MagnifyGesture {
    var gesture = self
    gesture.ended = action
    return gesture
  }

  public func makeRecognizer() -> GestureRecognizer { Recognizer(self) }

  private final class Recognizer: GestureRecognizer {
    let gesture: MagnifyGesture
    private var fingers: [Int: Point] = [:]
    private var beginning: Double?
    private var magnification: Double?

    init(_ gesture: MagnifyGesture) {
      self.gesture = gesture
    }

    override func take(_ touch: Touch) throws {
      guard touch.finger < 2 else { return }
      switch touch.phase {
      case .down, .move:
        fingers[touch.finger] = touch.location
        guard let first = fingers[0], let second = fingers[1] else { return }
        let distance = first.distance(to: second)
        guard let beginning else {
          self.beginning = distance
          return
        }
        guard beginning > 0, touch.phase == .move else { return }
        magnification = distance / beginning
        try gesture.changed?(Value(magnification: distance / beginning))
      case .up, .cancel:
        fingers[touch.finger] = nil
        beginning = nil
        guard let magnification else { return }
        self.magnification = nil
        if touch.phase == .up { try gesture.ended?(Value(magnification: magnification)) }
      }
    }
  }
}

internal import AccessibilityTree

/// Short touches at one position.
public struct TapGesture: Gesture {
  /// The maximum distance that a finger may move, in pixels.
  static let slack = 10.0

  let count: Int
  var ended: (() throws -> Void)?

  public init(count: Int = 1) {
    self.count = max(1, count)
  }

  public func onEnded(_ action: @escaping () throws -> Void) -> TapGesture {
    var gesture = self
    gesture.ended = action
    return gesture
  }

  public func makeRecognizer() -> GestureRecognizer { Recognizer(self) }

  private final class Recognizer: GestureRecognizer {
    let gesture: TapGesture
    private var start: Point?
    private var taps = 0

    init(_ gesture: TapGesture) {
      self.gesture = gesture
    }

    override func take(_ touch: Touch) throws {
      switch touch.phase {
      case .down: start = touch.finger == 0 ? touch.location : nil
      case .move:
        if let start, start.distance(to: touch.location) > TapGesture.slack {
          self.start = nil
          taps = 0
        }
      case .up:
        guard start != nil else { return }
        start = nil
        taps += 1
        if taps == gesture.count {
          taps = 0
          try gesture.ended?()
        }
      case .cancel: start = nil
      }
    }
  }
}

public import AccessibilityTree

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

/// Short touches in one place.
public struct TapGesture: Gesture {
  /// How far a finger may move, in pixels.
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

/// One finger that moves.
public struct DragGesture: Gesture {
  public struct Value: Hashable, Sendable {
    public let startLocation: Point
    public let location: Point
    /// In nanoseconds, since the finger came down.
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
        // Two fingers do not drag.
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
      // A finger may be lifted elsewhere than it was last seen.
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

/// Two fingers that come together or go apart.
public struct MagnifyGesture: Gesture {
  public struct Value: Hashable, Sendable {
    /// How far apart the fingers are, compared with the beginning.
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

extension Point {
  func distance(to other: Point) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

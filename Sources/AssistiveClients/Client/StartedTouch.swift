internal import AccessibilityTree

/// Direct touch that an action of a client has started (A14). It ends when the client leaves the element.
struct StartedTouch: Hashable, Sendable {
  /// The element that takes touches; `nil` when there is none.
  private(set) var element: ElementID?
  /// The name of the element.
  private var name = ""
  /// The element whose touches are being ended.
  private var leaving: ElementID?

  /// Remembers that an action has started direct touch, if it has.
  mutating func begin(after result: ActionResult, in scene: Scene) {
    guard result.command == .press, result.refusal == nil,
      scene[result.element]?.takesTouchSinceActivation == true
    else { return }
    element = result.element
    name = scene[result.element].map { scene.name(of: $0) } ?? name
  }

  /// Ends direct touch, unless it has ended already, and says so.
  mutating func leave(in scene: Scene) -> [ClientEffect] {
    let touched = element
    let effects = end(in: scene)
    return effects.isEmpty ? [] : effects + .say(.change, ending, touched)
  }

  /// Ends direct touch, unless it has ended already.
  mutating func end(in scene: Scene) -> [ClientEffect] {
    guard let touched = element.take(), let now = scene[touched],
      now.takesTouchSinceActivation, now.offers(.escape)
    else { return [] }
    leaving = touched
    return [.perform(touched, .escape)]
  }

  /// Says that direct touch has ended, if it has without the client's doing.
  ///
  /// - Parameter acting: The element of the action in progress, whose outcome tells it; `nil` when there is none.
  mutating func follow(_ scene: Scene, during acting: ElementID? = nil) -> [ClientEffect] {
    guard let touched = element, scene[touched]?.takesTouchSinceActivation != true else {
      return []
    }
    element = nil
    return touched == acting ? [] : .say(.change, ending, touched)
  }

  private var ending: String { "\(name), direct touch ended" }

  /// Whether nobody asked for the action: it ended direct touch, which may have ended before.
  mutating func isEnd(_ result: ActionResult) -> Bool {
    guard result.command == .escape, result.element == leaving else { return false }
    leaving = nil
    return true
  }

  /// Returns the effects without those that end direct touch.
  func withoutEnd(_ effects: [ClientEffect]) -> [ClientEffect] {
    guard let leaving else { return effects }
    return effects.filter { $0 != .perform(leaving, .escape) }
  }
}

extension Element {
  /// Whether touches are passed to the element since it was activated.
  var takesTouchSinceActivation: Bool {
    directTouch?.contains(.requiresActivation) == true && states.contains(.active)
  }
}

package import AccessibilitySpeech
package import AccessibilityTree

/// A screen reader (V1): a cursor that goes from element to element and says what it finds; a rotor
/// that goes by headings, links, controls, values or actions; and what is done at the cursor.
package struct VoiceOver: AssistiveClient {
  package var scope: SceneScope
  package var verbosity: Verbosity

  /// Where the cursor is; `nil` where there is nothing.
  package internal(set) var cursor: ElementID?
  /// The stops as they were when the cursor last settled, to find its neighbours when it vanishes.
  var order: [ElementID] = []
  /// What was last said of the element at the cursor.
  var said = Utterance([])
  var root: ElementID?
  /// What people chose; the element at the cursor may ask for another.
  var chosenRotor = RotorKind.headings
  /// The rotor was turned by hand since the cursor moved.
  var isRotorForced = false
  /// The choice at the cursor that the rotor is at; `nil`: none, so that activating is plain.
  var picked: ElementChoice?
  /// What was picked up to be dropped.
  var dragged: ElementID?
  /// An action is under way: what changes now is its effect.
  var isActing = false
  /// It is scrolling, by which the cursor may lose sight of where it is.
  var isScrolling = false
  /// The change that was said last, and not announced as well since then.
  var saidChange: String?

  package init(scope: SceneScope = .front, verbosity: Verbosity = .default) {
    self.scope = scope
    self.verbosity = verbosity
  }

  package func renewed(scope: SceneScope) -> Self { VoiceOver(scope: scope, verbosity: verbosity) }

  package mutating func begin(in scene: Scene) -> [ClientEffect] {
    root = scene.root
    guard let first = scene.focusedStop ?? scene.stops.first else {
      order = scene.stops
      return .say(.boundary, Self.nothing)
    }
    return move(to: first, in: scene)
  }

  static let nothing = "There is nothing to read here."

  /// The rotor in effect: an adjustable element asks for values, one with actions for those, until
  /// another is chosen.
  package func rotor(in scene: Scene) -> RotorKind {
    guard !isRotorForced, let element = cursor.flatMap({ scene[$0] }) else { return chosenRotor }
    if !Speech.menuActions(of: element).isEmpty, !element.isStepwise { return .actions }
    return element.isStepwise ? .values : chosenRotor
  }

  // MARK: The cursor

  /// Puts the cursor on a stop and says what it is.
  mutating func move(to id: ElementID, in scene: Scene) -> [ClientEffect] {
    if cursor != id {
      picked = nil
      isRotorForced = false
    }
    cursor = id
    order = scene.stops
    saidChange = nil
    return describe(id, in: scene)
  }

  /// Says what an element is.
  mutating func describe(_ id: ElementID, in scene: Scene) -> [ClientEffect] {
    let utterance = Speech.utterance(of: id, in: scene.tree, verbosity: verbosity)
    if id == cursor { said = utterance }
    return .say(.element, scene.headline(of: id, verbosity: verbosity), id)
      + utterance.sentences.map { .say(SpokenLine(.hint, $0, element: id)) }
  }

  func element(in scene: Scene) -> Element? { cursor.flatMap { scene[$0] } }
}

extension Element {
  /// Whether it goes up and down by steps.
  var isStepwise: Bool {
    (offers(.increment) || offers(.decrement)) && role != .scrollBar
  }
}

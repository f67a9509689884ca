package import AccessibilitySpeech
package import AccessibilityTree

/// A screen reader (V1): a cursor that moves between elements and reads them, a rotor that moves by headings,
/// links, controls, values or actions, and commands that act at the cursor.
package struct VoiceOver: AssistiveClient {
  package var scope: SceneScope
  package var verbosity: Verbosity

  /// The element at the cursor; `nil` when there is none.
  package internal(set) var cursor: ElementID?
  /// The stops when the cursor last settled, to find a neighbour when its element is removed.
  var order: [ElementID] = []
  /// The last utterance for the element at the cursor.
  var said = Utterance([])
  var root: ElementID?
  /// The rotor that the user chose; the element at the cursor may override it.
  var chosenRotor = RotorKind.headings
  /// Whether the user turned the rotor since the cursor moved.
  var isRotorForced = false
  /// The choice that the actions rotor is at; `nil`: none, so that activating uses the default action.
  var picked: ElementChoice?
  /// The element that was picked up.
  var dragged: ElementID?
  /// Whether an action is in progress, so that changes are its effects.
  var isActing = false
  /// Whether scrolling is in progress, after which the element at the cursor may no longer be visible.
  var isScrolling = false
  /// The last change that was said, until an announcement has repeated it.
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

  /// The rotor in effect: an adjustable element selects values and one with actions selects actions, until
  /// the user chooses another rotor.
  package func rotor(in scene: Scene) -> RotorKind {
    guard !isRotorForced, let element = cursor.flatMap({ scene[$0] }) else { return chosenRotor }
    if !Speech.menuActions(of: element).isEmpty, !element.isStepwise { return .actions }
    return element.isStepwise ? .values : chosenRotor
  }

  // MARK: The cursor

  /// Moves the cursor to a stop and reads it.
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

  /// Reads an element.
  mutating func describe(_ id: ElementID, in scene: Scene) -> [ClientEffect] {
    let utterance = Speech.utterance(of: id, in: scene.tree, verbosity: verbosity)
    if id == cursor { said = utterance }
    return .say(.element, scene.headline(of: id, verbosity: verbosity), id)
      + utterance.sentences.map { .say(SpokenLine(.hint, $0, element: id)) }
  }

  func element(in scene: Scene) -> Element? { cursor.flatMap { scene[$0] } }
}

extension Element {
  /// Whether the value can be changed in steps.
  var isStepwise: Bool {
    (offers(.increment) || offers(.decrement)) && role != .scrollBar
  }
}

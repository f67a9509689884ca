package import AccessibilitySpeech
package import AccessibilityTree

/// A screen reader (V1): a cursor that moves between elements and reads them, a rotor that moves by headings,
/// links, controls, values or actions, and commands that act at the cursor.
package struct VoiceOver: AssistiveClient {
  package static let hearsFront = true

  package var place: ElementID? { cursor }

  package var scope: SceneScope
  package var opening = OpenedWindows()
  package var verbosity: Verbosity

  /// The element at the cursor; `nil` when there is none.
  package internal(set) var cursor: ElementID?
  /// The stops when the cursor last settled, to find a neighbour when its element is removed.
  var order: [ElementID] = []
  /// The last utterance for the element at the cursor.
  var said = Utterance([])
  var root: ElementID?
  /// Where the cursor was last in each window, to return there.
  var places: [ElementID: KeptPlace] = [:]
  /// Where the cursor was before it came to a menu.
  var origin = MenuOrigin()
  var activation = WindowActivation()
  /// The rotor that the user chose; the element at the cursor may override it. `nil`: the first that has elements.
  var chosenRotor: RotorKind?
  /// Whether the user turned the rotor since the cursor moved.
  var isRotorForced = false
  /// The choice that the actions rotor is at; `nil`: none, so that activating uses the default action.
  var picked: ElementChoice?
  var dragging = Dragging()
  /// The action in progress, so that changes are its effects; `nil` when there is none.
  var acting: ActionInProgress?
  var startedTouch = StartedTouch()
  /// What was said last of a change or of the element that the application led to, until an announcement has repeated it.
  var saidChange: String?
  /// The name of the window that was said since the last command, until an announcement has repeated it.
  var saidTitle: String?

  package init(scope: SceneScope = .front, verbosity: Verbosity = .default) {
    self.scope = scope
    self.verbosity = verbosity
  }

  package var loss: [ClientEffect] { dragging.loss }

  package func renewed(scope: SceneScope) -> Self { VoiceOver(scope: scope, verbosity: verbosity) }

  package mutating func begin(in scene: Scene) -> [ClientEffect] {
    root = scene.root
    activation.look(at: scene)
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
    let chosen = { chosenRotor ?? RotorKind.available(in: scene).first ?? .headings }
    guard !isRotorForced, let element = cursor.flatMap({ scene[$0] }) else { return chosen() }
    if element.isStepwise { return .values }
    return element.menuChoices(dragged: dragged(in: scene)).isEmpty ? chosen() : .actions
  }

  // MARK: The cursor

  /// Moves the cursor to a stop and reads it.
  mutating func move(to id: ElementID, in scene: Scene) -> [ClientEffect] {
    let left = place(at: id, in: scene)
    return left + .say(.element, scene.headline(of: id, verbosity: verbosity), id)
      + said.sentences.map { .say(SpokenLine(.hint, $0, element: id)) }
  }

  /// Moves the cursor to a stop without reading it. Ends direct touch of the element that it leaves.
  mutating func place(at id: ElementID, in scene: Scene) -> [ClientEffect] {
    var effects: [ClientEffect] = []
    if cursor != id {
      if let element = scene[id] {
        origin.move(to: element, from: cursor.flatMap { scene[$0] }, in: scene)
      }
      picked = nil
      isRotorForced = false
      effects = startedTouch.leave(in: scene)
    }
    cursor = id
    activation.enterWindow(of: id, in: scene)
    root.map { places[$0] = origin.kept ?? KeptPlace(id, in: scene) }
    order = scene.stops
    saidChange = nil
    acting?.markHeard()
    said = Speech.utterance(of: id, in: scene.tree, verbosity: verbosity)
    return effects
  }

  /// Returns the stop to begin at in a window: the focused one, the one where the cursor was, or the first.
  func beginning(in scene: Scene) -> ElementID? {
    let last = scene.root.flatMap { places[$0]?.nearest { scene.place(of: $0) != nil } }
    return scene.focusedStop ?? last ?? scene.stops.first
  }

  func element(in scene: Scene) -> Element? { cursor.flatMap { scene[$0] } }
}

extension Element {
  /// Whether the value can be changed in steps.
  var isStepwise: Bool {
    (offers(.increment) || offers(.decrement)) && role != .scrollBar
  }
}

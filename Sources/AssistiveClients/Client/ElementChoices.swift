internal import AccessibilitySpeech
package import AccessibilityTree

/// An action that can be chosen for an element.
package struct ElementChoice: Hashable, Sendable {
  /// The name that people read or hear.
  package let name: String
  package let command: ActionCommand

  /// What is said when people come to the choice: "Set Sound 3, drop ready".
  package var spoken: String {
    if case .drop = command { return "\(name), drop ready" }
    return name
  }

  package init(_ name: String, _ command: ActionCommand) {
    self.name = name
    self.command = command
  }

  /// Whether both are the same choice for people. A step of a value is, whatever value it leads to.
  func isSame(as other: ElementChoice) -> Bool {
    name == other.name && command.kind == other.command.kind
  }
}

extension Element {
  func offers(_ kind: ActionKind) -> Bool { actions.contains { $0.kind == kind } }

  /// The default action of the element; `nil` when it has none.
  package var defaultCommand: ActionCommand? {
    if offers(.press) { return .press }
    if offers(.select), !states.contains(.selected) { return .select }
    if offers(.expand), !states.contains(.expanded) { return .expand }
    if offers(.collapse), states.contains(.expanded) { return .collapse }
    // Nearly all elements can be focused or show a menu in some toolkits, so those actions alone
    // do not count as a default, nor does focusing a control that has actions of its own.
    let isForFocus = role.isControl && !isAdjustable && Speech.menuActions(of: self).isEmpty
    return offers(.focus) && (isEditable || isForFocus) ? .focus : nil
  }

  /// Returns the entries for a menu of the element's actions: where to drop, picking it up, its own actions,
  /// zooming and deleting it.
  ///
  /// - Parameter dragged: The element that was picked up, if any, which can be dropped here.
  func menuChoices(dragged: ElementID?) -> [ElementChoice] {
    let own = Speech.menuActions(of: self).map(\.command)
    return choices(dragged: dragged).filter { choice in
      switch choice.command {
      case .delete, .drag, .drop, .zoomIn, .zoomOut: true
      default: own.contains(choice.command)
      }
    }
  }

  /// Returns everything that can be done with the element without a pointer: the default action first, then
  /// picking it up, its own actions, the others, and fine steps of its value.
  ///
  /// - Parameter dragged: The element that was picked up, if any. Where it can be dropped here, the places to drop
  ///   it are the only choices.
  package func choices(dragged: ElementID? = nil) -> [ElementChoice] {
    if let dragged {
      let drops = dropChoices(dragged: dragged)
      if !drops.isEmpty { return drops }
    }
    var choices: [ElementChoice] = []
    func add(_ name: String, _ command: ActionCommand) {
      if !choices.contains(where: { $0.command == command }) {
        choices.append(ElementChoice(name, command))
      }
    }
    if let command = defaultCommand { add(command.spokenName, command) }
    for choice in dragChoices { add(choice.name, choice.command) }
    for choice in Speech.menuActions(of: self) { add(choice.name, choice.command) }
    let names = Set(choices.map(\.name))
    for action in actions {
      // A magic tap may be one of the element's own actions.
      if let own = action.nativeName, action.kind == .magicTap, names.contains(own) { continue }
      if let command = action.kind.simpleCommand { add(command.spokenName, command) }
    }
    return choices + (FineSteps(self)?.choices ?? [])
  }
}

extension ActionKind {
  /// The command of an action that needs no argument and is worth listing in a menu; `nil` for others.
  fileprivate var simpleCommand: ActionCommand? {
    switch self {
    case .focus, .scrollIntoView: nil
    case .zoomIn: .zoomIn(at: nil)
    case .zoomOut: .zoomOut(at: nil)
    default: plainCommand
    }
  }
}

extension ActionCommand {
  /// The name for people: "Zoom in".
  var spokenName: String {
    switch self {
    case .press: return "Activate"
    case .custom(let name): return name
    case .intent(let type, _): return type
    default:
      let words = kind.name.split(separator: "-").joined(separator: " ")
      return words.prefix(1).uppercased() + words.dropFirst()
    }
  }
}

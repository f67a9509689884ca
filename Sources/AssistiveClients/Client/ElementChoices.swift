internal import AccessibilitySpeech
package import AccessibilityTree

/// An action that can be chosen for an element.
package struct ElementChoice: Hashable, Sendable {
  /// The name that people read or hear.
  package let name: String
  package let command: ActionCommand

  package init(_ name: String, _ command: ActionCommand) {
    self.name = name
    self.command = command
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

  /// Returns the entries for a menu of the element's actions: its own actions, deleting it, zooming, where to pick it
  /// up, and where to drop.
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

  /// Returns everything that can be done with the element without a pointer, the default first.
  ///
  /// - Parameter dragged: The element that was picked up, if any, which can be dropped here.
  package func choices(dragged: ElementID? = nil) -> [ElementChoice] {
    var choices: [ElementChoice] = []
    func add(_ name: String, _ command: ActionCommand) {
      if !choices.contains(where: { $0.command == command }) {
        choices.append(ElementChoice(name, command))
      }
    }
    if let command = defaultCommand { add(command.spokenName, command) }
    for choice in Speech.menuActions(of: self) { add(choice.name, choice.command) }
    for action in actions {
      if let command = action.kind.simpleCommand { add(command.spokenName, command) }
    }
    for point in dragPoints { add("Drag \(point.name)", .drag(point: point.name)) }
    if dragPoints.isEmpty, offers(.drag) {
      add("Drag", .drag(point: nil))
    }
    if let dragged, dragged != id {
      for point in dropPoints {
        add("Drop on \(point.name)", .drop(source: dragged, point: point.name))
      }
      if dropPoints.isEmpty, offers(.drop) {
        add("Drop here", .drop(source: dragged, point: nil))
      }
    }
    return choices
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

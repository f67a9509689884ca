internal import AccessibilitySpeech
package import AccessibilityTree

/// Something that can be chosen to be done with an element.
package struct ElementChoice: Hashable, Sendable {
  /// What people read or hear.
  package let name: String
  package let command: ActionCommand

  package init(_ name: String, _ command: ActionCommand) {
    self.name = name
    self.command = command
  }
}

extension Element {
  func offers(_ kind: ActionKind) -> Bool { actions.contains { $0.kind == kind } }

  /// What happens when the element is simply used; `nil` where nothing would.
  package var defaultCommand: ActionCommand? {
    if offers(.press) { return .press }
    if offers(.select), !states.contains(.selected) { return .select }
    if offers(.expand), !states.contains(.expanded) { return .expand }
    if offers(.collapse), states.contains(.expanded) { return .collapse }
    // Toolkits let nearly everything take the focus or show a menu: that is no use of it.
    return offers(.focus) && (isEditable || role.isControl && !isAdjustable) ? .focus : nil
  }

  /// What a menu of the element's actions holds: its own, deleting it, and where to drop.
  ///
  /// - Parameter dragged: what was picked up, and could be dropped here.
  func menuChoices(dragged: ElementID?) -> [ElementChoice] {
    let own = Speech.menuActions(of: self).map(\.command)
    return choices(dragged: dragged).filter { choice in
      switch choice.command {
      case .delete, .drop: true
      default: own.contains(choice.command)
      }
    }
  }

  /// All that can be done with the element without pointing, the default first.
  ///
  /// - Parameter dragged: what was picked up, and could be dropped here.
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
  /// The command of an action that needs nothing but its element, and is worth a place in a menu.
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
  /// What people call it: "Zoom in".
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

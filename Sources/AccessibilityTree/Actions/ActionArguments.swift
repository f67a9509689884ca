/// Checks and normalises action arguments by what the element declares, for every source alike.
public enum ActionArguments {
  /// Returns why an action on an element must be refused: an unknown named point, a point outside of the element,
  /// a dragged element that no longer exists or is the element itself. `nil` when there is no such reason.
  public static func refusal(
    of command: ActionCommand, on id: ElementID, in tree: Tree
  ) -> ActionRefusal? {
    guard let element = tree[id] else { return nil }
    if element.isRedacted, let refusal = secretPosition(in: command, element) { return refusal }
    switch command {
    case .drag(let point?):
      return missing(point, among: element.dragPoints, "drag", of: element)
    case .drop(let source, let point):
      guard tree.contains(source) else {
        return ActionRefusal(.stale, "The dragged element \(source) does not exist; find it again")
      }
      if source == id {
        return ActionRefusal(
          .invalidArgument,
          "\(element.messageName) cannot be dropped on itself; give another source")
      }
      return point.flatMap { missing($0, among: element.dropPoints, "drop", of: element) }
    case .zoomIn(let point?), .zoomOut(let point?):
      return outOfBounds(point, element, "The zoom point is")
    case .passThroughGesture(let points), .directTouch(let points):
      for point in points where point.phase == .down {
        if let refusal = outOfBounds(point.position, element, "The gesture starts at") {
          return refusal
        }
      }
      return nil
    default: return nil
    }
  }

  /// Refuses positions in a text that is secret, because the answer would tell its length.
  private static func secretPosition(
    in command: ActionCommand, _ element: Element
  ) -> ActionRefusal? {
    switch command {
    case .setSelection, .insertText(_, at: .some(1...)):
      ActionRefusal(
        .unsupported,
        "The text of \(element.messageName) is secret, and positions in it are, too; set the whole text, "
          + "or insert at the caret")
    default: nil
    }
  }

  /// Returns the command with the names of custom actions, intents and points as the element spells them, because
  /// spoken names have no case. A name that matches exactly, or that matches no name or several, stays unchanged.
  public static func normalized(
    _ command: ActionCommand, on id: ElementID, in tree: Tree
  ) -> ActionCommand {
    guard let element = tree[id] else { return command }
    switch command {
    case .custom(let name):
      let names =
        element.actions.filter { $0.kind == .custom }.map(\.name) + element.intents.map(\.title)
      return .custom(matchingName(of: name, among: names))
    case .drag(let point?):
      return .drag(point: matchingName(of: point, among: element.dragPoints.lazy.map(\.name)))
    case .drop(let source, let point?):
      let names = element.dropPoints.lazy.map(\.name)
      return .drop(source: source, point: matchingName(of: point, among: names))
    default: return command
    }
  }

  private static func matchingName(of name: String, among names: some Sequence<String>) -> String {
    if names.contains(name) { return name }
    let alike = names.filter { $0.lowercased() == name.lowercased() }
    return alike.count == 1 ? alike.first ?? name : name
  }

  private static func missing(
    _ wanted: String, among points: [NamedPoint], _ kind: String, of element: Element
  ) -> ActionRefusal? {
    if points.contains(where: { $0.name == wanted }) { return nil }
    let names = points.map { $0.name.quoted() }.joined(separator: ", ")
    return ActionRefusal(
      .invalidArgument,
      "\(element.messageName) has no \(kind) point \(wanted.quoted()); "
        + (names.isEmpty ? "it has none: omit the point" : "its points are \(names)"))
  }

  /// Refuses a point outside of the element's frame. Only the start of a touch is checked:
  /// fingers may leave the element.
  private static func outOfBounds(
    _ point: Point, _ element: Element, _ what: String
  ) -> ActionRefusal? {
    guard let rect = element.frame?.rect, !rect.contains(point) else { return nil }
    func text(_ number: Double) -> String { number.shortDescription }
    return ActionRefusal(
      .outOfRange,
      "\(what) \(text(point.x)), \(text(point.y)), outside \(element.messageName), which is "
        + "\(text(rect.width)) × \(text(rect.height)) at \(text(rect.x)), \(text(rect.y))")
  }
}

/// What can be told of an action's arguments by the element alone, for every source alike.
public enum ActionArguments {
  /// Why an action on an element of a tree cannot be: a named point that there is not, a place outside
  /// of the element, a dragged element that is gone. `nil` when nothing speaks against it.
  public static func refusal(
    of command: ActionCommand, on id: ElementID, in tree: Tree
  ) -> ActionRefusal? {
    guard let element = tree[id] else { return nil }
    switch command {
    case .drag(let point?):
      return missing(point, among: element.dragPoints, "drag", of: element)
    case .drop(let source, let point):
      guard tree.contains(source) else {
        return ActionRefusal(.stale, "The dragged element \(source) is not there; find it again")
      }
      if source == id {
        return ActionRefusal(
          .invalidArgument,
          "\(element.messageName) cannot be dropped on itself; name another source")
      }
      return point.flatMap { missing($0, among: element.dropPoints, "drop", of: element) }
    case .zoomIn(let point?), .zoomOut(let point?):
      return outside(point, element, "zooms")
    case .passThroughGesture(let points), .directTouch(let points):
      for point in points where point.phase == .down {
        if let refusal = outside(point.position, element, "begins") { return refusal }
      }
      return nil
    default: return nil
    }
  }

  /// The command with the names of custom actions, intents and points as the element writes them:
  /// what people say has no case. A name stays as it is where it fits exactly, and where it fits none or
  /// several.
  public static func spelled(
    _ command: ActionCommand, on id: ElementID, in tree: Tree
  ) -> ActionCommand {
    guard let element = tree[id] else { return command }
    switch command {
    case .custom(let name):
      let names =
        element.actions.filter { $0.kind == .custom }.map(\.name) + element.intents.map(\.title)
      return .custom(spelling(of: name, among: names))
    case .drag(let point?):
      return .drag(point: spelling(of: point, among: element.dragPoints.lazy.map(\.name)))
    case .drop(let source, let point?):
      let names = element.dropPoints.lazy.map(\.name)
      return .drop(source: source, point: spelling(of: point, among: names))
    default: return command
    }
  }

  private static func spelling(of name: String, among names: some Sequence<String>) -> String {
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
        + (names.isEmpty ? "it has none: leave the point out" : "there are \(names)"))
  }

  /// Fingers may leave an element; they begin on it.
  private static func outside(
    _ point: Point, _ element: Element, _ what: String
  ) -> ActionRefusal? {
    guard let rect = element.frame?.rect, !rect.contains(point) else { return nil }
    func text(_ number: Double) -> String { number.shortDescription }
    return ActionRefusal(
      .outOfRange,
      "It \(what) at \(text(point.x)), \(text(point.y)), outside of \(element.messageName), which is "
        + "\(text(rect.width)) × \(text(rect.height)) at \(text(rect.x)), \(text(rect.y))")
  }
}

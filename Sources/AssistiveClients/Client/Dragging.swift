internal import AccessibilitySpeech
internal import AccessibilityTree

/// Drag and drop without a pointer (A12): one action picks an element up, another one drops it.
///
/// Every client uses this type, so that all of them say the same: "Drag", "Drop, drop ready" and
/// "Drop complete".
struct Dragging: Hashable, Sendable {
  /// The element that was picked up; `nil` when there is none.
  private(set) var source: ElementID?
  /// The application of the element that was picked up last.
  private var application: ElementID?
  /// The name of the element that was picked up last.
  private var name = ""

  /// Whether something is dragged that can be dropped on an element.
  func canDrop(on element: Element) -> Bool {
    guard let source = source(over: element) else { return false }
    return source != element.id && element.isUsable && element.takesDrops
  }

  /// The element that was picked up, if it is of the same application as another one: nothing is dropped in another
  /// application.
  func source(over element: Element?) -> ElementID? {
    element?.application == application ? source : nil
  }

  // MARK: Picking up

  /// Picks an element up, as the bare command `drag` does.
  ///
  /// - Parameter point: The name of a drag point; empty for the element as a whole.
  mutating func pickUp(_ element: Element, at point: String, in scene: Scene) -> [ClientEffect] {
    if let refusal = refusal(pickingUp: element, in: scene) { return .refuse(refusal) }
    let choices = element.dragChoices
    let wanted = point.lowercased()
    let found = choices.first { choice in
      guard case .drag(let name) = choice.command else { return false }
      return point.isEmpty || name?.lowercased() == wanted || choice.name.lowercased() == wanted
    }
    guard let found else {
      let name = scene.name(of: element)
      guard !choices.isEmpty else { return .refuse("\(name) cannot be dragged.") }
      let names = choices.map(\.name).joined(separator: ", ")
      return .refuse("\(name) has no drag point \"\(point)\". There is \(names).")
    }
    return .say(.choice, found.spoken, element.id)
      + carryOut(found.command, on: element, in: scene)
  }

  /// Carries out an action that was chosen by its name.
  mutating func carryOut(
    _ command: ActionCommand, on element: Element, in scene: Scene
  ) -> [ClientEffect] {
    guard case .drag(let point) = command else { return [.perform(element.id, command)] }
    if let refusal = refusal(pickingUp: element, in: scene) { return .refuse(refusal) }
    let released = released(in: scene)
    guard !element.offers(.drag) else { return released + [.perform(element.id, command)] }
    // The drop action performs both steps.
    source = element.id
    application = element.application
    name = scene.name(of: element)
    return released + .say(.answer, words(dragging: point), element.id)
  }

  /// Returns why an element cannot be picked up: it is dragged already.
  private func refusal(pickingUp element: Element, in scene: Scene) -> String? {
    guard source == element.id else { return nil }
    return "\(scene.name(of: element)) is picked up already. Drop it, or escape to put it back."
  }

  /// Says that what was dragged before is put back.
  private func released(in scene: Scene) -> [ClientEffect] {
    guard let source, let other = scene[source] else { return [] }
    return .say(.answer, "\(scene.name(of: other)) is put back", source)
  }

  private func words(dragging point: String?) -> String {
    (["Dragging \(name)"] + [point].compactMap(\.self)).joined(separator: ", ")
  }

  // MARK: Dropping

  /// Drops what was picked up on an element, as the bare command `drop` does.
  ///
  /// - Parameter point: The name of a drop point; empty for the element as a whole.
  func drop(on element: Element, at point: String, in scene: Scene) -> [ClientEffect] {
    guard let source else { return .refuse("Nothing was picked up. Drag something first.") }
    guard scene[source] != nil else { return .refuse("What was picked up is gone.") }
    let name = scene.name(of: element)
    guard source != element.id else { return .refuse("\(name) cannot be dropped on itself.") }
    guard element.application == application else {
      return .refuse("\(name) is in another application, where this cannot be dropped.")
    }
    let choices = element.dropChoices(dragged: source)
    let wanted = point.lowercased()
    let found = choices.first { point.isEmpty || $0.name.lowercased() == wanted }
    guard let found else {
      guard !choices.isEmpty else { return .refuse("Nothing can be dropped on \(name).") }
      let names = choices.map(\.name).joined(separator: ", ")
      return .refuse("\(name) has no drop point \"\(point)\". There is \(names).")
    }
    return .say(.choice, found.spoken, element.id) + [.perform(element.id, found.command)]
  }

  /// Ends the drag without a drop; `nil` when nothing was picked up.
  mutating func cancel() -> [ClientEffect]? {
    guard source != nil else { return nil }
    source = nil
    return .say(.answer, "Drag cancelled")
  }

  // MARK: Results

  /// Handles the result of an action. `nil` when it was neither a drag nor a drop that was carried out.
  mutating func finish(_ result: ActionResult, in scene: Scene) -> [ClientEffect]? {
    guard result.refusal == nil else { return nil }
    switch result.command {
    case .drag(let point):
      source = result.element
      application = scene[result.element]?.application
      name = scene[result.element].map { scene.name(of: $0) } ?? "it"
      return .say(.answer, words(dragging: point), result.element)
    case .drop:
      source = nil
      let isSeen = result.outcome == .confirmed
      return .say(
        .answer, isSeen ? "Drop complete" : "Drop complete, and nothing was seen to change",
        result.element)
    default: return nil
    }
  }

  /// What is said when everything that clients know of the server is lost.
  var loss: [ClientEffect] {
    source == nil ? [] : .say(.boundary, "The drag of \(name) is lost")
  }

  /// Ends the drag when the element that was picked up no longer exists.
  mutating func follow(_ scene: Scene) -> [ClientEffect] {
    guard let source, scene[source] == nil else { return [] }
    self.source = nil
    return .say(.boundary, "What was picked up is gone")
  }
}

extension Element {
  package var canBeDragged: Bool { !dragPoints.isEmpty || offers(.drag) }
  package var takesDrops: Bool { !dropPoints.isEmpty || offers(.drop) }

  /// The ways to pick the element up: as a whole, and at each of its drag points.
  var dragChoices: [ElementChoice] {
    let whole = offers(.drag) ? [ElementChoice("Drag", .drag(point: nil))] : []
    return whole
      + dragPoints.map { point in
        let isNamed = point.name.lowercased().hasPrefix("drag")
        return ElementChoice(isNamed ? point.name : "Drag \(point.name)", .drag(point: point.name))
      }
  }

  /// The ways to drop an element here: on the element as a whole, and at each of its drop points.
  func dropChoices(dragged: ElementID) -> [ElementChoice] {
    guard dragged != id, isUsable, takesDrops else { return [] }
    let whole = ElementChoice("Drop", .drop(source: dragged, point: nil))
    return (offers(.drop) || dropPoints.isEmpty ? [whole] : [])
      + dropPoints.map { ElementChoice($0.name, .drop(source: dragged, point: $0.name)) }
  }
}

extension Scene {
  /// The name of an element; "This" when it has none.
  func name(of element: Element) -> String {
    Speech.name(of: element.id, in: tree) ?? element.placeholder ?? "This"
  }
}

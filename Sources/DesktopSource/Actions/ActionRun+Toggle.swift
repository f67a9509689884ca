internal import AccessibilityMirror
internal import AccessibilityTree

/// Buttons, boxes and items of views, where the toolkit's action sets their state and clicks nothing.
extension ActionRun {
  /// Whether an action that presses the element only sets its state.
  func setsOnlyState(_ action: NativeAction) -> Bool {
    object.dialect.togglesWithoutClick && ActionName.normalized(action.name) == ActionName.toggle
  }

  /// Presses the element as a person does, by a click or by the key Space, where that is allowed and would reach it; otherwise by
  /// the action, and notes that it clicks nothing.
  func toggle(by action: NativeAction) async throws(ActionRefusal) -> String {
    if request.allowSynthesis {
      if let method = try await clickToggle() { return method }
      // In an item, Space may do something else.
      if element.states.contains(.focusable), !element.role.isTicked,
        let method = try await unlessRefused(pressSpace)
      {
        return method
      }
    }
    guard !element.role.isTicked || states.shared.contains(.selectable) else {
      throw unsupported("all that its toolkit does is to select it, and it cannot be selected")
    }
    if togglesOtherItem {
      throw needsClick("its toolkit may select another row of the tree instead")
    }
    if element.role.isTicked, states.shared.contains(.selected) {
      throw needsClick("it is selected, and its toolkit would deselect it instead of clicking it")
    }
    // Nothing is set of a radio button that is chosen already.
    if element.role != .radio || !states.contains(.checked) {
      noteNoClick(isSetBackByClick: element.role != .radio && !element.role.isTicked)
      reservations.insert(.isPartial)
    }
    // A click would deselect them.
    let others = element.role.isTicked ? itemsKnownSelected : []
    let method = try await perform(action)
    try await noteKept(others)
    return method
  }

  private func needsClick(_ reason: String) -> ActionRefusal {
    if request.allowSynthesis { return unsupported("\(reason), and \(unreached)") }
    return unsupported(
      reason, advice: "Run \"press '\(element.id)' --synthesize\", which clicks it.")
  }

  /// Says that no click reaches the element, and where another window has come in front of its own, which one that is.
  private var unreached: String {
    let words = "a click would not reach it"
    guard let other = windowInstead(of: element), let own = window(of: element) else {
      return words
    }
    return "\(words), since \(other.messageName) is in front: "
      + (closingAdvice(other, before: element) == nil
        ? "focus '\(own.id)' --synthesize brings its own window there" : "close that first")
  }

  /// Notes that the element is set without a click.
  ///
  /// - Parameter isSetBackByClick: Whether a click now would set it as it was before.
  func noteNoClick(isSetBackByClick: Bool = false) {
    let outlook =
      if request.allowSynthesis {
        "; \(unreached)"
      } else if isSetBackByClick {
        " (if nothing follows, press it again, which sets it back, and then with --synthesize)"
      } else {
        " (--synthesize clicks it)"
      }
    // Views show the page of an item that is clicked.
    let example = element.role.isTicked ? ", as show its page" : ""
    note = "set without a click, at which its application may do more\(example)\(outlook)"
  }

  /// Whether the action of an item may select another one: in a tree, Qt takes the number of a row below its parent for one of the
  /// first level (`QAccessibleTableCell::selectCell`).
  var togglesOtherItem: Bool {
    let tree = host.store.tree
    guard element.role.isTicked, let view = element.parent.flatMap({ tree[$0] }),
      view.role == .tree
    else { return false }
    return view.children.contains { tree.read($0) { $0.states.contains(.expanded) } == true }
  }

  private func pressSpace() async throws(ActionRefusal) -> String {
    try await pressKeys([KeyChord(.character(" "))])
  }

  /// Clicks the element where it is what a click reaches; `nil` where it is not.
  private func clickToggle() async throws(ActionRefusal) -> String? {
    guard !isBehindWindow else { return nil }
    try await checkOwnMenus(for: "click")
    guard let point = try await unlessRefused(pointOfClick), try await isHit(at: point) else {
      return nil
    }
    try await click("b1c", at: point)
    return "synthesised click"
  }

  /// Whether another window of the application may be in front of the element: the X server tells only those of others.
  private var isBehindWindow: Bool {
    if windowInstead(of: element)?.application == element.application { return true }
    return window(of: element).map { !host.store.tree.modalWindows(before: $0.id).isEmpty } ?? false
  }

  /// The middle of the element; of a group that can be ticked its box, which is at its start.
  private func pointOfClick() async throws(ActionRefusal) -> Point {
    var point = try await screenPoint(of: element, object)
    if !element.children.isEmpty, let size = element.frame?.rect {
      point.x -= max(0, size.width / 2 - Self.boxPlace)
      point.y -= max(0, size.height / 2 - Self.boxPlace)
    }
    return point
  }

  /// Whether the application finds the element at a point, and nothing that is in front of it or shows only a part of it.
  private func isHit(at point: Point) async throws(ActionRefusal) -> Bool {
    // The objects of items may be made anew for each answer.
    if element.role.isTicked {
      guard states.contains(.showing), let view = element.parent.flatMap({ host.store.tree[$0] })
      else { return false }
      return view.frame.map { $0.rect.contains(point) } ?? false
    }
    guard let window = window(of: element).flatMap({ host.actionObject($0.id) }) else {
      return false
    }
    let path = try await callOptional(
      "GetAccessibleAtPoint", of: "Component", CoordinateSpace.screen.arguments(at: point),
      at: window.path, read: Answer.path)
    return path == object.path
  }

  /// Returns what `body` does; `nil` where it is refused before any input was sent.
  private func unlessRefused<Value>(
    _ body: () async throws(ActionRefusal) -> Value
  ) async throws(ActionRefusal) -> Value? {
    do throws(ActionRefusal) {
      return try await body()
    } catch {
      guard !isSynthesised, error.reason != .stale, error.reason != .timedOut else { throw error }
      return nil
    }
  }
}

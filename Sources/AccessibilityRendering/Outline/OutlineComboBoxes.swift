internal import AccessibilityTree

/// Combo boxes, which are several elements, and one thing for people.
///
/// Of one that takes any text, the text field has no line, and the line of the combo box says what it contains. A text
/// that is set in the combo box is entered there. Buttons and icons in the field, as Qt has one that clears it,
/// stand below.
struct OutlineComboBoxes {
  let tree: Tree

  /// Enough for a field, a button and a list.
  private static let maxParts = 8

  /// Whether the element is the text field of a combo box whose line says all that its own line would.
  func isFolded(_ field: borrowing Element) -> Bool {
    guard field.role == .textField, let parent = field.parent else { return false }
    let id = field.id
    return tree.read(parent) { self.field(of: $0) == id } ?? false
  }

  /// Whether the element is a combo box that is hidden behind the field and button beside it: LibreOffice shows those instead.
  func isReplaced(_ box: borrowing Element) -> Bool {
    guard box.role == .comboBox, !box.hasLabel, box.value?.isBlank ?? true,
      box.states.isDisjoint(with: [.visible, .showing, .focused]), let parent = box.parent
    else { return false }
    let id = box.id
    return tree.read(parent) { parent in
      parent.children.count <= Self.maxParts
        && parent.children.contains { part in
          part != id
            && tree.read(part) {
              ($0.role == .textField || $0.role == .toggleButton) && $0.states.contains(.showing)
            } == true
        }
    } ?? false
  }

  /// Whether the element is around nothing but the field and button that stand for a hidden combo box, as in the toolbars of
  /// LibreOffice. It has no line: what can be done is done with those.
  func isAroundStandIns(_ group: borrowing Element) -> Bool {
    guard group.mayBeAroundStandIns else { return false }
    var only = group.children
    for _ in 0...Self.maxDepth {
      if only.count > 1 { return holdsStandIns(only) }
      guard let id = only.first,
        let inside = tree.read(id, { $0.isPlainFiller ? $0.children : [] })
      else { return false }
      only = inside
    }
    return false
  }

  /// Returns the name of the group that the element is in, where it stands for a hidden combo box.
  func groupName(of part: borrowing Element) -> String? {
    guard part.isStandIn, !part.hasLabel, part.labels.isEmpty else { return nil }
    var next = part.parent
    for level in 0...Self.maxDepth + 1 {
      guard let around = next, let element = tree[around] else { return nil }
      if level == 0 {
        guard holdsStandIns(element.children) else { return nil }
      } else {
        guard element.children.count == 1 else { return nil }
      }
      if element.hasLabel { return isAroundStandIns(element) ? element.label : nil }
      guard element.role.isFiller else { return nil }
      next = element.parent
    }
    return nil
  }

  /// The most levels between such a group and the field: LibreOffice has six.
  private static let maxDepth = 8

  private func holdsStandIns(_ parts: [ElementID]) -> Bool {
    (2...Self.maxStandIns).contains(parts.count)
      && parts.contains { tree.read($0) { isReplaced($0) } == true }
      && parts.allSatisfy { tree.read($0) { $0.isStandIn || isReplaced($0) } == true }
  }

  /// A field, a box and a button.
  private static let maxStandIns = 4

  /// Returns the text field in a combo box that has no line of its own; `nil` when there is none.
  func field(of box: borrowing Element) -> ElementID? {
    guard box.role == .comboBox, !box.isEdited, (1...Self.maxParts).contains(box.children.count)
    else { return nil }
    var found: ElementID?
    for id in box.children {
      guard tree.read(id, { $0.role == .textField }) == true else { continue }
      guard found == nil else { return nil }
      found = id
    }
    let (label, isUsable, isShowing) = (box.label, box.isUsable, box.states.contains(.showing))
    let labels = box.labels
    let isFolded = found.flatMap { found in
      tree.read(found) {
        $0.saysOnlyItsText(under: label) && $0.isUsable == isUsable
          && $0.states.contains(.showing) == isShowing && ($0.labels.isEmpty || $0.labels == labels)
          && holdsOnlyButtons($0)
      }
    }
    return isFolded == true ? found : nil
  }

  /// Returns what a combo box shows that has it in a button, as the drop-downs of GTK 4: the texts that are drawn there, and that
  /// button, with lists that are open. `nil` where it says itself what it shows, or has anything else in it.
  func choice(of box: borrowing Element) -> OutlineProse.Whole? {
    guard box.role.isListOfChoices, box.value?.isBlank ?? true, box.range == nil, !box.isEdited,
      (1...Self.maxParts).contains(box.children.count)
    else { return nil }
    let saysWhatIsVisible = box.states.contains(.visible)
    var texts: [String] = []
    var button: ElementID?
    var lists: [ElementID] = []
    var left = Self.maxDrawn
    var pending: [ElementID] = box.children.reversed()
    while let id = pending.popLast() {
      left -= 1
      guard left >= 0, let part = tree[id] else { return nil }
      // GTK 4 keeps what it draws when nothing is chosen.
      if saysWhatIsVisible, part.states.isDisjoint(with: [.visible, .showing]) { continue }
      if part.isPlainText, part.children.isEmpty {
        guard button != nil, let text = part.shownText else { return nil }
        texts.append(text)
      } else if part.role == .button || part.role == .toggleButton {
        guard button == nil, !part.hasLabel else { return nil }
        button = id
        pending += part.children.reversed()
      } else if part.isPlainFiller {
        pending += part.children.reversed()
      } else {
        guard button != nil, !part.role.isControl else { return nil }
        lists.append(id)
      }
    }
    guard let button, !texts.isEmpty else { return nil }
    return OutlineProse.Whole(text: texts.joined(separator: " "), lines: [button] + lists)
  }

  /// Enough for what is drawn of a choice: GTK 4 has eight elements around one text.
  private static let maxDrawn = 24

  /// Whether the element is the button in which a combo box shows what is chosen, which the line of that says.
  func showsChoice(_ button: borrowing Element) -> Bool {
    guard button.role == .button || button.role == .toggleButton else { return false }
    let id = button.id
    var next = button.parent
    for _ in 0..<3 {
      guard let around = next, let element = tree[around] else { return false }
      if element.role.isListOfChoices { return choice(of: element)?.lines.first == id }
      guard element.isPlainFiller else { return false }
      next = element.parent
    }
    return false
  }

  /// Whether the element holds only what can be pressed in a field. It has lines below that of the combo box.
  private func holdsOnlyButtons(_ field: borrowing Element) -> Bool {
    field.children.count <= Self.maxParts
      && field.children.allSatisfy { id in
        tree.read(id) { $0.role == .button || $0.role == .icon } == true
      }
  }
}

extension Element {
  /// Whether the element only holds others, whatever can be done with it.
  fileprivate var mayBeAroundStandIns: Bool {
    (role == .group || role == .generic) && (1...4).contains(children.count)
      && value?.isBlank ?? true
      && states.isDisjoint(with: [.focused, .selected, .invalid, .modal])
  }

  fileprivate var isPlainFiller: Bool { role.isFiller && !hasLabel && !saysMoreThanText }

  fileprivate var isStandIn: Bool { role == .textField || role == .toggleButton }

  fileprivate var isEdited: Bool { actions.contains { $0.kind == .setText } }

  /// Whether the element is a text field with nothing to say but its text.
  fileprivate func saysOnlyItsText(under label: String?) -> Bool {
    let isNamed = hasLabel && self.label != label
    return !isNamed && (hint?.isBlank ?? true) && isEdited && range == nil && placeholder == nil
      && states.isDisjoint(with: [.invalid, .required, .busy, .checked, .pressed])
      && OutlineActions.texts(of: self, showsAll: false).isEmpty
  }
}

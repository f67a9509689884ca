internal import AccessibilityTree

/// Labels that stand in elements of their own: a label beside a field, which a relation links with it.
struct OutlineLabels {
  let tree: Tree

  /// The most labels of one element that count.
  private static let maxLabels = 4

  /// Returns the text of the labels of an element whose own label, if any, does not say it: that of a combo box may be what is
  /// chosen. `nil` when there is none.
  func label(of element: borrowing Element) -> String? {
    guard !element.role.isText, !element.isWindow else { return nil }
    let targets = element.labels
    guard !targets.isEmpty else { return nil }
    // GTK 4 names the content of a cell as its label, which the line of the cell says as what is in it. Qt names the group
    // around each control, whose line stands above that of the control.
    let (isWrapper, isNamed, own) = (element.role.isWrapper, element.hasLabel, element.id)
    let texts = targets.prefix(Self.maxLabels).compactMap { id -> String? in
      if isWrapper, tree.isAncestor(own, of: id) { return nil }
      if isNamed, tree.isAncestor(id, of: own) { return nil }
      return tree.read(id) { $0.linkedText } ?? nil
    }
    guard !texts.isEmpty else { return nil }
    let text = texts.joined(separator: " ")
    return element.label.map { $0.contains(text) } == true ? nil : text
  }

  /// Returns the element on whose line a text stands, because it is a label of that.
  func labelled(by text: borrowing Element) -> ElementID? {
    guard text.isPlainText, text.children.isEmpty, text.linkedText != nil else { return nil }
    for relation in text.relations where relation.kind == .labelFor {
      for id in relation.targets.prefix(Self.maxLabels) {
        let isItsLabel = tree.read(id) { element in
          element.application == text.application && label(of: element) != nil
            && element.relations.contains {
              $0.kind == .labelledBy && $0.targets.prefix(Self.maxLabels).contains(text.id)
            }
        }
        if isItsLabel == true { return id }
      }
    }
    return nil
  }
}

extension OutlineLabels {
  /// Whether an element is the label of a field, or a text in one, and the line of the field says it as its name. The field must
  /// be on screen by its own word, or the label would be lost.
  func isSaidByField(_ element: borrowing Element) -> Bool {
    if element.role == .label { return element.ownText.map { isSaid($0, by: element) } ?? false }
    guard element.isPlainText, element.children.isEmpty, let text = element.shownText,
      let parent = element.parent
    else { return false }
    return tree.read(parent) { $0.role == .label && isSaid(text, by: $0) } ?? false
  }

  private func isSaid(_ text: String, by label: borrowing Element) -> Bool {
    let targets = label.relations.first { $0.kind == .labelFor }?.targets ?? []
    guard let target = targets.first, areParts(targets.dropFirst(), of: target) else {
      return false
    }
    let application = label.application
    return tree.read(target) { field in
      field.application == application && field.states.contains(.showing)
        && field.frame?.rect.isEmpty != true && !field.role.isFiller && !field.role.isWrapper
        && field.label?.contains(text.withoutBlanks) == true
    } ?? false
  }

  /// Whether elements are in another one. In Chromium the label of a date is that of its parts and its button as well.
  private func areParts(_ others: ArraySlice<ElementID>, of whole: ElementID) -> Bool {
    others.count <= Self.maxParts && others.allSatisfy { tree.isAncestor(whole, of: $0) }
  }

  /// Enough for a date and time.
  private static let maxParts = 16
}

extension Element {
  /// What an element without a label says it does or is, such as the tooltip of a button that shows an icon.
  var namingHint: String? {
    guard role.isControl || isKnownByHint || isDrawnWithHint, !hasLabel, let hint, !hint.isBlank
    else { return nil }
    return hint
  }

  /// Whether only a hint says what the element is: something drawn, as the colours of a palette of GTK 3 and the buttons of
  /// Audacity, or what people reach by the keyboard.
  var isKnownByHint: Bool {
    guard children.isEmpty, role.meansNothingEmpty, let hint, !hint.isBlank else { return false }
    return role == .canvas || isDrawnWithHint || states.isSuperset(of: [.enabled, .focusable])
  }

  /// Whether the element has a hint and no text, and a size, so that something may be drawn in it.
  var isDrawnWithHint: Bool {
    switch role {
    case .canvas, .generic, .group, .section, .unknown, .embedded, .image, .icon, .figure: break
    default: return false
    }
    return hint?.isBlank == false && !hasLabel && value?.isBlank ?? true
      && frame?.rect.isEmpty == false
  }

  /// The hint of a control, where its label is another text.
  var tellingHint: String? {
    guard role.isControl, let hint, !hint.isBlank, hint != label else { return nil }
    return hint
  }

  /// What the element says as a label of another one.
  fileprivate var linkedText: String? {
    if role == .label { return ownText }
    return [label, value].compactMap(\.self).first { !$0.isBlank }
  }

  /// The text of a label. Gecko names one after the field in it as well; its value is its own text.
  fileprivate var ownText: String? {
    if let value, !value.isBlank, label?.hasPrefix(value) ?? true { return value }
    return hasLabel ? label : nil
  }
}

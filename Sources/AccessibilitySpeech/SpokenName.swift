internal import AccessibilityTree
internal import SafeText

/// The name of an element in speech.
struct SpokenName {
  /// The label, or a substitute for it, such as the content where the role is named by it.
  let own: String?
  /// The labels of the elements that label it (E7); `nil` when its own label already contains them.
  let linked: String?

  /// The maximum number of elements visited for a name, and of texts joined into one.
  private static let reach = 200
  private static let pieces = 16

  init(_ element: Element, in tree: Tree) {
    let label = element.label.flatMap { $0.isBlank ? nil : $0 }
    let labels = element.labels
      .prefix(Self.pieces).filter { $0 != element.id }
      .compactMap { Self.text(of: $0, in: tree) }
    let linked = labels.isEmpty ? nil : labels.joined(separator: ", ")
    let isRepeated = linked.map { label?.contains($0) == true } ?? true
    self.linked = isRepeated ? nil : linked
    if let label {
      own = label
    } else if linked == nil {
      own = Self.substitute(for: element, in: tree)
    } else {
      own = nil
    }
  }

  /// Returns the content of a control, or the toolkit's description of it, which desktops provide for icons.
  private static func substitute(for element: Element, in tree: Tree) -> String? {
    if RoleWords.isNamedByContent(element.role), let text = content(of: element.id, in: tree) {
      return text
    }
    guard RoleWords.isControl(element.role), !element.nativeRole.isEmpty else { return nil }
    return element.hint.flatMap { $0.isBlank ? nil : $0 }
  }

  /// Returns the label of an element, its value, or its content; the first that is not blank.
  static func text(of id: ElementID, in tree: Tree) -> String? {
    guard let element = tree[id] else { return nil }
    for text in [element.label, element.value] {
      if let text, !text.isBlank { return text.trimmed }
    }
    return content(of: id, in: tree)
  }

  /// Returns the texts of the descendants, in reading order.
  private static func content(of id: ElementID, in tree: Tree) -> String? {
    var texts: [String] = []
    var left = reach
    tree.walk(from: [id]) { element, depth in
      left -= 1
      guard left > 0, texts.count < pieces else { return .stop }
      guard depth > 0 else { return .descend }
      // Bullets are not spoken.
      if element.role == .listMarker { return .skip }
      for text in [element.label, element.value] {
        guard let text, !text.isBlank else { continue }
        if texts.last != text { texts.append(text) }
        return .skip
      }
      return .descend
    }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}

internal import AccessibilityTree

/// What an element is called.
struct SpokenName {
  /// Its label, or else what stands in for one: what it contains, where its role is named so.
  let own: String?
  /// The labels of the elements that label it (E7); `nil` when they say what its own label says.
  let linked: String?

  /// How many elements are looked at for a name, and how many texts make one.
  private static let reach = 200
  private static let pieces = 16

  init(_ element: Element, in tree: Tree) {
    let label = element.label.flatMap { $0.isBlank ? nil : $0 }
    let labels = element.relations.filter { $0.kind == .labelledBy }.flatMap(\.targets)
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

  /// What a control contains, or else how a toolkit describes it, as desktops do for icons.
  private static func substitute(for element: Element, in tree: Tree) -> String? {
    if RoleWords.isNamedByContent(element.role), let text = content(of: element.id, in: tree) {
      return text
    }
    guard RoleWords.isControl(element.role), !element.nativeRole.isEmpty else { return nil }
    return element.hint.flatMap { $0.isBlank ? nil : $0 }
  }

  /// The label of an element, or else its value, or else what it contains.
  static func text(of id: ElementID, in tree: Tree) -> String? {
    guard let element = tree[id] else { return nil }
    for text in [element.label, element.value] {
      if let text, !text.isBlank { return text.trimmed }
    }
    return content(of: id, in: tree)
  }

  /// The texts below an element, in reading order.
  private static func content(of id: ElementID, in tree: Tree) -> String? {
    var texts: [String] = []
    var left = reach
    tree.walk(from: [id]) { element, depth in
      left -= 1
      guard left > 0, texts.count < pieces else { return .stop }
      guard depth > 0 else { return .descend }
      // A bullet is no word.
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

extension String {
  /// Without the spaces around it, which nobody hears.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

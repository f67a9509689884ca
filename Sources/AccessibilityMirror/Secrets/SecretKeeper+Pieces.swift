internal import AccessibilityTree
internal import SafeText

/// Passwords that an application shows in pieces, such as a letter in each element. The element around the pieces is
/// found by its own text, which repeats the password, or by the texts within it, which make up the password.
extension SecretKeeper {
  /// Up to how many elements are above a piece and below what shows the password.
  static let maxPieceDepth = 4
  /// How many elements may be within the one that shows the password.
  private static let maxPieces = 128

  /// Redacts pieces of passwords among some elements.
  func concealPieces(
    among ids: Set<ElementID>, _ recent: [FormerField], in tree: inout Tree,
    _ redaction: inout Redaction
  ) {
    guard !(passwords.isEmpty && shownIn.isEmpty && recent.isEmpty) else { return }
    for id in ids where secrets[id] == nil {
      guard let element = tree[id], mayBePiece(element, in: tree) else { continue }
      let above = tree.ancestors(of: id).prefix(Self.maxPieceDepth)
      for container in above {
        for text in newTexts(around: element, in: container, recent, in: tree) {
          concealPieces(of: text, in: container, in: &tree, &redaction)
        }
      }
      for container in above {
        for text in shownIn[container] ?? [] {
          concealPieces(of: text, shownIn: container, id, in: &tree, &redaction)
        }
      }
    }
  }

  /// Redacts what is within an element that shows a text, now and later.
  func concealPieces(
    of text: String, in container: ElementID, in tree: inout Tree, _ redaction: inout Redaction
  ) {
    guard text.scalarCount >= SecretText.minLength, shownIn[container]?.contains(text) != true,
      let parts = parts(of: container, in: tree)
    else { return }
    shownIn[container, default: []].insert(text)
    for id in parts { concealPieces(of: text, shownIn: container, id, in: &tree, &redaction) }
  }

  private func concealPieces(
    of text: String, shownIn container: ElementID, _ id: ElementID, in tree: inout Tree,
    _ redaction: inout Redaction
  ) {
    guard secrets[id] == nil, held[id] == nil, let element = tree[id],
      mayBePiece(element, in: tree)
    else { return }
    let isKnown = passwords.of(element.application).contains { $0.text == text }
    guard
      let concealed = element.redacted(where: {
        $0 != Element.redactedText && text.hasPiece($0)
          // Of what has all of a password, the words that have it are left out.
          && !(isKnown && $0.contains(text))
      })
    else { return }
    record(piece: element, ofGuess: text, in: container)
    redaction.willChange(element)
    try? tree.modify(id) { $0 = concealed }
  }

  /// Returns the passwords that the texts within an element make up, one of which has changed.
  private func newTexts(
    around piece: Element, in container: ElementID, _ recent: [FormerField], in tree: Tree
  ) -> [String] {
    let known = passwords.of(piece.application).filter { password in
      password.hasPiece(piece.label ?? "") || password.hasPiece(piece.value ?? "")
    }
    let isInPlace =
      newcomers[piece.id] != nil
      && (standIns.contains(container)
        || tree.read(container) { $0.parent.map(standIns.contains) } == true)
    let near = isInPlace ? recent.filter { $0.application == piece.application } : []
    guard !(known.isEmpty && near.isEmpty), let parts = parts(of: container, in: tree) else {
      return []
    }
    let texts = parts.compactMap { text(of: $0, in: tree) }
    guard texts.count > 1 else { return [] }
    let whole = texts.joined()
    func isSpread(_ text: String) -> Bool {
      whole.contains(text) && !texts.contains { $0.contains(text) }
    }
    var found = known.map(\.text).filter { text in
      let solid = text.filter { !$0.isWhitespace }
      return isSpread(solid) || isSpread(solid.prefix(scalars: SecretText.minLength))
    }
    let isUnknown = near.contains { former in
      !former.secret.isSuspected && former.secret.isAsLong(whole, isGuessed: true)
        && former.path.first.map { container == $0 || tree.isAncestor($0, of: container) } == true
    }
    if isUnknown { found.append(whole) }
    return found
  }

  /// Returns what is within an element; `nil`: it is too much to be one password.
  private func parts(of container: ElementID, in tree: Tree) -> [ElementID]? {
    let isWhole = tree.read(container) {
      [.application, .window, .dialog, .alertDialog, .document].contains($0.role)
    }
    guard isWhole == false else { return nil }
    var parts: [ElementID] = []
    tree.walk(from: [container]) { element, _ in
      if element.id != container { parts.append(element.id) }
      return parts.count > Self.maxPieces ? .stop : .descend
    }
    return parts.count > Self.maxPieces ? nil : parts
  }

  /// Returns the text of an element without children, without white space.
  private func text(of id: ElementID, in tree: Tree) -> String? {
    guard secrets[id] == nil, let element = held[id]?.original ?? tree[id],
      tree.read(id, { $0.children.isEmpty }) == true, !element.role.isControl
    else { return nil }
    let text = (element.label ?? element.value ?? "").filter { !$0.isWhitespace }
    return text.isEmpty ? nil : text
  }

  private func mayBePiece(_ element: Element, in tree: Tree) -> Bool {
    !element.role.isControl && !isEntered(element, in: tree)
  }

  /// Whether an element that is new may be a piece of a password that its application is about to show.
  func mayBePiece(
    _ id: ElementID, _ texts: [String], above: ArraySlice<ElementID>, _ recent: [FormerField],
    in tree: Tree
  ) -> Bool {
    guard let element = tree[id], mayBePiece(element, in: tree) else { return false }
    // To hold back shorter ones of a page, and no others, would tell which letters the password has.
    let pieces = texts.filter { $0.withoutSpaceAround.scalarCount >= SecretText.minLength }
    let known = passwords.of(element.application).filter { password in
      pieces.contains { $0.scalarCount < password.text.scalarCount && password.hasPiece($0) }
    }
    if !known.isEmpty, hasPasswordField(inHomeOf: id, recent, in: tree) { return true }
    return above.contains { container in
      let fields = fields(beside: container, in: tree)
      let former = recent.lazy.filter { $0.path.first == container && !$0.secret.isSuspected }
      return (fields + former.map(\.secret)).contains { texts.contains(where: $0.mayHavePiece) }
    }
  }

  /// Whether the document or window of an element has a password field, or had one lately.
  private func hasPasswordField(
    inHomeOf id: ElementID, _ recent: [FormerField], in tree: Tree
  ) -> Bool {
    guard let home = home(of: id, in: tree) else { return false }
    return recent.contains { $0.secret.isPassword && $0.home == home }
      || secrets.contains { $0.value.isPassword && self.home(of: $0.key, in: tree) == home }
  }

  /// The document that an element is in, or else the window.
  func home(of id: ElementID, in tree: Tree) -> ElementID? {
    let above = tree.ancestors(of: id)
    return above.first { tree.read($0) { $0.role == .document } == true } ?? above.dropLast().last
  }
}

internal import AccessibilitySpeech
internal import AccessibilityTree

/// Finds the row that a control belongs to, where rows with controls of the same kind follow one another: the items of a
/// list, cards, comments with buttons.
///
/// A row is an element with others beside it, or the elements of a container that are at the same height.
struct RepeatedRows {
  struct Row {
    /// What the row is about: its name, or its texts.
    let words: String
    /// The controls that other rows nearby have in the same place.
    let peers: [ElementID]
  }

  /// The maximum number of siblings that are looked at, on each side.
  private static let maxNear = 24
  /// The maximum number of elements of a row that are looked at.
  private static let maxParts = 64

  private let scene: Scene

  init(_ scene: Scene) {
    self.scene = scene
  }

  /// Returns the row of a control; `nil` when it is in none, or when the row says nothing of its own.
  ///
  /// Some of the controls in the same place must have the same name, except in items of a list. So what is in the keys
  /// of a keypad and in the fields of a form is not repeated.
  func row(of id: ElementID) -> Row? {
    guard let control = scene[id], control.isActionable else { return nil }
    var part = id
    for parent in scene.tree.ancestors(of: id) {
      if part == scene.root || scene.tree.read(part, { $0.isWindow }) == true { return nil }
      let row =
        part == id ? rowInLine(of: control, in: parent) : row(of: control, around: part, in: parent)
      if let row { return row }
      part = parent
    }
    return nil
  }

  // MARK: Rows that are elements

  private func row(
    of control: Element, around part: ElementID, in parent: ElementID
  ) -> Row? {
    guard let role = scene.tree.read(part, { $0.role }) else { return nil }
    let own = parts(of: part)
    guard let place = controls(of: control.role, in: own).firstIndex(of: control.id) else {
      return nil
    }
    let others = near(part, in: parent).filter { other in
      other != part && scene.tree.read(other) { $0.role } == role
    }
    let peers = others.compactMap { other in
      controls(of: control.role, in: parts(of: other)).item(numbered: place + 1)
    }
    let isItem = role.isListItem && control.role != .link
    return row(control, own, named: part, peers, isRepeated: isItem)
  }

  private func parts(of row: ElementID) -> [ElementID] {
    var parts: [ElementID] = []
    scene.tree.walk(from: [row]) { element, _ in
      parts.append(element.id)
      return parts.count < Self.maxParts ? .descend : .stop
    }
    return parts
  }

  // MARK: Rows of a container

  private func rowInLine(of control: Element, in parent: ElementID) -> Row? {
    let lines = near(control.id, in: parent).compactMap { id -> Placed? in
      scene.tree.read(id) { $0.frame }?.flatMap { Band($0.rect) }.map { Placed(id: id, band: $0) }
    }
    guard let place = lines.firstIndex(where: { $0.id == control.id }) else { return nil }
    let own = line(of: place, in: lines)
    guard let number = controls(of: control.role, in: own).firstIndex(of: control.id) else {
      return nil
    }
    let peers = lines.indices.filter { index in
      let id = lines[index].id
      guard !own.contains(id), isControl(id, control.role) else { return false }
      let other = line(of: index, in: lines)
      return controls(of: control.role, in: other).item(numbered: number + 1) == id
        && !texts(in: other, besides: nil).isEmpty
    }.map { lines[$0].id }
    return row(control, own, named: nil, peers, isRepeated: false)
  }

  private struct Placed {
    let id: ElementID
    let band: Band
  }

  /// The elements at the height of one of them, which follow one another.
  private func line(of place: Int, in lines: [Placed]) -> [ElementID] {
    let band = lines[place].band
    let before = lines[..<place].reversed().prefix { $0.band.sharesRow(with: band) }.reversed()
    let after = lines[place...].prefix { $0.band.sharesRow(with: band) }
    return (before + after).map(\.id)
  }

  // MARK: What both have in common

  private func row(
    _ control: Element, _ own: [ElementID], named part: ElementID?, _ peers: [ElementID],
    isRepeated: Bool
  ) -> Row? {
    guard !peers.isEmpty else { return nil }
    let names = ([control.id] + peers).map { name(of: $0) }
    guard isRepeated || Set(names).count < names.count else { return nil }
    let label = part.flatMap { scene.tree.read($0) { $0.label } ?? nil }.map { [$0] } ?? []
    let texts = label.isEmpty ? texts(in: own, besides: name(of: control.id)) : label
    let words = texts.prefix(Scene.maxTexts).joined(separator: ", ")
    return words.isEmpty ? nil : Row(words: words, peers: peers)
  }

  private func name(of id: ElementID) -> String? { Speech.name(of: id, in: scene.tree) }

  /// The words of the stops that cannot be used themselves.
  private func texts(in ids: [ElementID], besides own: String?) -> [String] {
    ids.compactMap { id in
      guard scene.place(of: id) != nil, let element = scene[id], !element.isActionable else {
        return nil
      }
      return scene.words(of: element).flatMap { $0 == own ? nil : $0 }
    }
  }

  private func controls(of role: Role, in ids: [ElementID]) -> [ElementID] {
    ids.filter { isControl($0, role) }
  }

  private func isControl(_ id: ElementID, _ role: Role) -> Bool {
    scene.tree.read(id) { $0.role == role && $0.isActionable } ?? false
  }

  /// An element and its siblings nearby, in order.
  private func near(_ id: ElementID, in parent: ElementID) -> ArraySlice<ElementID> {
    let siblings = scene.tree.read(parent) { $0.children } ?? []
    guard let place = siblings.firstIndex(of: id) else { return [] }
    return siblings[
      max(0, place - Self.maxNear)..<min(siblings.count, place + Self.maxNear + 1)]
  }
}

extension Role {
  /// Whether elements of the role are the rows of something, whatever is in them.
  fileprivate var isListItem: Bool {
    switch self {
    case .listItem, .row, .treeItem: true
    default: false
    }
  }
}

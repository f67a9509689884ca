internal import AccessibilityTree

/// A row of a table that lists its cells without rows, as those of GTK 3 and trees of Qt do. The line of its first cell with a text stands for
/// it, with the texts of the cells behind that: each of them is chosen and pressed as the row is.
struct OutlineCellRow {
  /// The node whose level the cells are on.
  let owner: Int
  /// The first cell.
  let id: ElementID
  /// The node of the first cell; `nil` when it has no line.
  let node: Int?
  /// The texts of the first cell.
  let texts: [String]
  private let table: ElementID?
  private let states: States
  private let isPressed: Bool
  private let hasFocus: Bool
  private let index: Int?
  /// The places of the cells that are in the row so far, in the space of the first one's frame.
  private var places: [Rect]
  private let space: CoordinateSpace?
  private var count = 1
  /// How many empty texts stand behind the last one that is not, or before the first.
  private var blanks = 0

  /// The most cells whose texts one line has, the most characters of one of those texts, and the most parts of a cell.
  private static let maxCells = 8
  private static let maxLength = 120
  private static let maxParts = 8

  /// States that a line says, or that set a cell apart from its row.
  private static let telling: States = [
    .enabled, .selected, .expanded, .collapsed,
  ]

  /// - Parameter index: Which row of the table it is, where that is known.
  init(
    _ cell: borrowing Element, texts: [String], owner: Int, node: Int?, hasFocus: Bool, index: Int?
  ) {
    id = cell.id
    self.index = index
    self.texts = texts
    self.owner = owner
    self.node = node
    table = cell.parent
    states = cell.states.intersection(Self.telling)
    isPressed = cell.isPressed
    self.hasFocus = hasFocus
    places = cell.frame.map { [$0.rect] } ?? []
    space = cell.frame?.space
  }

  /// Returns the texts of a cell in such a table; `nil` where it is none, or says anything else.
  static func texts(of cell: borrowing Element, in tree: Tree) -> [String]? {
    // A table makes its cells up when it is asked for them, and says so.
    guard cell.role == .cell, cell.states.contains(.transient), cell.saysOnlyText,
      cell.children.count <= maxParts, let parent = cell.parent,
      tree.read(parent, { $0.role != .row && $0.role != .cell }) == true
    else { return nil }
    var texts = cell.hasLabel ? [cell.label].compactMap(\.self) : []
    let states = cell.states.intersection(telling)
    for id in cell.children {
      let part = tree.read(id) { part -> (isPlain: Bool, label: String?) in
        let isPlain =
          part.role == .cell && part.children.isEmpty && part.saysOnlyText
          && part.states.intersection(telling) == states
        return (isPlain, part.hasLabel ? part.label : nil)
      }
      guard let part, part.isPlain else { return nil }
      // Each of several ways to draw a text may have it.
      if let label = part.label, !texts.contains(label) { texts.append(label) }
    }
    return texts
  }

  /// Returns the part of a cell that has the focus, such as its text.
  ///
  /// - Parameter focus: The element that has it over all applications.
  static func focusedPart(
    of cell: borrowing Element, focus: ElementID?, in tree: Tree
  ) -> ElementID? {
    let parts = cell.children.prefix(maxParts).filter { part in
      tree.read(part) { $0.states.contains(.focused) } == true
    }
    return parts.first { $0 == focus } ?? parts.first
  }

  /// Takes a cell that stands behind the others in the row. Returns whether it does.
  ///
  /// - Parameter index: Which row of the table it is in, where that is known: cells that are scrolled out have no place in GTK 3.
  mutating func take(_ cell: borrowing Element, owner: Int, index: Int?) -> Bool {
    guard owner == self.owner, cell.parent == table, count < Self.maxCells else { return false }
    if let frame = cell.frame {
      // Columns that people moved are listed where they were.
      guard let first = places.first, frame.space == space, frame.rect.isInRow(with: first),
        !places.contains(where: frame.rect.isAboveOrBelow)
      else { return false }
      places.append(frame.rect)
    } else {
      guard places.isEmpty, let index, index == self.index else { return false }
    }
    count += 1
    return true
  }

  /// Notes a cell without a text where others have one: what is behind it is in another column. Icons say nothing of texts.
  mutating func noteBlank(_ cell: borrowing Element) {
    if cell.isEmptyText { blanks += 1 }
  }

  /// Returns the texts of a cell that is taken, behind empty ones for the cells without a text before it.
  mutating func texts(behindBlanks texts: [String]) -> [String] {
    defer { blanks = 0 }
    return Array(repeating: "", count: blanks) + texts
  }

  /// Whether what stands for the row is still to come: all its cells so far are empty.
  var isAwaited: Bool { texts.isEmpty }

  /// Returns the row with a cell that stands for it, behind its empty ones.
  func begun(by cell: borrowing Element, texts: [String], node: Int?, hasFocus: Bool) -> Self {
    var row = Self(
      cell, texts: texts, owner: owner, node: node, hasFocus: hasFocus, index: index)
    (row.places, row.count) = (places, count)
    return row
  }

  /// Whether the line of the row says all that that of a cell in it would say.
  func says(_ cell: borrowing Element, texts: [String], hasFocus: Bool) -> Bool {
    states.isSuperset(of: cell.states.intersection(Self.telling)) && (self.hasFocus || !hasFocus)
      && cell.states.contains(.selected) == states.contains(.selected)
      && (isPressed || !cell.isPressed)
      && texts.allSatisfy { $0.utf8.count <= Self.maxLength || $0.scalarCount <= Self.maxLength }
  }
}

extension OutlineWalk {
  /// Adds a cell of a table without rows to the line of its row, or begins that. Returns whether it did.
  mutating func addToRow(
    _ element: borrowing Element, _ owner: Int, isListing: Bool, _ tree: Tree
  ) -> Bool {
    guard element.role == .cell, !options.showsAll, owner != 0 || !isChosen,
      let texts = OutlineCellRow.texts(of: element, in: tree)
    else { return false }
    let index = cellPlace(of: element, in: tree)?.row
    let isBehind = cellRow?.take(element, owner: owner, index: index) == true
    let focusedPart = OutlineCellRow.focusedPart(of: element, focus: order.focus, in: tree)
    let hasFocus = focusedPart != nil || element.states.contains(.focused)
    if isBehind, texts.isEmpty { cellRow?.noteBlank(element) }
    let isAwaited = isBehind && cellRow?.isAwaited == true
    if isBehind, !isAwaited, let row = cellRow, row.says(element, texts: texts, hasFocus: hasFocus)
    {
      guard !texts.isEmpty else { return true }
      guard let node = row.node else {
        if nodes[owner].last?.id == row.id { nodes[owner].last?.role = .row }
        return true
      }
      nodes[node].isRow = true
      if nodes[node].inlined.isEmpty { nodes[node].inlined = row.texts }
      nodes[node].inlined += cellRow?.texts(behindBlanks: texts) ?? texts
      return true
    }
    guard !texts.isEmpty else {
      if !isBehind, element.isEmptyText {
        cellRow = OutlineCellRow(
          element, texts: [], owner: owner, node: nil, hasFocus: false, index: index)
        cellRow?.noteBlank(element)
      }
      return false
    }
    let all = isAwaited ? cellRow?.texts(behindBlanks: texts) ?? texts : texts
    // A label is said as one where nothing follows it.
    let own = element.hasLabel && all.count == 1 ? [] : all
    let node = append(
      element, owner, texts: own, isTextAlone: false, isListing: isListing, tree)
    if let node { nodes[node].focusedPart = focusedPart }
    if isAwaited {
      cellRow = cellRow?.begun(by: element, texts: all, node: node, hasFocus: hasFocus)
    } else if !isBehind {
      cellRow = OutlineCellRow(
        element, texts: texts, owner: owner, node: node, hasFocus: hasFocus, index: index)
    }
    return true
  }
}

extension Element {
  fileprivate var isPressed: Bool { actions.contains { $0.kind == .press } }

  /// Whether it is a text without words, as GTK 3 says by its state, and not an icon or something else that has none.
  fileprivate var isEmptyText: Bool {
    states.contains(.singleLine) && !hasLabel && children.isEmpty
  }

  /// Whether a cell says a text, if anything, and can only be acted on as its row can.
  fileprivate var saysOnlyText: Bool {
    states.isDisjoint(with: [
      .checkable, .checked, .mixed, .pressed, .editable, .invalid, .required, .busy,
    ]) && (value == nil || value == label) && range == nil && placeholder == nil
      && !actions.contains {
        switch $0.kind {
        case .custom, .setText, .insertText, .setValue, .increment, .decrement: true
        default: false
        }
      }
  }
}

extension Rect {
  /// Whether a part of the rectangle is right above or below the other one, or in it.
  fileprivate func isAboveOrBelow(_ other: Rect) -> Bool {
    min(x + width, other.x + other.width) > max(x, other.x)
  }
}

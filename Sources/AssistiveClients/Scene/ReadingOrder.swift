internal import AccessibilityQueries
internal import AccessibilityTree

/// Where a cursor stops on its way through a window (S1, S4).
///
/// Elements that say something are stops; layout is not, and neither is what only repeats the stop
/// that it stands in: the text and the picture of a button are part of the button.
struct ReadingOrder {
  private(set) var stops: [ElementID] = []

  private struct Visit {
    let id: ElementID
    /// Whether what it stands in scrolls.
    let scrolls: Bool
    /// What the stop that it stands in says; `nil` outside of stops.
    let said: String?
    /// Whether that stop is a control, which takes what is in it for part of itself.
    let isPart: Bool
  }

  init(of tree: Tree, from root: ElementID) {
    var shown = ShownElements(tree)
    var pending = [Visit(id: root, scrolls: false, said: nil, isPart: false)]
    while let visit = pending.popLast() {
      guard let element = tree[visit.id] else { continue }
      let isShown = visit.id == root || shown.contains(element, scrolls: visit.scrolls)
      var (said, isPart) = (visit.said, visit.isPart)
      if isShown, visit.id != root, element.isStop, !Self.isRepeated(element, visit) {
        stops.append(element.id)
        said = Self.words(of: element)
        isPart = element.role.isControl
      }
      for child in Self.children(of: element, in: tree).reversed() {
        pending.append(
          Visit(id: child, scrolls: visit.scrolls || element.scrolls, said: said, isPart: isPart))
      }
    }
  }

  private static func isRepeated(_ element: Element, _ visit: Visit) -> Bool {
    if visit.isPart { return !(element.role.isControl && element.isActionable) }
    guard let said = visit.said, !element.isActionable, element.range == nil else { return false }
    let words = words(of: element)
    return words.isEmpty || said.contains(words)
  }

  private static func words(of element: Element) -> String {
    [element.label, element.value].compactMap { $0 }.filter { !$0.isBlank }
      .joined(separator: " ")
  }

  /// Highest priority first; those of the same priority as they stand.
  static func children(of element: Element, in tree: Tree) -> [ElementID] {
    let priorities = element.children.map { tree.read($0) { $0.sortPriority } ?? 0 }
    guard priorities.contains(where: { $0 != 0 }) else { return element.children }
    return zip(element.children, priorities).enumerated()
      .sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }
      .map(\.element.0)
  }
}

extension Element {
  fileprivate var isStop: Bool {
    let says = [label, value, placeholder].contains { $0.map { !$0.isBlank } ?? false }
    switch role {
    case .scrollBar, .separator, .splitter, .listMarker, .titleBar: return false
    // GTK 3 calls the entry that opens a menu a menu.
    case .menu: return says && (children.isEmpty || isPressed)
    case .scrollArea: return false
    case .window, .application, .desktop, .document, .menuBar, .toolBar, .internalFrame, .tabPanel:
      return says && children.isEmpty
    default: break
    }
    if role.isControl { return !isWrapper }
    if role.isContainer {
      let isLeaf = children.isEmpty
      return says && (isLeaf || isPressed) || role.isItem && says
    }
    return says || range != nil || isActionable && !role.isText
  }

  /// A container that is itself used, as rows and combined elements are.
  private var isPressed: Bool {
    actions.contains { $0.kind == .press || $0.kind == .custom }
  }

  /// A control that only holds the one that is used.
  private var isWrapper: Bool {
    actions.isEmpty && !states.contains(.focusable) && !children.isEmpty
  }
}

extension Role {
  /// One of many: read as a whole, where it has a label.
  fileprivate var isItem: Bool {
    switch self {
    case .listItem, .option, .treeItem, .row, .cell, .columnHeader, .rowHeader: true
    default: false
    }
  }
}

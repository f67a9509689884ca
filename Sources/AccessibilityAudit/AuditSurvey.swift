internal import AccessibilityQueries
internal import AccessibilityTree

/// Facts about a whole tree that rules need, gathered in three passes.
final class AuditSurvey {
  struct Entry {
    let element: Element
    /// The index of the parent; −1 for a root.
    let parent: Int
    /// The index after the last descendant.
    var end: Int
    let isOnScreen: Bool
    /// The index of the nearest ancestor that is a control; −1 for none.
    let control: Int
    /// The index of the nearest ancestor that has a label; −1 for none.
    let namedAncestor: Int
    /// Whether the element or an ancestor scrolls.
    let scrolls: Bool
    /// The beginning of the text that the element and its descendants show.
    var contents = ""
    /// The level of the preceding heading in the same window or document; 0 when there is none.
    var precedingHeading = 0
  }

  /// In reading order, parents before children.
  private(set) var entries: [Entry] = []
  private var indexByElement: [ElementID: Int] = [:]
  /// The number of focused elements before each index.
  private var focusedBefore = [0]
  /// Controls with the same parent, role and name, keyed by the first of them.
  private(set) var duplicates: [Int: [Int]] = [:]
  /// The indexes of small targets without enough space around them.
  private(set) var crowded: Set<Int> = []
  /// The indexes of elements that take drops, up to two for each application.
  private var dropTargets: [ElementID: [Int]] = [:]

  init(_ tree: Tree) {
    enumerate(tree)
    collectContents()
    collectNeighbours()
  }

  func index(of id: ElementID) -> Int? { indexByElement[id] }

  /// Whether an element can be dropped on another one of its application.
  func canBeDropped(_ index: Int) -> Bool {
    (dropTargets[entries[index].element.application] ?? []).contains { $0 != index }
  }

  /// Returns the indexes of elements and their descendants, each once, in reading order.
  func indices(in scope: [ElementID]) -> [Int] {
    var result: [Int] = []
    for start in scope.compactMap({ indexByElement[$0] }).sorted() {
      guard start > result.last ?? -1 else { continue }
      result += start..<entries[start].end
    }
    return result
  }

  /// Whether the element or a descendant has the focus.
  func holdsFocus(_ index: Int) -> Bool {
    focusedBefore[entries[index].end] > focusedBefore[index]
  }

  /// Returns the ancestors that have labels, the outermost first; in a deep tree only the nearest ones.
  func path(to index: Int) -> [String] {
    var names: [String] = []
    var next = entries[index].namedAncestor
    while next >= 0, names.count < Self.pathLimit {
      let element = entries[next].element
      names.append(element.shortName)
      next = entries[next].namedAncestor
    }
    return names.reversed()
  }

  private static let pathLimit = 16
}

// MARK: Gathering

extension AuditSurvey {
  private func enumerate(_ tree: Tree) {
    var shown = ShownElements(tree)
    var ancestors: [Int] = []
    var found: [Entry] = []
    tree.walk(from: tree.roots) { element, depth in
      ancestors.removeLast(max(0, ancestors.count - depth))
      let parent = ancestors.last ?? -1
      let isScrolled = parent >= 0 && found[parent].scrolls
      let control =
        parent < 0 ? -1 : found[parent].element.role.isControl ? parent : found[parent].control
      let isParentNamed = parent >= 0 && found[parent].element.label?.isBlank == false
      let namedAncestor = parent < 0 || isParentNamed ? parent : found[parent].namedAncestor
      ancestors.append(found.count)
      found.append(
        Entry(
          element: copy element, parent: parent, end: found.count + 1,
          isOnScreen: shown.contains(element, scrolls: isScrolled),
          control: control, namedAncestor: namedAncestor, scrolls: isScrolled || element.scrolls))
      return .descend
    }
    for index in found.indices {
      indexByElement[found[index].element.id] = index
      focusedBefore.append(
        focusedBefore[index] + (found[index].element.states.contains(.focused) ? 1 : 0))
    }
    entries = found
  }

  private func collectContents() {
    for index in entries.indices.reversed() {
      let entry = entries[index]
      if entry.isOnScreen, let own = entry.element.shownText {
        entries[index].contents = String(own.prefix(Self.contentsLimit))
      }
      guard entry.parent >= 0 else { continue }
      entries[entry.parent].end = max(entries[entry.parent].end, entry.end)
      let contents = entries[index].contents
      guard entry.isOnScreen, !contents.isEmpty else { continue }
      let later = entries[entry.parent].contents
      entries[entry.parent].contents =
        later.isEmpty ? contents : String("\(contents) \(later)".prefix(Self.contentsLimit))
    }
  }

  private static let contentsLimit = 80

  private struct Name: Hashable {
    let parent: Int
    let role: Role
    let name: String
  }

  private func collectNeighbours() {
    var named: [Name: [Int]] = [:]
    var targets: [CrowdedTargets.Target] = []
    var level = 0
    for index in entries.indices {
      let subject = AuditSubject(survey: self, index: index)
      let element = subject.element
      if element.role == .document || element.role == .window { level = 0 }
      guard subject.isOnScreen else { continue }
      entries[index].precedingHeading = level
      if element.role == .heading, let own = element.level { level = own }
      if element.takesDrops, dropTargets[element.application, default: []].count < 2 {
        dropTargets[element.application, default: []].append(index)
      }
      if subject.isTarget, let frame = element.frame, let rect = subject.targetSize {
        targets.append(
          CrowdedTargets.Target(
            range: index..<entries[index].end, application: element.application,
            space: frame.space, rect: rect))
      }
      if element.role.isControl, element.isActionable, let name = subject.name {
        named[
          Name(parent: entries[index].parent, role: element.role, name: name.lowercased()),
          default: []
        ].append(index)
      }
    }
    crowded = CrowdedTargets(targets).indices
    for indices in named.values where indices.count > 1 {
      if let first = indices.first { duplicates[first] = Array(indices.dropFirst()) }
    }
  }
}

extension Element {
  fileprivate var takesDrops: Bool {
    !dropPoints.isEmpty || actions.contains { $0.kind == .drop }
  }

  /// The text that the element itself shows.
  fileprivate var shownText: String? {
    if let label, !label.isBlank { return label }
    if let value, !value.isBlank, role.isText { return value }
    return nil
  }
}

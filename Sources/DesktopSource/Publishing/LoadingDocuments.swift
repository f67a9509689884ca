internal import AccessibilityTree

/// The documents of an application of which elements will come, so that what is shown of them is not all there is.
struct LoadingDocuments {
  /// Documents that were being loaded when they were last shown, according to the toolkit.
  private var busy: Set<ElementID> = []
  /// Documents that were shown before all that is in them was read.
  private var arriving: Set<ElementID> = []
  /// Documents without anything in them when they were last shown, as Chromium has them until the page is there.
  private var blank: Set<ElementID> = []
  /// Whether so much is new that it is shown as it comes, and some of it is still missing.
  private var isGrowing = false

  mutating func willShow(_ element: borrowing Element) {
    guard element.role == .document else { return }
    arriving.insert(element.id)
    didChange(element)
  }

  mutating func didChange(_ element: borrowing Element) {
    if element.isLoadingDocument { busy.insert(element.id) }
    if element.isBlankDocument { blank.insert(element.id) }
  }

  /// Notes how far reading has come.
  ///
  /// - Parameters:
  ///   - freshCount: The number of new objects that have no element yet.
  ///   - most: Up to how many new objects are shown at once, when all of them were read.
  ///   - isRead: Whether the structure has been read and published as far as it is known.
  mutating func update(freshCount: Int, most: Int, isRead: Bool) {
    if freshCount > most { isGrowing = true }
    if freshCount == 0 { isGrowing = false }
    if freshCount == 0, isRead { arriving = [] }
  }

  /// Whether elements will come in what is on screen. What loads within a document, as a frame does, may do so at any time
  /// and is not counted.
  mutating func isLoading(in tree: Tree) -> Bool {
    busy = busy.filter { tree.read($0, \.isLoadingDocument) == true }
    blank = blank.filter { tree.read($0, \.isBlankDocument) == true }
    return isGrowing || blank.contains { isPage($0, in: tree) }
      || busy.union(arriving).contains { id in
        tree.read(id) { $0.states.contains(.showing) } == true
          && !tree.ancestors(of: id).contains { tree.read($0) { $0.role } == .document }
      }
  }

  /// Whether a document is the page of a window, which has a title: popups of Chromium have documents that stay blank.
  private func isPage(_ id: ElementID, in tree: Tree) -> Bool {
    let windows =
      tree.read(id) { document in
        document.relations.filter { $0.kind == .embeddedBy }.flatMap(\.targets)
      } ?? []
    return windows.contains { tree.read($0) { $0.label?.isBlank == false } == true }
  }
}

extension Element {
  /// Whether the element is a document on screen that has no size, no name and nothing in it.
  fileprivate var isBlankDocument: Bool {
    role == .document && states.contains(.showing) && children.isEmpty
      && label?.isBlank != false && frame?.rect.isEmpty != false
  }

  fileprivate var isLoadingDocument: Bool { role == .document && states.contains(.busy) }
}

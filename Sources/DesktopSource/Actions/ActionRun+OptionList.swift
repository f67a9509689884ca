internal import AccessibilityMirror
internal import AccessibilityTree

/// The list of a combo box of Qt, whose states do not tell whether it is open, and whose options change without an event.
extension ActionRun {
  /// Whether the list of a combo box has a place on screen now, which it has while it is open; `nil` where the toolkit tells
  /// by states, or the list is not known.
  func isListPlaced(of box: Element) async throws(ActionRefusal) -> Bool? {
    guard object.dialect.keepsHiddenViewsShowing, let list = list(of: box) else { return nil }
    let extents = try await callOptional(
      "GetExtents", of: "Component", [CoordinateSpace.screen.argument], at: list.path,
      read: Answer.extents)
    return extents.flatMap(\.self) != nil
  }

  /// The labels of all options of a combo box, of which the application has no others now; `nil` where it may, and where
  /// the options are known only once the list is open.
  func reportedOptions(in box: Element) async throws(ActionRefusal) -> [String]? {
    let tree = host.store.tree
    guard object.dialect.omitsChangeEvents, let options = tree.knownOptions(in: box.id),
      let list = list(of: box)
    else { return nil }
    let count = try await eachProperty(
      "ChildCount", of: "Accessible", at: [list.path], read: Answer.int32)
    let paths = list.options.compactMap { host.actionObject($0)?.path }
    guard count == [Int32(clamping: paths.count)], paths.count == options.count else { return nil }
    let names = try await eachProperty("Name", of: "Accessible", at: paths, read: Answer.string)
    return names == options ? options : nil
  }

  /// The list in a combo box, and its options.
  private func list(of box: Element) -> (path: String, options: [ElementID])? {
    guard let list = firstElement(in: box.id, where: { $0.role == .list }),
      let path = host.actionObject(list.id)?.path
    else { return nil }
    return (path, list.children)
  }
}

internal import AccessibilitySpeech
internal import AccessibilityTree

extension Scene {
  /// Returns what is said when a window comes to the front: its name. Of a dialog, and of a window that an action has
  /// opened, also its texts, because those who only go to what can be used would miss them.
  func introduction(_ opening: OpenedWindows) -> [ClientEffect] {
    let title = window(at: focusedStop).flatMap { Speech.name(of: $0, in: tree) }
    let lines = [title].compactMap(\.self) + textsOfDialog(opening).map { headline(of: $0) }
    var said: Set<String> = []
    return lines.filter { said.insert($0).inserted }.flatMap {
      [ClientEffect].say(.answer, $0, root)
    }
  }

  /// The first texts of a dialog, or of a window that an action has opened; none of other windows.
  func textsOfDialog(_ opening: OpenedWindows) -> [ElementID] {
    guard let root, let element = tree[root], element.isDialog || opening.isNew(root, in: tree)
    else { return [] }
    return Array(stops.filter { tree[$0]?.isActionable == false }.prefix(Self.maxTexts))
  }
}

extension Element {
  fileprivate var isDialog: Bool {
    role == .dialog || role == .alertDialog || states.contains(.modal) || traits.contains(.modal)
  }
}

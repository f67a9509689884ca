internal import AccessibilitySpeech
internal import AccessibilityTree

extension Scene {
  /// What is said when a window comes to the front: its name. Of a dialog also its texts, because those who only go to
  /// what can be used would miss them.
  var introduction: [ClientEffect] {
    guard let root, let element = tree[root] else { return [] }
    let title = window(at: focusedStop).flatMap { Speech.name(of: $0, in: tree) }
    let texts = element.isDialog ? stops.filter { tree[$0]?.isActionable == false } : []
    let lines = [title].compactMap(\.self) + texts.prefix(Self.maxTexts).map { headline(of: $0) }
    var said: Set<String> = []
    return lines.filter { said.insert($0).inserted }.flatMap {
      [ClientEffect].say(.answer, $0, root)
    }
  }
}

extension Element {
  fileprivate var isDialog: Bool {
    role == .dialog || role == .alertDialog || states.contains(.modal) || traits.contains(.modal)
  }
}

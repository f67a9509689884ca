internal import AccessibilitySpeech
internal import AccessibilityTree

/// Tells elements of the same name apart, where people can reach several of them.
struct Namesakes {
  private let scene: Scene
  private let counts: [String?: Int]

  /// - Parameter ids: The elements that people can reach.
  init(_ ids: some Sequence<ElementID>, in scene: Scene) {
    self.scene = scene
    counts = Dictionary(
      Set(ids).map { (Speech.name(of: $0, in: scene.tree), 1) }, uniquingKeysWith: +)
  }

  /// Returns what tells an element from the others of its name; `nil` when it is the only one, or when nothing does.
  func context(of id: ElementID) -> String? {
    counts[Speech.name(of: id, in: scene.tree), default: 0] > 1 ? scene.context(of: id) : nil
  }

  /// Returns what is said about an element in one line, and what tells it from the others of its name.
  func headline(of id: ElementID) -> String {
    [scene.headline(of: id), context(of: id)].compactMap(\.self).joined(separator: ", ")
  }
}

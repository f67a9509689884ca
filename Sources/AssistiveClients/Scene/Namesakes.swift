internal import AccessibilitySpeech
internal import AccessibilityTree

/// Tells elements apart that people can reach: those of the same name, and the controls of rows that have the same kinds
/// of controls.
struct Namesakes {
  private let scene: Scene
  private let rows: RepeatedRows
  private let reached: Set<ElementID>
  /// How many elements have a name, in lower case.
  private let counts: [String?: Int]

  /// - Parameter ids: The elements that people can reach.
  init(_ ids: some Sequence<ElementID>, in scene: Scene) {
    self.scene = scene
    rows = RepeatedRows(scene)
    let reached = Set(ids)
    self.reached = reached
    counts = Dictionary(
      reached.map { (Speech.name(of: $0, in: scene.tree)?.lowercased(), 1) }, uniquingKeysWith: +)
  }

  /// Returns what tells an element from the others of its name, or from those in the same place of other rows; `nil` when
  /// there are none, or when nothing does.
  func context(of id: ElementID) -> String? {
    let name = Speech.name(of: id, in: scene.tree)?.lowercased()
    let hasNamesakes = counts[name, default: 0] > 1
    if let row = rows.row(of: id), hasNamesakes || !reached.isDisjoint(with: row.peers) {
      return row.words
    }
    return hasNamesakes ? scene.context(of: id) : nil
  }

  /// Returns what is said about an element in one line, and what tells it from others.
  func headline(of id: ElementID) -> String {
    [scene.headline(of: id), context(of: id)].compactMap(\.self).joined(separator: ", ")
  }
}

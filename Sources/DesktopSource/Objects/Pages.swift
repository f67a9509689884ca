internal import AccessibilityTree

/// Several elements in one place, of which one is in front.
extension MirroredObject {
  /// Children of one container that are looked at.
  static let maxPages = 64

  /// Whether it or something above it is behind another page.
  var isCovered: Bool {
    var next: MirroredObject? = self
    while let object = next {
      if object.isBehind { return true }
      next = object.parent
    }
    return false
  }

  /// It could say where it is, and is nowhere: it was never laid out, or has no size.
  var hasNoPlace: Bool {
    frame == nil && known.contains(.frame) && facts.interfaces.contains(.component)
  }

  /// It has no size and its children have: it does not show them, if it clips.
  var hidesChildren: Bool { hasNoPlace || frame?.rect.isEmpty == true }

  /// Children that stand in the same place as one before or after them, and those that were behind when they
  /// were last looked at; all where it has no size.
  var pages: [MirroredObject] {
    let placed = children.prefix(Self.maxPages * 4).filter {
      $0.facts.states.contains(.visible) && $0.frame?.rect.isEmpty == false
    }
    if hidesChildren { return Array(placed.prefix(Self.maxPages)) }
    guard placed.count >= 2 else { return placed.filter(\.isBehind) }
    let overlaps = zip(placed, placed.dropFirst()).map { $0.covers($1) }
    return Array(
      placed.indices.filter { index in
        placed[index].isBehind || index > 0 && overlaps[index - 1]
          || index < overlaps.count && overlaps[index]
      }.map { placed[$0] }.prefix(Self.maxPages))
  }

  /// Whether half of the smaller of two elements is in the place of the other.
  private func covers(_ other: MirroredObject) -> Bool {
    guard let first = frame?.rect, let second = other.frame?.rect else { return false }
    let common = first.intersection(second)
    let smaller = min(first.width * first.height, second.width * second.height)
    return common.width * common.height * 2 >= smaller
  }
}

internal import AccessibilityTree

/// Pages: several elements in the same place, one of which is in front.
extension MirroredObject {
  /// The maximum number of children of one container that are checked.
  static let maxPages = 64

  /// Whether the object or an ancestor is behind another page.
  var isCovered: Bool {
    var next: MirroredObject? = self
    while let object = next {
      if object.isBehind { return true }
      next = object.parent
    }
    return false
  }

  /// Whether the object supports frames but has none: it was never laid out, or has no size.
  var hasNoPlace: Bool {
    frame == nil && known.contains(.frame) && facts.interfaces.contains(.component)
  }

  /// Whether the object has no size, and so hides children that have one if it clips.
  var hidesChildren: Bool { hasNoPlace || frame?.rect.isEmpty == true }

  /// The children that overlap the previous or the next one, and those that were behind another page at the
  /// last check; all of them if the object has no size.
  var pages: [MirroredObject] {
    // A menu button has its popover in it, beside what opens that.
    switch ElementMapping.role(facts) {
    case .button, .toggleButton, .popUpButton, .comboBox: return []
    default: break
    }
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

  /// Whether two elements overlap in at least half of the smaller one.
  private func covers(_ other: MirroredObject) -> Bool {
    guard let first = frame?.rect, let second = other.frame?.rect else { return false }
    let common = first.intersection(second)
    let smaller = min(first.width * first.height, second.width * second.height)
    return common.width * common.height * 2 >= smaller
  }
}

/// Views that are not shown, whatever their states and those of their items say.
extension MirroredObject {
  /// Whether the object is a view that is not shown.
  var isHiddenView: Bool {
    guard frame == nil, known.contains(facts.interfaces.contains(.component) ? .frame : .interfaces)
    else { return false }
    return facts.isPlacedWhereShown(peer.dialect, in: parent?.facts)
  }

  /// Whether the object is a view that has a place only while it is shown.
  var mayLoseItsPlace: Bool { facts.isPlacedWhereShown(peer.dialect, in: parent?.facts) }
}

extension AtspiFacts {
  /// Whether the object is a view that has a place only while it is shown. The list of a combo box may have none while it is
  /// open.
  func isPlacedWhereShown(_ dialect: AtspiDialect, in parent: AtspiFacts?) -> Bool {
    guard dialect.keepsHiddenViewsShowing, let role = AtspiRole.entry(role)?.role,
      MirroredObject.viewRoles.contains(role)
    else { return false }
    return parent.flatMap { AtspiRole.entry($0.role)?.role } != .comboBox
  }
}

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

  /// Whether the object may be on screen since it has a place, though it said otherwise before. It had none when it was last asked,
  /// or is of a toolkit that places late what it shows.
  var mayBeShownSincePlaced: Bool {
    guard peer.dialect.hidesUntilPlaced || known.contains(.frame) && !peer.dialect.omitsShowEvents
    else { return false }
    return known.contains(.states) && facts.states.contains(.visible)
      && !facts.states.contains(.showing)
  }

  /// Whether the object may be out of sight although an event told that it is shown: GTK 3 sends that for all that is in a scrolled
  /// area.
  var mayBeShownOutOfSight: Bool {
    guard peer.dialect.hidesUntilPlaced else { return false }
    var next = parent
    while let around = next, around.parent != nil {
      if around.facts.hasRole(.scrollArea) { return true }
      next = around.parent
    }
    return false
  }

  /// Whether the object has no size, and so hides children that have one if it clips.
  var hidesChildren: Bool { hasNoPlace || frame?.rect.isEmpty == true }

  /// The children that overlap the previous or the next one, and those that were behind another page at the
  /// last check; all of them if the object has no size. Of a view, see `rowsInDoubt`.
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
    if isView { return rowsInDoubt(placed) }
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

/// Rows of views. GTK 4 keeps rows that were scrolled out, at the place that they had on screen.
extension MirroredObject {
  /// Whether the object is a list, table or tree.
  var isView: Bool { facts.isView }

  /// The rows that claim to be where the view shows them, if two of them claim the same place, which cannot be, or
  /// if some were found not to be shown at the last check, and these.
  fileprivate func rowsInDoubt(_ placed: [MirroredObject]) -> [MirroredObject] {
    let claiming = placed.filter { $0.isBehind || isNear($0) }
    guard claiming.contains(where: \.isBehind) || Self.haveOverlap(claiming) else { return [] }
    return claiming
  }

  /// Whether a row is where the object is, or beside it: rows move without an event.
  private func isNear(_ row: MirroredObject) -> Bool {
    guard let around = frame, let place = row.frame, around.space == place.space else {
      return true
    }
    let (rect, margin) = (around.rect, place.rect)
    return Rect(
      x: rect.x - margin.width, y: rect.y - margin.height, width: rect.width + 2 * margin.width,
      height: rect.height + 2 * margin.height
    ).intersects(place.rect)
  }

  /// Whether two of several rows overlap.
  private static func haveOverlap(_ rows: [MirroredObject]) -> Bool {
    func top(_ row: MirroredObject) -> Double { row.frame?.rect.y ?? 0 }
    let sorted = rows.sorted { top($0) < top($1) }
    return sorted.indices.contains { index in
      let bottom = top(sorted[index]) + (sorted[index].frame?.rect.height ?? 0)
      return sorted[(index + 1)...].prefix { top($0) < bottom }.contains {
        sorted[index].covers($0)
      }
    }
  }
}

/// Views that are not shown, whatever their states and those of their items say.
extension MirroredObject {
  /// Whether the object is a view that is not shown, or the header of a column or row that is hidden.
  var isHiddenView: Bool {
    guard frame?.rect.isEmpty ?? true,
      known.contains(facts.interfaces.contains(.component) ? .frame : .interfaces)
    else { return false }
    return facts.isPlacedWhereShown(peer.dialect, in: parent?.facts)
  }

  /// Whether the object is a cell, or part of one, that was scrolled out of its view.
  var isScrolledOutCell: Bool {
    guard peer.dialect.placesShownCellsOnly, frame == nil, known.contains(.frame),
      facts.interfaces.contains(.component), let parent
    else { return false }
    return parent.isView || parent.parent?.isView == true
  }

  /// Whether the object is one of several boxes of a cell, and is not drawn: it has no width, while another one has. A single
  /// box without a width may be drawn: GTK 3 tells which parts of a cell have one as of the row that it drew last.
  var isUndrawnBox: Bool {
    guard hasStatesOfCell, isBox, frame?.rect.isEmpty == true else { return false }
    return parent?.children.contains { $0.isBox && $0.frame?.rect.isEmpty == false } == true
  }

  private var isBox: Bool { facts.actions.contains(where: \.isToggle) }

  /// Whether the object is a view, or a header in one, that has a place only while it is shown.
  var mayLoseItsPlace: Bool { facts.isPlacedWhereShown(peer.dialect, in: parent?.facts) }
}

extension AtspiFacts {
  /// Whether the object is a list, table or tree.
  var isView: Bool {
    AtspiRole.entry(role).map { MirroredObject.viewRoles.contains($0.role) } == true
  }

  /// Whether the object is a viewport of which only what it is in tells whether it is on screen.
  func mayBeScrolledViewport(_ dialect: AtspiDialect) -> Bool {
    dialect.losesScrolledViewports && states.contains(.visible) && !states.contains(.showing)
      && AtspiRole.entry(role)?.name == "viewport"
  }

  /// Whether the object is a view, or a header in one, that has a place only while it is shown. The list of a combo box may have
  /// none while it is open.
  func isPlacedWhereShown(_ dialect: AtspiDialect, in parent: AtspiFacts?) -> Bool {
    guard dialect.keepsHiddenViewsShowing, let role = AtspiRole.entry(role)?.role else {
      return false
    }
    if role.isHeader { return parent?.isView == true }
    guard MirroredObject.viewRoles.contains(role) else { return false }
    // The list of a box has no place while it is closed, wherever the box is.
    return parent?.isComboBox != true || parent?.states.contains(.showing) != true
  }
}

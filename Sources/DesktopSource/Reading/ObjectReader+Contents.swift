internal import AccessibilityTree
internal import BridgeTransport

/// What is shown and hidden with what it is in. Each toolkit reports the container, and leaves out another part of what is in
/// it, which is found here.
extension ObjectReader {
  /// Has what is in an object read again, after an event said that the object was shown or hidden.
  func recheckContents(of object: MirroredObject, after state: AtspiStates) {
    if object.peer.dialect.omitsChangeEvents { recheckWidget(object) }
    if state == .showing { recheckPresence(in: object) }
    if object.facts.states.contains(.managesDescendants), !object.isWindowed { recheckView(object) }
  }

  /// Qt reports one of the two states of the object, and nothing of what is no widget, such as the items of a menu.
  private func recheckWidget(_ object: MirroredObject) {
    reads.mark(object, .states, .high)
    guard object.grid == nil else { return }
    for child in object.children.prefix(Self.itemReach) {
      reads.mark(child, [.states, .frame], .high)
    }
  }

  /// Has the items of a menu read again that was opened or closed. Java says that it is checked, or not, and nothing of its items.
  func recheckItems(ofMenu menu: MirroredObject) {
    guard menu.facts.hasRole(.menu) else { return }
    for item in menu.children.prefix(Self.itemReach) {
      reads.mark(item, [.states, .frame], .high)
    }
  }

  /// Has the items of a view of Qt read again that may be in sight, or out of it, since the view has another size.
  func recheckSight(of view: MirroredObject) {
    guard view.peer.dialect.omitsChangeEvents, view.isView else { return }
    if view.isWindowed { return structure.readWindow(of: view) }
    for item in view.children.prefix(Self.presenceReach) { reads.mark(item, .states, .visible) }
  }

  /// Has the name of an item of a view of Qt read again that became the current one or was selected: where a row was added or removed,
  /// items are used again for other rows, of which no event tells.
  func recheckItem(_ item: MirroredObject, _ priority: ReadPriority = .high) {
    guard item.peer.dialect.omitsChangeEvents, item.parent?.isView == true,
      item.known.contains(.properties)
    else { return }
    if suspectItems.count >= Self.maxSuspects { suspectItems = [] }
    suspectItems.insert(item.id)
    reads.mark(item, .properties, priority)
  }

  /// Has the names of the items on screen read again, in views of Qt, while a client watches: no event tells that rows were renamed
  /// or sorted. Takes a twentieth of the application's time at most.
  func recheckItemsOnScreen() {
    let now = MonotonicTime.now()
    guard peer.dialect.omitsChangeEvents, context.isWatched, isComplete, now >= nextItemCheck else {
      return
    }
    var count = 0
    for view in root.subtree where view.isView && view.isShowing && view.stage == .shown {
      for item in view.children.lazy.filter(\.isShowing).prefix(Self.itemReach) {
        recheckItem(item, .background)
        // Where items follow their rows, sorted ones keep their names.
        if item.followsRow { reads.mark(item, item.known.intersection(.frame), .background) }
        count += 1
      }
    }
    let cost = Rereader.objectCost * count * Rereader.timeDivisor
    nextItemCheck = now.advanced(by: max(Self.itemCheckPause, cost))
    schedule()
  }

  /// Handles that an item was found elsewhere: if it is not where it should be beside its neighbours, those of the view are in another
  /// order.
  func recheckOrder(of item: MirroredObject) {
    guard item.followsRow, let view = item.parent, let index = view.index(of: item),
      let place = item.frame?.rect
    else { return }
    let isMisplaced = [index - 1, index + 1].contains { other in
      guard view.children.indices.contains(other), let beside = view.children[other].frame?.rect
      else { return false }
      return other < index ? beside.y > place.y : beside.y < place.y
    }
    guard isMisplaced else { return }
    if view.isWindowed {
      structure.readWindow(of: view)
    } else {
      reads.mark(view, .children, .visible)
    }
  }

  /// The shortest time between two reads of the names of the items on screen.
  private static let itemCheckPause = Duration.seconds(1)
  /// The maximum number of items of which it is known that their names are being read.
  private static let maxSuspects = 1000

  /// Has those beside such an item read again if it is another one.
  func didReadName(of item: MirroredObject, isOther: Bool) {
    guard suspectItems.remove(item.id) != nil, isOther, let view = item.parent, view.isView else {
      return
    }
    let now = MonotonicTime.now()
    guard itemChecks[view.id].map({ now.since($0) >= Self.itemPause }) ?? true else { return }
    if itemChecks.count >= Self.itemReach { itemChecks = [:] }
    itemChecks[view.id] = now
    rereadItems(of: view)
    // A view may place its rows later than it says which one is the current one.
    context.loop.schedule(after: Self.itemPause) { [weak self, weak view] in
      if let self, let view, !isClosed, view.stage == .shown { rereadItems(of: view) }
    }
  }

  private func rereadItems(of view: MirroredObject) {
    if view.grid != nil {
      structure.readCells(of: view)
    } else if view.isWindowed {
      structure.readWindow(of: view)
    } else if view.children.count <= Self.presenceReach {
      reads.mark(view, .children, .visible)
    }
    // A new one is called a label for a moment, and has no place (Dolphin).
    for item in view.children.prefix(Self.itemReach) {
      let isItem = ElementMapping.role(item.facts).isItem
      reads.mark(
        item, isItem ? .properties : [.properties, .role, .states, .frame], .visible)
    }
    schedule()
  }

  /// The shortest time between two such reads of the items of a view.
  private static let itemPause = Duration.milliseconds(500)

  /// Brings up to date what follows from whether an object is on screen.
  func recheckPresence(in object: MirroredObject) {
    recheckWindow(object)
    recomposeShown(in: object)
    for child in object.children where child.facts.mayBeScrolledViewport(child.peer.dialect) {
      publisher.touch(child, .all)
    }
    // Qt says of the list of a box that it is shown, wherever the box is.
    guard object.peer.dialect.keepsHiddenViewsShowing, object.facts.isComboBox else { return }
    for list in object.children where list.isView {
      publisher.touch(list, .all)
      for item in list.children { publisher.touch(item, .all) }
    }
  }

  /// Has the states of a window's content read again after the window was shown or minimised: Chromium sends events only
  /// for the window itself.
  private func recheckWindow(_ window: MirroredObject) {
    guard window.parent === root else { return }
    for descendant in window.subtree.dropFirst().prefix(Self.presenceReach) {
      reads.mark(descendant, .states, .visible)
    }
  }

  /// GTK 3 sends an event only for the view, and its cells, with their parts, have places only in one that was shown.
  private func recheckView(_ view: MirroredObject) {
    for item in view.children.prefix(Self.presenceReach) {
      reads.mark(item, [.states, .frame], .visible)
      guard item.isTableCell else { continue }
      for part in item.children.prefix(Self.itemReach) where part.isTableCell {
        reads.mark(part, [.states, .frame], .visible)
      }
    }
  }

  /// The maximum number of objects of a window or a view that are read again then. The rest is read when the application is
  /// at rest.
  private static let presenceReach = 1000

  /// The maximum number of items of a container that are read again at once, since they were shown, hidden or selected.
  static let itemReach = 200

  /// Has what is in an object composed again that may have been shown or hidden with it. Nothing is read: whether it is
  /// shown follows from the place of the object (Qt).
  func recomposeContents(of object: MirroredObject) {
    if object.mayLoseItsPlace {
      for child in object.children { publisher.touch(child, .all) }
    }
    recomposeShown(in: object)
  }

  /// Has what says that it is on screen composed again in an object that was shown, hidden or placed (Qt).
  private func recomposeShown(in object: MirroredObject) {
    guard object.peer.dialect.showsInsideHidden, !object.isRoot else { return }
    var containers = [object]
    while let container = containers.popLast() {
      for child in container.children where child.facts.mayBeHiddenWithParent(child.peer.dialect) {
        publisher.touch(child, .all)
        containers.append(child)
      }
    }
  }
}

extension MirroredObject {
  /// Whether the object is an item of a view that follows its row, and of which the view makes a new one each time.
  fileprivate var followsRow: Bool {
    guard peer.dialect.cellsFollowRows, let parent else { return false }
    return parent.remakesChildren || parent.grid?.remakesCells == true
  }
}

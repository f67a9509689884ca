/// Follows the focus, where toolkits say half of it.
final class FocusTracker: StructurePart {
  let structure: StructureReader

  init(_ structure: StructureReader) {
    self.structure = structure
  }

  /// Only one element of an application has the focus; not every toolkit says which lost it.
  func moved(to object: MirroredObject) {
    if let previous = application.focus.holder, previous !== object, previous.stage == .shown,
      previous.facts.states.contains(.focused)
    {
      publisher.set(previous.facts.states.subtracting(.focused), \.facts.states, of: previous)
    }
    recheck()
    application.focus.holder = object
    publisher.recomposeFocused()
  }

  /// With its window an element gains and loses the focus, and not every toolkit says so. Several
  /// may say that they have it: a list and its row.
  func recheck() {
    if let holder = application.focus.holder, holder.stage == .shown {
      reads.mark(holder, .states, .first)
    }
    application.focus.prune()
    for object in application.focus.objects { reads.mark(object, .states, .first) }
    if !application.focus.isToldByEvents { publisher.recomposeCurrentItems() }
  }

  /// An event says that an object gained or lost the focus. A current item said before that it has it: no
  /// state of it changes.
  func wasTold(_ isSet: Bool, of object: MirroredObject) {
    guard !object.peer.dialect.currentItems.isEmpty else { return }
    if !application.focus.isToldByEvents {
      application.focus.isToldByEvents = true
      publisher.recomposeCurrentItems()
    }
    if isSet, object.facts.states.contains(.focused), application.focus.holder !== object {
      moved(to: object)
      publisher.touch(object, .all)
    }
    // Whether its items have the focus depends on it, and it may not tell when they do.
    publisher.recomposeItems(of: object)
    if let parent = object.parent { reads.mark(parent, .states, .first) }
  }
}

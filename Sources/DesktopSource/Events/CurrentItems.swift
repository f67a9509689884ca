internal import AccessibilityTree

/// The focus of items and tabs, for toolkits where each current one says that it has it (Qt).
///
/// An item has the focus when what it stands in says that it has it. The views of Qt 5 never say so, nor
/// that they can: there it is the item whose event said so last.
extension MirroredObject {
  /// Whether it says that it has the focus, and is only the current one of what it stands in.
  ///
  /// - Parameters:
  ///   - states: its own.
  ///   - container: those of its parent.
  func isOnlyCurrent(_ states: AtspiStates, in container: AtspiStates) -> Bool {
    guard isItemOfView, states.contains(.focused), !container.contains(.focused) else {
      return false
    }
    return container.contains(.focusable) || application.focusHolder !== self
  }

  /// Whether it says that it has the focus when it is the current one of what it stands in.
  var isItemOfView: Bool {
    guard peer.dialect.focusesCurrentItems else { return false }
    switch AtspiRole.entry(facts.role)?.role {
    case .tab, .cell, .listItem, .treeItem: return true
    default: return false
    }
  }
}

extension ApplicationMirror {
  /// An event says that an object gained or lost the focus. A current item said before that it has it: no
  /// state of it changes.
  func focusWasTold(_ isSet: Bool, of object: MirroredObject) {
    guard object.peer.dialect.focusesCurrentItems else { return }
    if isSet, object.facts.states.contains(.focused), focusHolder !== object {
      focusMoved(to: object)
      touch(object, .all)
    }
    // Whether its items have the focus depends on it, and it may not tell when they do.
    recomposeItems(of: object)
    if let parent = object.parent { mark(parent, .states, .first) }
  }

  func recomposeItems(of container: MirroredObject) {
    guard container.peer.dialect.focusesCurrentItems else { return }
    for child in container.children.prefix(Self.currentReach)
    where child.facts.states.contains(.focused) {
      touch(child, .all)
    }
  }

  /// Items of a container that are composed anew when its focus changes.
  private static let currentReach = 200
}

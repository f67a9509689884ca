internal import AccessibilityTree

/// The focus of items, tabs and links, for toolkits where each current one says that it has it (Qt, GTK 3).
///
/// Such an item has the focus when what it stands in says that it has it. The views of Qt 5 never say so, nor
/// that they can: there it is the item whose event said so last, and until the first event the only one
/// that can have it.
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
    guard !container.contains(.focusable) else { return true }
    return application.focusHolder !== self && !application.mustHaveFocus(self)
  }

  /// Whether it says that it has the focus when it is the current one of what it stands in.
  var isItemOfView: Bool {
    guard let role = AtspiRole.entry(facts.role)?.role, peer.dialect.currentItems.contains(role)
    else { return false }
    // A link that is no part of a label is a widget.
    return role != .link || parent.map { AtspiRole.entry($0.facts.role)?.role == .label } == true
  }

  /// Whether only events say that it has the focus: what it stands in does not say whether it can.
  fileprivate var isItemOfSilentView: Bool {
    isItemOfView && parent?.facts.states.isDisjoint(with: [.focusable, .focused]) == true
  }

  /// Its window, if it is active and all between the two is showing.
  fileprivate var activeWindow: MirroredObject? {
    var window = self
    while let parent = window.parent, parent !== application.root {
      guard window.isShowing else { return nil }
      window = parent
    }
    return window.facts.states.contains(.active) ? window : nil
  }
}

extension ApplicationMirror {
  /// An event says that an object gained or lost the focus. A current item said before that it has it: no
  /// state of it changes.
  func focusWasTold(_ isSet: Bool, of object: MirroredObject) {
    guard !object.peer.dialect.currentItems.isEmpty else { return }
    if !hasHeardOfFocus {
      hasHeardOfFocus = true
      recomposeCurrentItems()
    }
    if isSet, object.facts.states.contains(.focused), focusHolder !== object {
      focusMoved(to: object)
      touch(object, .all)
    }
    // Whether its items have the focus depends on it, and it may not tell when they do.
    recomposeItems(of: object)
    if let parent = object.parent { mark(parent, .states, .first) }
  }

  func recomposeItems(of container: MirroredObject) {
    guard !container.peer.dialect.currentItems.isEmpty else { return }
    for child in container.children.prefix(Self.currentReach)
    where child.facts.states.contains(.focused) {
      touch(child, .all)
    }
  }

  /// Items of a container that are composed anew when its focus changes.
  private static let currentReach = 200

  /// Whether an item of a view that does not say has the focus, as far as can be known before the first event: its
  /// window is active, and nothing else there says that it has it but what the item stands in.
  fileprivate func mustHaveFocus(_ item: MirroredObject) -> Bool {
    guard !hasHeardOfFocus, !focusedIsCut, item.isItemOfSilentView,
      let window = item.activeWindow
    else { return false }
    return focused.allSatisfy { other in
      if other === item || other.stage != .shown || item.isInside(other)
        || !other.facts.states.contains(.focused) || other.activeWindow !== window
      {
        return true
      }
      // The current item of a view that can have the focus and does not.
      return other.isItemOfView && !other.isItemOfSilentView
        && other.parent?.facts.states.contains(.focused) == false
    }
  }

  /// What may have become the only one that can have the focus, or no longer is, is composed anew.
  func recomposeCurrentItems() {
    for object in focused where object.stage == .shown && object.isItemOfSilentView {
      touch(object, .all)
    }
  }
}

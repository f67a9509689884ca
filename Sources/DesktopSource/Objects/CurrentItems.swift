internal import AccessibilityTree

/// The focus of items, tabs and links, for toolkits where each current one says that it has it (Qt, GTK 3).
///
/// Such an item has the focus when what it stands in says that it has it. The views of Qt 5 never say so, nor
/// that they can: there it is the item whose event said so last, and until the first event the only one
/// that can have it.
extension MirroredObject {
  /// Whether it says that it has the focus, and only hands it on, or is the current one of what it stands in.
  ///
  /// - Parameters:
  ///   - states: its own.
  ///   - container: those of its parent.
  func isOnlyCurrent(_ states: AtspiStates, in container: AtspiStates) -> Bool {
    guard states.contains(.focused) else { return false }
    guard isItemOfView else { return handsFocusOn }
    guard !container.contains(.focused) else { return false }
    guard !container.contains(.focusable) else { return true }
    return application.focus.holder !== self && !application.focus.mustBe(self)
  }

  /// Whether it says that it has the focus when it is the current one of what it stands in.
  var isItemOfView: Bool {
    guard let role = AtspiRole.entry(facts.role)?.role, peer.dialect.currentItems.contains(role)
    else { return false }
    // A link that is no part of a label is a widget.
    return role != .link || parent.map { AtspiRole.entry($0.facts.role)?.role == .label } == true
  }

  /// Whether an event said that another object has the focus, which is no current item of this one.
  private var handsFocusOn: Bool {
    guard peer.dialect.handsFocusOn, let holder = application.focus.holder, holder !== self,
      holder.stage == .shown, holder.facts.states.contains(.focused)
    else { return false }
    return !holder.isItemOfView || holder.parent !== self
  }

  /// Whether only events say that it has the focus: what it stands in does not say whether it can.
  var isItemOfSilentView: Bool {
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

/// Which objects of an application said that they have the focus.
struct FocusMemory {
  /// Whose event said so last.
  weak var holder: MirroredObject?
  /// Those that said so; some may have lost it since.
  private(set) var objects: [MirroredObject] = []
  /// There were more of them than are remembered.
  private var isCut = false
  /// An event told where the focus is.
  var isToldByEvents = false

  /// Remembers an object that has the focus, at most a few; `false` where it is known.
  mutating func note(_ object: MirroredObject) -> Bool {
    guard !objects.contains(where: { $0 === object }) else { return false }
    if objects.count >= 16 {
      objects.removeFirst()
      isCut = true
    }
    objects.append(object)
    return true
  }

  /// Forgets those that have it no longer.
  mutating func prune() {
    objects.removeAll { $0.stage != .shown || !$0.facts.states.contains(.focused) }
  }

  /// Whether an item of a view that does not say has the focus, as far as can be known before the first event: its
  /// window is active, and nothing else there says that it has it but what the item stands in.
  fileprivate func mustBe(_ item: MirroredObject) -> Bool {
    guard !isToldByEvents, !isCut, item.isItemOfSilentView, let window = item.activeWindow
    else { return false }
    return objects.allSatisfy { other in
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
}

internal import AccessibilityQueries
internal import AccessibilitySpeech
package import AccessibilityTree

/// Follows an application into the windows that it opens upon an action of a client that works in another of its
/// windows, or in all of them.
package struct OpenedWindows: Hashable, Sendable {
  /// The application that the last command acted on; `nil` when it acted on none.
  private var application: ElementID?
  /// The windows that the application had before.
  private var known: Set<ElementID> = []
  /// The window of the element that the last command acted on, which comes to the front because it is used.
  private var used: ElementID?

  /// The windows that the last action has brought to the front, until the client has looked at them.
  private var screens: [ElementID] = []

  /// The window that the last command closes, until that was said; `nil` when it closes none.
  private var closing: ElementID?
  /// The name of that window.
  private var closingName = ""

  package init() {}

  /// Takes what an action of the client has caused.
  package mutating func take(_ notifications: [Notification]) {
    screens += notifications.compactMap { notification in
      guard case .screenChanged(let root, _) = notification else { return nil }
      return root
    }
  }

  /// Remembers what a command acts on.
  mutating func begin(_ effects: [ClientEffect], in scene: Scene) {
    let acted = effects.lazy.compactMap { effect -> ElementID? in
      if case .perform(let id, _) = effect { id } else { nil }
    }.last
    application = acted.flatMap { id in scene.tree.read(id) { $0.application } }
    used = acted.flatMap { Scene.window(of: $0, in: scene.tree) }
    known = application.map { Set(Self.windows(of: $0, in: scene.tree)) } ?? []
    closing =
      effects.lazy.compactMap { effect -> ElementID? in
        guard case .perform(let id, let command) = effect else { return nil }
        return scene[id]?.closing?.command == command ? id : nil
      }.first
    closingName = closing.flatMap { Speech.name(of: $0, in: scene.tree) } ?? "Window"
  }

  /// Says which window is closed, once, when it is.
  mutating func sayClosed(in tree: Tree) -> [ClientEffect] {
    guard let window = closing, !tree.contains(window) else { return [] }
    closing = nil
    return .say(.change, "\(closingName) closed")
  }

  /// Returns where the client works now: in a window that opened, or that was open and came to the front, or again where
  /// it was when that is closed.
  mutating func scope(after scope: SceneScope, in tree: Tree) -> SceneScope {
    defer { screens = [] }
    var scope = scope
    while case .opened(let id, let outer) = scope, !tree.contains(id) { scope = outer }
    guard scope != .front, let application else { return scope }
    if let window = opened(of: application, in: tree), scope.unwound(to: window) == nil {
      return .opened(window, from: scope)
    }
    guard let window = raised(of: application, in: tree) else { return scope }
    return scope.unwound(to: window) ?? .opened(window, from: scope)
  }

  /// The last window that was there before, and that its application has brought to the front.
  private func raised(of application: ElementID, in tree: Tree) -> ElementID? {
    screens.last { window in
      known.contains(window) && window != used
        && tree.read(window) { $0.application == application && $0.states.contains(.active) }
          == true
    }
  }

  /// Whether a window has been opened since the last command began, by the application that it acted on.
  func isNew(_ window: ElementID, in tree: Tree) -> Bool {
    guard let application, window != application else { return false }
    return tree.read(window) { $0.application } == application && !known.contains(window)
      && tree.read(window) { $0.isWindow } == true
  }

  /// The last window that was opened since the last command began. One without a name may only be the frame of a
  /// menu or a tip.
  private func opened(of application: ElementID, in tree: Tree) -> ElementID? {
    Self.windows(of: application, in: tree).last { window in
      !known.contains(window) && tree.read(window) { $0.label?.isEmpty == false } == true
    }
  }

  private static func windows(of application: ElementID, in tree: Tree) -> [ElementID] {
    var shown = ShownElements(tree)
    return (tree.read(application) { $0.children } ?? []).filter { child in
      tree.read(child) { $0.isWindow && shown.contains($0, scrolls: false) } ?? false
    }
  }
}

extension SceneScope {
  /// The scope, or the one from which it was opened, that is a window; `nil` when none is.
  fileprivate func unwound(to window: ElementID) -> SceneScope? {
    var scope = self
    while case .opened(let id, let outer) = scope {
      if id == window { return scope }
      scope = outer
    }
    return scope == .element(window) ? scope : nil
  }
}

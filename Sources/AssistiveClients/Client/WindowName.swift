package import AccessibilityTree

/// The window that a client works in, by names that another run of the server may have as well.
package struct WindowName: Hashable, Sendable {
  private let application: String?
  private let title: String?

  /// `nil` where the client follows the window in front, or works in a part of a window.
  package init?(_ scope: SceneScope, in tree: Tree) {
    switch scope {
    case .front: return nil
    case .element(let id), .opened(let id, _): self.init(id, in: tree)
    }
  }

  private init?(_ window: ElementID, in tree: Tree) {
    guard let element = tree[window], element.isWindow else { return nil }
    application = tree.read(element.application) { $0.label } ?? nil
    title = element.label
  }

  /// Returns the first window of the same names; `nil` when there is none.
  package func scope(in tree: Tree) -> SceneScope? {
    Scene.windows(in: tree).first { WindowName($0.id, in: tree) == self }.map { .element($0.id) }
  }
}

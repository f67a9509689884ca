package import AccessibilityTree

/// Makes the scenes of a client, one after another, and remembers the window that was in front.
package struct SceneMaker: Sendable {
  private var last: ElementID?

  package init() {}

  /// Returns the scene of a scope. While no window is in front, that of the one that was is returned.
  package mutating func scene(of tree: Tree, scope: SceneScope) -> Scene {
    let scene = Scene(tree, scope: scope, last: last)
    if scope == .front { last = scene.root.flatMap { Scene.window(of: $0, in: tree) } }
    return scene
  }
}

public import AccessibilityTree

/// Which elements are secret beside password fields.
public struct SecretRule {
  /// Whether a match depends on the elements above, so that a change of these has to be followed.
  public let dependsOnAncestors: Bool
  /// Returns those of some elements that are secret.
  public let matches:
    (_ elements: [ElementID], _ tree: Tree, _ applications: [ElementID: Application]) -> [ElementID]

  public init(
    dependsOnAncestors: Bool,
    matches:
      @escaping (
        _ elements: [ElementID], _ tree: Tree, _ applications: [ElementID: Application]
      ) -> [ElementID]
  ) {
    self.dependsOnAncestors = dependsOnAncestors
    self.matches = matches
  }
}

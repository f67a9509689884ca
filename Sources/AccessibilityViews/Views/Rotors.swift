internal import AccessibilityTree

/// The content of a rotor: `AccessibilityRotorEntry`s, also in `ForEach` and `if`.
public typealias AccessibilityRotorContent = View

/// An entry of a rotor: the element of the view with an id.
///
/// The id is that of a row of `ForEach` or of `.id(_:)`, inside the view that has the rotor. With a
/// namespace, it is that of `.accessibilityRotorEntry(id:in:)` anywhere in the application.
public struct AccessibilityRotorEntry<ID: Hashable>: BuiltInView {
  private let target: RotorTarget

  /// - Parameter label: What the entry is called; the element itself is read by its own label.
  public init(_ label: some StringProtocol, id: ID) {
    target = RotorTarget(id: AnyHashable(id), namespace: nil)
  }

  public init(_ label: some StringProtocol, _ id: ID, in namespace: Namespace.ID) {
    target = RotorTarget(id: AnyHashable(id), namespace: namespace)
  }

  public func render(in node: ViewNode) {
    guard let rotor = node.environment.rotor else { return }
    rotor.set(target, of: node)
    node.onUnmount = { [unowned node] in rotor.set(nil, of: node) }
  }
}

private struct RotorView<Content: View, Entries: View>: BuiltInView {
  let label: String
  let content: Content
  let entries: Entries

  func render(in node: ViewNode) {
    let rotor = node.kept { Rotor(node) }
    rotor.label = label
    node.renderChild(content, at: 0)
    var environment = node.environment
    environment.rotor = rotor
    node.renderChild(SideContent(content: entries), at: 1, environment: environment)
  }
}

extension View {
  /// Adds a custom rotor: the elements that people move through by it.
  public func accessibilityRotor<Entries: AccessibilityRotorContent>(
    _ label: some StringProtocol, @ViewBuilder entries: () -> Entries
  ) -> some View {
    RotorView(label: String(label), content: self, entries: entries())
  }

  /// Adds a custom rotor of the views of identified values.
  public func accessibilityRotor<Model: Identifiable>(
    _ label: some StringProtocol, entries: [Model], entryLabel: KeyPath<Model, String>
  ) -> some View {
    accessibilityRotor(label, entries: entries, entryID: \.id, entryLabel: entryLabel)
  }

  /// Adds a custom rotor of the views of values.
  public func accessibilityRotor<Model, ID: Hashable>(
    _ label: some StringProtocol, entries: [Model], entryID: KeyPath<Model, ID>,
    entryLabel: KeyPath<Model, String>
  ) -> some View {
    accessibilityRotor(label) {
      ForEach(entries, id: entryID) { entry in
        AccessibilityRotorEntry(entry[keyPath: entryLabel], id: entry[keyPath: entryID])
      }
    }
  }

  /// Names the view for entries of rotors.
  public func accessibilityRotorEntry<ID: Hashable>(
    id: ID, in namespace: Namespace.ID
  ) -> some View {
    let target = RotorTarget(id: AnyHashable(id), namespace: namespace)
    return modifyFirstElement { $0.rotorTargets.append(target) }
  }

  /// Adds the element to the custom rotor of a name, without an entry elsewhere.
  public func accessibilityRotorEntry(
    _ rotor: some StringProtocol, isEnabled: Bool = true
  ) -> some View {
    let rotor = String(rotor)
    return modifyElement(isEnabled: isEnabled) { $0.element.rotors.append(rotor) }
  }
}

import AccessibilityMirror
import AccessibilityTree
import Testing

/// A form with a password field, and all that clients could read of it.
struct SecretFixture {
  let mirror = MirrorFixture()
  let root: ElementID
  let window: ElementID
  let field: ElementID

  static let password = "hunter2!"

  var store: TreeStore { mirror.store }

  init(rule: SecretRule? = nil, role: Role = .passwordField, label: String? = "Password") throws {
    mirror.store.secretRule = rule
    (root, window) = try mirror.application()
    field = try mirror.add(role, label, under: window) {
      $0.value = Self.password
      $0.text = TextState(length: 8, caret: 8)
      $0.states = [.editable]
      $0.frame = .at(10, 10)
    }
  }

  /// A form without its field, which is forgotten.
  static func withoutField() throws -> SecretFixture {
    let form = try SecretFixture(label: "Other")
    try form.remove(form.field)
    form.mirror.letPass(milliseconds: 20_000)
    return form
  }

  /// Everything that a revision has: all texts of all elements, and all notifications.
  var shown: String {
    let elements = store.tree.roots.flatMap { store.tree.subtree(of: $0) }
      .compactMap { store.tree[$0] }.map(Self.texts)
    let notifications = mirror.commits.flatMap(\.notifications).map { "\($0)" }
    return (elements + notifications).joined(separator: "\n")
  }

  static func texts(_ element: Element) -> String {
    let texts = [
      element.label, element.value, element.hint, element.identifier, element.placeholder,
      element.nativeRole, element.text.map { "\($0)" }, element.range.map { "\($0)" },
      element.effectiveValue,
    ]
    return
      (texts.compactMap { $0 } + element.inputLabels
      + element.attributes.map { "\($0.name)=\($0.value)" } + element.actions.map(\.name))
      .joined(separator: "|")
  }

  /// Fails when a revision has the password, or bullets that tell its length.
  func expectNothing(
    _ secret: String = Self.password, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(!shown.contains(secret), "\(shown)", sourceLocation: sourceLocation)
    #expect(!shown.contains("••"), "\(shown)", sourceLocation: sourceLocation)
  }

  func element(_ id: ElementID) throws -> Element { try #require(store.tree[id]) }

  func change(_ id: ElementID, _ body: (inout Element) -> Void) throws {
    try store.edit { try $0.update(id, body) }
  }

  func remove(_ id: ElementID) throws {
    try store.edit { _ = try $0.remove(id) }
  }
}

internal import AccessibilityTree

/// What an object reports about itself, and what the mapping needs to know of its surroundings.
struct AtspiFacts: Hashable, Sendable {
  /// The role number that `GetRole` returns.
  var role: UInt32 = 0
  var states: AtspiStates = []
  var interfaces: AtspiInterfaces = []
  var name = ""
  var description = ""
  /// The attributes that `GetAttributes` returns.
  var attributes: AtspiAttributes = [:]
  /// The actions, in the order of their indexes.
  var actions: [AtspiAction] = []
  private var rare: SparseBox<RareFacts>?

  init() {}
}

/// Facts of few objects, and those that are known only while an element is composed.
private struct RareFacts: SparseAttributes {
  var roleName = ""
  var helpText = ""
  var accessibleID = ""
  var dialect = AtspiDialect()
  var isTopLevel = false
  var isOnlyCurrent = false
  var hasSilentFocus = false
  var parentSelects = false
}

extension AtspiFacts {
  private mutating func change(isDefault: Bool, _ body: (inout RareFacts) -> Void) {
    SparseBox.change(&rare, isDefault: isDefault, body)
  }

  /// The name that `GetRoleName` returns; empty when it was not called.
  var roleName: String {
    get { rare?.values.roleName ?? "" }
    set { change(isDefault: newValue.isEmpty) { $0.roleName = newValue } }
  }

  /// The property `HelpText` of newer applications.
  var helpText: String {
    get { rare?.values.helpText ?? "" }
    set { change(isDefault: newValue.isEmpty) { $0.helpText = newValue } }
  }

  /// The property `AccessibleId`.
  var accessibleID: String {
    get { rare?.values.accessibleID ?? "" }
    set { change(isDefault: newValue.isEmpty) { $0.accessibleID = newValue } }
  }

  var dialect: AtspiDialect {
    get { rare?.values.dialect ?? AtspiDialect() }
    set { change(isDefault: newValue == AtspiDialect()) { $0.dialect = newValue } }
  }

  /// Whether the parent is the application's root object.
  var isTopLevel: Bool {
    get { rare?.values.isTopLevel ?? false }
    set { change(isDefault: !newValue) { $0.isTopLevel = newValue } }
  }

  /// Whether the object reports the focus but does not have it: it is only the current item of its container,
  /// or passes the focus on.
  var isOnlyCurrent: Bool {
    get { rare?.values.isOnlyCurrent ?? false }
    set { change(isDefault: !newValue) { $0.isOnlyCurrent = newValue } }
  }

  /// Whether the object has the focus although its states do not contain it.
  var hasSilentFocus: Bool {
    get { rare?.values.hasSilentFocus ?? false }
    set { change(isDefault: !newValue) { $0.hasSilentFocus = newValue } }
  }

  /// Whether the parent has the interface Selection.
  var parentSelects: Bool {
    get { rare?.values.parentSelects ?? false }
    set { change(isDefault: !newValue) { $0.parentSelects = newValue } }
  }
}

/// Attributes by their names, in the order of these: the list that an element has, too.
struct AtspiAttributes: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  let list: [ToolkitAttribute]

  init(dictionaryLiteral values: (String, String)...) {
    self.init(Dictionary(uniqueKeysWithValues: values))
  }

  init(_ values: [String: String]) {
    list = values.map { ToolkitAttribute(name: $0.key, value: $0.value) }
      .sorted { $0.name < $1.name }
  }

  /// An element has few of them.
  subscript(name: String) -> String? { list.first { $0.name == name }?.value }

  var isEmpty: Bool { list.isEmpty }

  /// The size of all names and values in bytes.
  var textSize: Int { list.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }
}

/// One action of the interface Action.
struct AtspiAction: Hashable, Sendable {
  /// The name that `GetName(index)` returns, which is never translated.
  var name: String
}

internal import AccessibilityTree

/// What an object reports about itself, and what the mapping needs to know of its surroundings.
struct AtspiFacts: Hashable, Sendable {
  // What is small comes last: every object of an application has its facts, and what follows them there takes up the rest.
  var states: AtspiStates = []
  var name = ""
  /// The attributes that `GetAttributes` returns.
  var attributes = AtspiAttributes()
  /// The actions, in the order of their indexes.
  var actions: [AtspiAction] = []
  private var rare: SparseBox<RareFacts>?
  /// The role number that `GetRole` returns.
  var role: UInt32 = 0
  var interfaces: AtspiInterfaces = []
  var dialect = AtspiDialect()
  private var surroundings: Surroundings = []

  init() {}
}

/// Facts of few objects.
private struct RareFacts: SparseAttributes {
  var description = ""
  var roleName = ""
  var helpText = ""
  var accessibleID = ""
}

/// What is known of an object's surroundings while its element is composed.
private struct Surroundings: OptionSet, Hashable {
  let rawValue: UInt8

  static let topLevel = Surroundings(rawValue: 1)
  static let onlyCurrent = Surroundings(rawValue: 2)
  static let silentFocus = Surroundings(rawValue: 4)
  static let selectingParent = Surroundings(rawValue: 8)
  static let checkedOnce = Surroundings(rawValue: 16)
  static let treeAround = Surroundings(rawValue: 32)

  mutating func set(_ fact: Surroundings, _ isTrue: Bool) {
    if isTrue { insert(fact) } else { remove(fact) }
  }
}

extension AtspiFacts {
  private mutating func change(isDefault: Bool, _ body: (inout RareFacts) -> Void) {
    SparseBox.change(&rare, isDefault: isDefault, body)
  }

  var description: String {
    get { rare?.values.description ?? "" }
    set { change(isDefault: newValue.isEmpty) { $0.description = newValue } }
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

  /// Whether the parent is the application's root object.
  var isTopLevel: Bool {
    get { surroundings.contains(.topLevel) }
    set { surroundings.set(.topLevel, newValue) }
  }

  /// Whether the object reports the focus but does not have it: it is only the current item of its container,
  /// or passes the focus on.
  var isOnlyCurrent: Bool {
    get { surroundings.contains(.onlyCurrent) }
    set { surroundings.set(.onlyCurrent, newValue) }
  }

  /// Whether the object has the focus although its states do not contain it.
  var hasSilentFocus: Bool {
    get { surroundings.contains(.silentFocus) }
    set { surroundings.set(.silentFocus, newValue) }
  }

  /// Whether an answer has ever said that the object is checked.
  var wasChecked: Bool {
    get { surroundings.contains(.checkedOnce) }
    set { surroundings.set(.checkedOnce, newValue) }
  }

  /// Whether the object has a role by its application, before its place and its attributes refine it.
  func hasRole(_ role: Role) -> Bool { AtspiRole.entry(self.role)?.role == role }

  /// Whether the object is a label in a tree, or in another such label.
  var isLabelInTree: Bool {
    get { surroundings.contains(.treeAround) }
    set { surroundings.set(.treeAround, newValue) }
  }

  /// Whether the parent has the interface Selection.
  var parentSelects: Bool {
    get { surroundings.contains(.selectingParent) }
    set { surroundings.set(.selectingParent, newValue) }
  }
}

/// Attributes by their names, in the order of these: the list that an element has, too.
struct AtspiAttributes: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  let list: [ToolkitAttribute]

  init() {
    list = []
  }

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

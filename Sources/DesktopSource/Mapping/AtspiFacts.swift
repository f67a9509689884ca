/// What an AT-SPI object says of itself, as it says it.
struct AtspiFacts: Hashable, Sendable {
  /// The number that `GetRole` answers.
  var role: UInt32 = 0
  /// What `GetRoleName` answers; empty when it was not asked.
  var roleName = ""
  var states: AtspiStates = []
  var interfaces: AtspiInterfaces = []
  var name = ""
  var description = ""
  /// The property `HelpText` of newer applications.
  var helpText = ""
  /// The property `AccessibleId`.
  var accessibleID = ""
  /// What `GetAttributes` answers.
  var attributes: [String: String] = [:]
  /// In the order of their indices.
  var actions: [AtspiAction] = []
  var dialect = AtspiDialect()
  /// The parent is the application's root object.
  var isTopLevel = false
  /// What is focused is the current item of what it stands in, and does not have the focus.
  var isOnlyCurrent = false
  /// The parent has the interface Selection.
  var parentSelects = false

  init() {}
}

/// One action of the interface Action.
struct AtspiAction: Hashable, Sendable {
  /// The name that `GetName(index)` answers, which is never translated.
  var name: String
}

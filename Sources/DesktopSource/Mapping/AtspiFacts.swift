/// What an AT-SPI object reports about itself, unchanged.
struct AtspiFacts: Hashable, Sendable {
  /// The role number that `GetRole` returns.
  var role: UInt32 = 0
  /// The name that `GetRoleName` returns; empty when it was not called.
  var roleName = ""
  var states: AtspiStates = []
  var interfaces: AtspiInterfaces = []
  var name = ""
  var description = ""
  /// The property `HelpText` of newer applications.
  var helpText = ""
  /// The property `AccessibleId`.
  var accessibleID = ""
  /// The attributes that `GetAttributes` returns.
  var attributes: [String: String] = [:]
  /// The actions, in the order of their indexes.
  var actions: [AtspiAction] = []
  var dialect = AtspiDialect()
  /// Whether the parent is the application's root object.
  var isTopLevel = false
  /// Whether the object reports the focus but does not have it: it is only the current item of its container,
  /// or passes the focus on.
  var isOnlyCurrent = false
  /// Whether the object has the focus although its states do not contain it.
  var hasSilentFocus = false
  /// Whether the parent has the interface Selection.
  var parentSelects = false

  init() {}
}

/// One action of the interface Action.
struct AtspiAction: Hashable, Sendable {
  /// The name that `GetName(index)` returns, which is never translated.
  var name: String
}

internal import AccessibilityTree

/// How much a defect costs the people who meet it.
package enum AuditSeverity: UInt8, Hashable, Comparable, Sendable, CaseIterable {
  /// Could be better; nobody is kept out.
  case note = 1
  /// Slows people down or misleads them.
  case warning = 2
  /// Something cannot be understood or used.
  case error = 3

  /// The name on the command line and in JSON.
  package var name: String {
    switch self {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }

  package init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  package static func < (left: AuditSeverity, right: AuditSeverity) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// One kind of defect that an audit looks for.
package struct AuditRule: Sendable {
  /// By which the command line and JSON name it: "missing-label".
  package let id: String
  package let severity: AuditSeverity
  /// What is wrong, in a phrase: "a control has no name".
  package let what: String
  /// What it does to people.
  package let why: String
  /// What a developer does about it.
  package let remedy: String

  /// What exactly is wrong with an element; `nil` when nothing is.
  let check: @Sendable (AuditSubject) -> String?

  init(
    _ id: String, _ severity: AuditSeverity, _ what: String, why: String, remedy: String,
    check: @escaping @Sendable (AuditSubject) -> String?
  ) {
    self.id = id
    self.severity = severity
    self.what = what
    self.why = why
    self.remedy = remedy
    self.check = check
  }

  /// Every rule, the gravest first.
  package static let all: [AuditRule] =
    (names + labels + images + values + actions + targets + structure)
    .enumerated()
    .sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }
    .map(\.element)

  /// The rule of that id; `nil` for an id that is none.
  package init?(id: String) {
    guard let rule = Self.all.first(where: { $0.id == id }) else { return nil }
    self = rule
  }
}

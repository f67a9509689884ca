internal import AccessibilityTree

/// The severity of a defect, by its effect on the people who encounter it.
package enum AuditSeverity: UInt8, Hashable, Comparable, Sendable, CaseIterable {
  /// Could be improved; nobody is prevented from using the element.
  case note = 1
  /// Slows people down or misleads them.
  case warning = 2
  /// Something cannot be understood or operated.
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

/// A kind of defect that an audit checks for.
package struct AuditRule: Sendable {
  /// The id on the command line and in JSON: "missing-label".
  package let id: String
  package let severity: AuditSeverity
  /// What is wrong, in a phrase: "a control has no name".
  package let what: String
  /// How the defect affects people.
  package let why: String
  /// What a developer should change.
  package let remedy: String

  /// Returns what exactly is wrong with an element; `nil` when nothing is.
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

  /// All rules, the most severe first.
  package static let all: [AuditRule] =
    (names + labels + images + values + actions + targets + structure)
    .enumerated()
    .sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }
    .map(\.element)

  /// Creates the rule with an id; `nil` when there is none.
  package init?(id: String) {
    guard let rule = Self.all.first(where: { $0.id == id }) else { return nil }
    self = rule
  }
}

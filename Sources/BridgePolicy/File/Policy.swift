/// Who may do what. Whom it does not name may do nothing.
public struct Policy: Hashable, Sendable {
  /// What it says of some clients.
  public struct Stanza: Hashable, Sendable {
    public var kind: PolicySubject.Kind
    public var name: NamePattern
    public var rights: Rights
    /// The line that begins it, from 1.
    public var line: Int

    func applies(to subject: PolicySubject) -> Bool {
      guard kind == subject.kind else { return false }
      return kind == .anybody || name.matches(subject.name)
    }

    /// Whether the stanza fits every client that another one fits.
    func covers(_ other: Stanza) -> Bool { kind == other.kind && name.covers(other.name) }
  }

  /// The first one that names a client decides.
  public var stanzas: [Stanza]

  /// Returns what is said of a client; `nil`: nothing, so that it may do nothing.
  public func stanza(for subject: PolicySubject) -> Stanza? {
    stanzas.first { $0.applies(to: subject) }
  }

  /// Returns the lines that grant a client permissions, for people to write into a policy.
  ///
  /// - Parameter applications: The applications that it may see; empty: all.
  public static func lines(
    for subject: PolicySubject, _ permissions: Permissions, applications: [NamePattern]
  ) -> [String] {
    let names = applications.isEmpty ? "*" : applications.map(\.description).joined(separator: ", ")
    var lines = ["for \(subject)", "  may \(permissions.names.joined(separator: ", "))"]
    if permissions.contains(.observe) { lines.append("  applications \(names)") }
    if permissions.contains(.act) { lines.append("  act-on *") }
    if permissions.contains(.observe) { lines.append("  notifications *") }
    return lines
  }
}

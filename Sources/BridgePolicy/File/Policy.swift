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
  }

  /// The first one that names a client decides.
  public var stanzas: [Stanza]

  /// Returns what is said of a client; `nil`: nothing, so that it may do nothing.
  public func stanza(for subject: PolicySubject) -> Stanza? {
    stanzas.first { $0.applies(to: subject) }
  }
}

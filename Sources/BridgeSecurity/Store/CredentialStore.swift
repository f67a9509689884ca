public import BridgeTransport

/// The server's grants and invitations, in its state directory.
///
/// Any number of programs may use it at once: `a11y-bridge` serves by it, and `a11y-bridge pair` changes it.
public struct CredentialStore: Sendable {
  /// The kinds of grants; each has a directory of this name.
  public enum Kind: String, Sendable, CaseIterable {
    case pairings
    case tokens
  }

  public let directory: PrivateDirectory

  public init(_ directory: PrivateDirectory) {
    self.directory = directory
  }

  /// What is stored, and what could not be read.
  public struct Contents: Sendable {
    public fileprivate(set) var grants: [Grant] = []
    public fileprivate(set) var invitations: [Invitation] = []
    /// The window in which a client may introduce itself, if one is open.
    public fileprivate(set) var window: IntroductionWindow?
    /// The files that cannot be used, and grant nothing.
    public fileprivate(set) var faults: [Fault] = []

    /// What is wrong with files, a line for each mistake.
    public var problems: [String] { faults.flatMap(\.problems) }

    /// Whether anybody could be let in.
    public func admitsAnybody(at now: WallTime) -> Bool {
      grants.contains { $0.isValid(at: now) } || invitations.contains { $0.isValid(at: now) }
        || window?.isOpen(at: now) ?? false
    }
  }

  /// A file that cannot be used. It may be a grant again when it is put right, so its name and key are not free.
  public struct Fault: Sendable {
    /// `nil`: an invitation.
    public let kind: Kind?
    public let name: String
    /// A line for each mistake: which file, what is wrong, and what to do.
    public let problems: [String]
    /// Whether its text is wrong, rather than who may read it.
    public let isInText: Bool

    /// Whether it is about the file of a grant.
    public func concerns(_ grant: Grant) -> Bool { kind == grant.kind && name == grant.name.text }
  }

  public func contents() throws(PrivateFileError) -> Contents {
    var contents = Contents()
    for kind in Kind.allCases {
      contents.grants += try files(kind, &contents.faults) { (name, bytes) throws(RecordError) in
        guard let name = CredentialName(name) else { throw .noFileOfOurs }
        return try Grant(name, kind, stored: bytes)
      }
    }
    contents.invitations = try files(nil, &contents.faults) { (name, bytes) throws(RecordError) in
      guard let number = InvitationNumber(hexadecimal: name) else { throw .noFileOfOurs }
      return try Invitation(number, stored: bytes)
    }
    contents.window = try window(at: .now)
    return contents
  }

  static let invitations = "invitations"

  /// Opens the directories of what is stored, made where they are missing. Throws what is wrong with all of them.
  public func directories() throws(StateError) -> [PrivateDirectory] {
    var found: [PrivateDirectory] = []
    var problems: [String] = []
    for name in Kind.allCases.map(\.rawValue) + [Self.invitations, Self.introductions] {
      do throws(PrivateFileError) {
        found.append(try directory.directory(name))
      } catch {
        problems.append(error.message)
      }
    }
    guard problems.isEmpty else { throw StateError(problems.joined(separator: "; ")) }
    return found
  }

  /// Reads all files of a kind; `nil`: of invitations.
  private func files<Value>(
    _ kind: Kind?, _ faults: inout [Fault],
    _ parse: (_ name: String, _ bytes: [UInt8]) throws(RecordError) -> Value
  ) throws(PrivateFileError) -> [Value] {
    let place = try directory.directory(kind?.rawValue ?? Self.invitations)
    var values: [Value] = []
    for name in try place.names() {
      let bytes: [UInt8]
      do throws(PrivateFileError) {
        guard let read = try place.read(name) else { continue }
        bytes = read
      } catch {
        faults.append(Fault(kind: kind, name: name, problems: [error.message], isInText: false))
        continue
      }
      do throws(RecordError) {
        values.append(try parse(name, bytes))
      } catch {
        let lines = error.lines(
          in: place.path(name), otherwise: kind?.wayToRenew(name) ?? "remove the file")
        faults.append(Fault(kind: kind, name: name, problems: lines, isInText: true))
      }
    }
    return values
  }
}

extension CredentialStore.Kind {
  /// The command that makes them, lists them and takes them away.
  public var command: String { "a11y-bridge \(self == .pairings ? "pair" : "token")" }

  /// The command that gives one of them other rights.
  public func command(toChange name: String, _ options: String) -> String {
    "\(command) --change \(name) \(options)"
  }

  /// What to do for a grant whose file cannot be corrected.
  fileprivate func wayToRenew(_ name: String) -> String {
    guard CredentialName(name) != nil else { return "remove the file" }
    return switch self {
    case .pairings: "take it away with 'a11y-bridge pair --revoke \(name)' and pair again"
    case .tokens: "take it away with 'a11y-bridge token --revoke \(name)' and make another"
    }
  }
}

// MARK: Changes

extension CredentialStore {
  /// Stores a grant. Returns `false` when one of its kind and name exists, and changes nothing.
  public func add(_ grant: Grant) throws(PrivateFileError) -> Bool {
    try directory.directory(grant.kind.rawValue).create(grant.name.text, grant.stored)
  }

  /// Stores a pairing of a key that has none: with two, revoking one would leave the other. Returns what is in its way;
  /// `nil`: it is stored.
  func addPairing(_ grant: Grant) throws(PrivateFileError) -> PairingConflict? {
    let place = try directory.directory(Kind.pairings.rawValue)
    return try place.locked { () throws(PrivateFileError) -> PairingConflict? in
      if let conflict = try self.conflict(of: grant) { return conflict }
      return try add(grant) ? nil : .nameTaken(grant.name)
    }
  }

  /// What would be in the way of a pairing now.
  func conflict(of grant: Grant) throws(PrivateFileError) -> PairingConflict? {
    let contents = try contents()
    if let fault = contents.faults.first(where: { $0.kind == .pairings }) {
      return .closed(fault.problems.joined(separator: "; "))
    }
    for other in contents.grants where other.kind == .pairings {
      if other.evidence == grant.evidence { return .keyPaired(other.name) }
      if other.name == grant.name { return .nameTaken(grant.name) }
    }
    return nil
  }

  /// Changes a grant, and others of the same key or token, such as copies of its file. Returns them; none: there is no such
  /// grant.
  public func change(
    _ kind: Kind, _ name: CredentialName, _ rights: ChangedRights
  ) throws(PrivateFileError) -> [Grant] {
    let place = try directory.directory(kind.rawValue)
    return try place.locked { () throws(PrivateFileError) in
      let grants = try contents().grants.filter { $0.kind == kind }
      guard let named = grants.first(where: { $0.name == name }) else { return [] }
      let changed = grants.filter { $0.evidence == named.evidence }.map { $0.changed(rights) }
      for grant in changed { try place.write(grant.name.text, grant.stored) }
      return changed
    }
  }

  /// Removes a grant, and others of the same key or token, such as copies of its file: whoever has that must not be let in
  /// by them. Returns their names.
  public func remove(
    _ kind: Kind, _ name: CredentialName
  ) throws(PrivateFileError) -> [CredentialName] {
    let place = try directory.directory(kind.rawValue)
    return try place.locked { () throws(PrivateFileError) in
      let grants = try contents().grants.filter { $0.kind == kind }
      let evidence = grants.first { $0.name == name }?.evidence
      let copies = grants.filter { $0.name != name && $0.evidence == evidence }.map(\.name)
      var removed: [CredentialName] = []
      for next in [name] + copies where try place.remove(next.text) { removed.append(next) }
      return removed
    }
  }

  /// Stores an invitation, and removes those that are void.
  public func add(_ invitation: Invitation, now: WallTime) throws(PrivateFileError) {
    let place = try directory.directory(Self.invitations)
    for old in try contents().invitations
    where now >= old.expires || old.isFromLater(than: now) || old.triesLeft <= 0 {
      _ = try place.remove("\(old.number)")
    }
    try place.write("\(invitation.number)", invitation.stored)
  }

  /// Changes the invitations that can still be used, by the name that their pairing would get. Returns them.
  public func changeInvitations(
    for name: CredentialName, _ rights: ChangedRights, now: WallTime
  ) throws(PrivateFileError) -> [Invitation] {
    let place = try directory.directory(Self.invitations)
    return try place.locked { () throws(PrivateFileError) in
      var changed = try contents().invitations.filter {
        $0.terms.name == name && $0.isValid(at: now)
      }
      for index in changed.indices {
        changed[index].terms = changed[index].terms.changed(rights)
        try place.write("\(changed[index].number)", changed[index].stored)
      }
      return changed
    }
  }

  /// Removes an invitation by the name that its pairing would get. Returns whether there was one.
  public func removeInvitation(for name: CredentialName) throws(PrivateFileError) -> Bool {
    let place = try directory.directory(Self.invitations)
    var isFound = false
    for invitation in try contents().invitations
    where invitation.terms.name == name && invitation.used == nil {
      if try place.remove("\(invitation.number)") { isFound = true }
    }
    return isFound
  }
}

extension Grant {
  public var kind: CredentialStore.Kind {
    switch evidence {
    case .key: .pairings
    case .tokenDigest: .tokens
    }
  }
}

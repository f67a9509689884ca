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
    public var grants: [Grant] = []
    public var invitations: [Invitation] = []
    /// The window in which a client may introduce itself, if one is open.
    public var window: IntroductionWindow?
    /// One line for each file that grants nothing because it cannot be read.
    public var problems: [String] = []
    /// Those of pairings that may be good again once their files may be read: their names and keys are not free.
    public fileprivate(set) var closedPairings: [(name: String, problem: String)] = []

    /// Whether anybody could be let in.
    public func admitsAnybody(at now: WallTime) -> Bool {
      grants.contains { $0.isValid(at: now) } || invitations.contains { $0.isValid(at: now) }
        || window?.isOpen(at: now) ?? false
    }
  }

  public func contents() throws(PrivateFileError) -> Contents {
    var contents = Contents()
    for kind in Kind.allCases {
      let place = try directory.directory(kind.rawValue)
      for file in try place.names() {
        var closed: PrivateFileError?
        let grant = Self.read(
          file, in: place, titled: Grant.title, &contents.problems, closed: &closed
        ) { bytes in CredentialName(file).flatMap { Grant($0, stored: bytes) } }
        if let grant { contents.grants.append(grant) }
        if let closed, kind == .pairings {
          contents.closedPairings.append((file, closed.message))
        }
      }
    }
    let place = try directory.directory(Self.invitations)
    for file in try place.names() {
      var closed: PrivateFileError?
      let invitation = Self.read(
        file, in: place, titled: Invitation.title, &contents.problems, closed: &closed
      ) { bytes in InvitationNumber(hexadecimal: file).flatMap { Invitation($0, stored: bytes) } }
      if let invitation { contents.invitations.append(invitation) }
    }
    contents.window = try window(at: .now)
    return contents
  }

  static let invitations = "invitations"

  private static func read<Value>(
    _ file: String, in place: PrivateDirectory, titled title: String,
    _ problems: inout [String], closed: inout PrivateFileError?,
    _ parse: ([UInt8]) -> Value?
  ) -> Value? {
    do throws(PrivateFileError) {
      guard let bytes = try place.read(file) else { return nil }
      if let value = parse(bytes) { return value }
      let problem =
        Record.problem(in: bytes, titled: title) ?? "a value is missing or cannot be read"
      problems.append(
        "\(place.path(file)): \(problem); it grants nothing: remove it, and make it again")
    } catch {
      problems.append(error.message)
      closed = error
    }
    return nil
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
    if let closed = contents.closedPairings.first { return .closed(closed.problem) }
    for other in contents.grants where other.kind == .pairings {
      if other.evidence == grant.evidence { return .keyPaired(other.name) }
      if other.name == grant.name { return .nameTaken(grant.name) }
    }
    return nil
  }

  /// Removes a grant. Returns whether there was one.
  public func remove(_ kind: Kind, _ name: CredentialName) throws(PrivateFileError) -> Bool {
    try directory.directory(kind.rawValue).remove(name.text)
  }

  /// Stores an invitation, and removes those that are void.
  public func add(_ invitation: Invitation, now: WallTime) throws(PrivateFileError) {
    let place = try directory.directory(Self.invitations)
    for old in try contents().invitations where !old.isValid(at: now) {
      _ = try place.remove("\(old.number)")
    }
    try place.write("\(invitation.number)", invitation.stored)
  }

  /// Removes an invitation by the name that its pairing would get. Returns whether there was one.
  public func removeInvitation(for name: CredentialName) throws(PrivateFileError) -> Bool {
    let place = try directory.directory(Self.invitations)
    var isFound = false
    for invitation in try contents().invitations where invitation.terms.name == name {
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

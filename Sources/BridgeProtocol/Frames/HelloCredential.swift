internal import CProtobuf

/// What a client shows in its hello to be let in.
public enum HelloCredential: Hashable, Sendable {
  case token(String)
  /// Asks for a pairing: the number of an invitation, and the proof that the client knows its secret.
  case pairing(invitation: [UInt8], proof: [UInt8])
  /// Asks for a pairing in which people compare a short string.
  case introduction(commitment: [UInt8])
}

/// Who a client is to the server, as the server's hello says.
public struct HelloAccess: Hashable, Sendable {
  public enum Scope: UInt32, Hashable, Sendable {
    case observe = 1
    case act = 2
  }

  public var name: String
  /// `nil`: not said, or one that this release does not know.
  public var scope: Scope?
  /// In seconds since 1970; 0: never.
  public var expiresAt: Int64
  /// The answer to a request to pair; empty where there was none.
  public var pairingProof: [UInt8]

  public init(name: String, scope: Scope?, expiresAt: Int64 = 0, pairingProof: [UInt8] = []) {
    self.name = name
    self.scope = scope
    self.expiresAt = expiresAt
    self.pairingProof = pairingProof
  }
}

extension HelloCredential {
  /// Returns `nil` for a kind that this release does not know, and where there is none.
  init?(_ message: UnsafeMutablePointer<A11y__Bridge__V1__Credential>?) throws(Status) {
    guard let message = unsafe message else { return nil }
    switch unsafe message.pointee.kind_case {
    case A11Y__BRIDGE__V1__CREDENTIAL__KIND_TOKEN:
      self = .token(try unsafe readText(message.pointee.token, "Hello.credential.token"))
    case A11Y__BRIDGE__V1__CREDENTIAL__KIND_PAIRING:
      guard let pairing = unsafe message.pointee.pairing else { return nil }
      self = .pairing(
        invitation: unsafe array(pairing.pointee.invitation),
        proof: unsafe array(pairing.pointee.proof))
    case A11Y__BRIDGE__V1__CREDENTIAL__KIND_INTRODUCTION:
      guard let introduction = unsafe message.pointee.introduction else { return nil }
      self = .introduction(commitment: unsafe array(introduction.pointee.commitment))
    default: return nil
    }
  }
}

extension HelloAccess {
  init(decoding bytes: [UInt8]) throws(Status) {
    let access = try unsafe unpacking(
      bytes, "Access", .request, a11y__bridge__v1__access__unpack
    ) { (message) throws(Status) in try unsafe HelloAccess(message) }
    guard let access else { throw .malformedFrame("Access cannot be read") }
    self = access
  }

  init?(_ message: UnsafeMutablePointer<A11y__Bridge__V1__Access>?) throws(Status) {
    guard let message = unsafe message else { return nil }
    self.init(
      name: try unsafe readText(message.pointee.name, "Hello.access.name"),
      scope: Scope(rawValue: unsafe message.pointee.scope.rawValue),
      expiresAt: unsafe message.pointee.expires_at,
      pairingProof: unsafe array(message.pointee.pairing_proof))
  }
}

extension ProtoWriter {
  mutating func credential(_ credential: HelloCredential) {
    switch credential {
    case .token(let token): text(CredentialFields.token, present: token)
    case .pairing(let invitation, let proof):
      message(CredentialFields.pairing) {
        $0.blob(PairingRequestFields.invitation, invitation)
        $0.blob(PairingRequestFields.proof, proof)
      }
    case .introduction(let commitment):
      message(CredentialFields.introduction) {
        $0.blob(PairingIntroductionFields.commitment, commitment)
      }
    }
  }

  mutating func access(_ access: HelloAccess) {
    text(AccessFields.name, access.name)
    number(AccessFields.scope, UInt64(access.scope?.rawValue ?? 0))
    number(AccessFields.expiresAt, UInt64(bitPattern: access.expiresAt))
    blob(AccessFields.pairingProof, access.pairingProof)
  }
}

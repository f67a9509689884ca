public import BridgeProtocol
public import BridgeSecurity
public import BridgeTransport

/// Pairing with a server, by an invitation that it made.
public enum Pairing {
  /// The outcome: where the server is, and who the client is to it.
  public struct Outcome: Sendable {
    public let address: SocketAddress
    public let access: HelloAccess
  }

  /// Pairs with the server that an invitation is from.
  ///
  /// - Parameters:
  ///   - identity: The client's key, which the server will know from then on.
  ///   - timeout: The longest time for one of the addresses.
  public static func pair(
    by code: InvitationCode, identity: TLSIdentity, software: String,
    timeout: Duration = .seconds(10)
  ) async throws(ClientError) -> Outcome {
    var last = ClientError.cannotConnect("the invitation has no address")
    for address in code.addresses {
      do throws(ClientError) {
        return try await pair(by: code, at: address, identity, software, timeout)
      } catch {
        // Another address is of use only where this one was not reached.
        guard case .cannotConnect = error else { throw error }
        last = error
      }
    }
    throw last
  }

  private static func pair(
    by code: InvitationCode, at address: SocketAddress, _ identity: TLSIdentity,
    _ software: String, _ timeout: Duration
  ) async throws(ClientError) -> Outcome {
    let (thread, security) = try prepare(identity, trusting: .key(code.serverKey))
    let result = await withCheckedContinuation { continuation in
      thread.handle.submit { loop in
        PairingAttempt(code, PairingChannel(address, security, software: software, on: loop)) {
          continuation.resume(returning: $0)
        }.begin(within: timeout)
      }
    }
    thread.handle.stop()
    return Outcome(address: address, access: try result.get())
  }

  /// Returns what a pairing needs: a loop of its own, and how the server is judged.
  static func prepare(
    _ identity: TLSIdentity, trusting trust: ServerTrust
  ) throws(ClientError) -> (LoopThread, ServerSecurity) {
    do {
      let context = try TLSContext(.client, identity: identity)
      return (try LoopThread(name: "pairing"), ServerSecurity(context, trusting: trust))
    } catch {
      throw .cannotConnect("\(error)")
    }
  }
}

/// One attempt to pair at one address, confined to its loop.
private final class PairingAttempt {
  private let code: InvitationCode
  private let channel: PairingChannel
  private var completion: ((Result<HelloAccess, ClientError>) -> Void)?
  private var exported: [UInt8] = []

  init(
    _ code: InvitationCode, _ channel: PairingChannel,
    completion: @escaping (Result<HelloAccess, ClientError>) -> Void
  ) {
    self.code = code
    self.channel = channel
    self.completion = completion
  }

  /// The server's key is known to be the right one before the hello is sent.
  func begin(within timeout: Duration) {
    channel.open(within: timeout) { [self] tls in
      guard let exported = tls.exported(PairingProof.label) else { return nil }
      self.exported = exported
      let proof = PairingProof.make(.client, secret: code.secret, exported: exported)
      return .pairing(invitation: code.number.bytes, proof: proof)
    } onEvent: { [self] event in
      handle(event)
    } onFailure: { [self] error in
      end(.failure(error))
    }
  }

  private func handle(_ event: ClientEvent) {
    switch event {
    case .hello(let hello):
      // Where the server refuses, the reason follows.
      guard let access = hello.access else { return }
      let expected = PairingProof.make(.server, secret: code.secret, exported: exported)
      guard Digest.areEqual(access.pairingProof, expected) else {
        return end(
          .failure(
            .notTrusted(
              "\(channel.address) does not know the invitation's secret",
              remedy:
                "Make a new invitation with 'a11y-bridge pair --name NAME' on the server's machine."
            )))
      }
      end(.success(access))
    case .failed(let status): end(.failure(.status(status)))
    case .message, .ended, .accepted, .pong, .goAway: break
    }
  }

  private func end(_ result: Result<HelloAccess, ClientError>) {
    let completion = self.completion
    self.completion = nil
    channel.close()
    completion?(result)
  }
}

public import BridgeProtocol
public import BridgeSecurity
public import BridgeTransport

/// A client that has introduced itself to a server, and waits until people have compared the string on both sides.
///
/// Nothing that the server says may be believed, and its key must not be stored, before a person on this side has seen
/// the same string over there.
public final class WaitingIntroduction: Sendable {
  /// What both sides show.
  public let string: IntroductionString
  public let address: SocketAddress
  /// The key that the server has shown.
  public let serverKey: KeyFingerprint
  private let thread: LoopThread
  private let channel: LoopBound<PairingChannel>
  private let outcome: AsyncStream<Result<HelloAccess, ClientError>>

  fileprivate init(
    _ shown: ShownString, _ address: SocketAddress, _ thread: LoopThread,
    _ outcome: AsyncStream<Result<HelloAccess, ClientError>>
  ) {
    (string, serverKey, channel) = (shown.string, shown.serverKey, shown.channel)
    (self.address, self.thread, self.outcome) = (address, thread, outcome)
  }

  /// Tells the server that the person on this side has compared the string and said yes, and waits for its owner, who
  /// has said so as well when this returns.
  public func agree() async throws(ClientError) -> HelloAccess {
    thread.handle.submit { [channel] loop in channel.value(on: loop).agree() }
    for await result in outcome { return try result.get() }
    throw .connectionLost("\(address) closed the connection during pairing")
  }

  /// Ends the connection. The server forgets the client, and does not pair.
  public func end() { thread.handle.stop() }

  deinit { end() }
}

/// What is known when both nonces are.
private struct ShownString {
  let string: IntroductionString
  let serverKey: KeyFingerprint
  let channel: LoopBound<PairingChannel>
}

extension Pairing {
  /// Introduces this client to a server without an invitation.
  ///
  /// - Parameters:
  ///   - identity: The client's key, which the server will know when its owner has accepted it.
  ///   - timeout: The longest time until the string is known.
  public static func introduce(
    to address: SocketAddress, identity: TLSIdentity, software: String,
    timeout: Duration = .seconds(10)
  ) async throws(ClientError) -> WaitingIntroduction {
    guard let nonce = Introduction.nonce() else {
      throw .cannotConnect("the system has no random numbers")
    }
    let (thread, security) = try prepare(identity, trusting: .anyKey)
    let (outcome, report) = AsyncStream<Result<HelloAccess, ClientError>>.makeStream()
    let result: Result<ShownString, ClientError> =
      await withCheckedContinuation { continuation in
        thread.handle.submit { loop in
          let channel = PairingChannel(address, security, software: software, on: loop)
          IntroductionAttempt(nonce, channel, on: loop) {
            continuation.resume(returning: $0)
          } onOutcome: {
            report.yield($0)
            report.finish()
          }.begin(within: timeout)
        }
      }
    switch result {
    case .success(let shown): return WaitingIntroduction(shown, address, thread, outcome)
    case .failure(let error):
      thread.handle.stop()
      throw error
    }
  }
}

/// One introduction, confined to its loop.
private final class IntroductionAttempt {
  private let nonce: [UInt8]
  private let channel: PairingChannel
  private let loop: EventLoop
  private var onString: ((Result<ShownString, ClientError>) -> Void)?
  private let onOutcome: (Result<HelloAccess, ClientError>) -> Void

  init(
    _ nonce: [UInt8], _ channel: PairingChannel, on loop: EventLoop,
    onString: @escaping (Result<ShownString, ClientError>) -> Void,
    onOutcome: @escaping (Result<HelloAccess, ClientError>) -> Void
  ) {
    self.nonce = nonce
    self.channel = channel
    self.loop = loop
    self.onString = onString
    self.onOutcome = onOutcome
  }

  func begin(within timeout: Duration) {
    channel.open(within: timeout) { [nonce] _ in
      .introduction(commitment: Introduction.commitment(to: nonce))
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
      guard !hello.pairingNonce.isEmpty else { return }
      answer(hello.pairingNonce)
    case .accepted(let access): end(.success(access))
    case .failed(let status): end(.failure(.status(status)))
    case .message, .ended, .pong, .goAway: break
    }
  }

  /// The server has chosen its nonce, so this one may be known now.
  private func answer(_ serverNonce: [UInt8]) {
    guard serverNonce.count == Introduction.nonceLength,
      let facts = channel.facts(Introduction.label)
    else { return end(.failure(.connectionLost("the server's part of the string is missing"))) }
    channel.answered()
    channel.reveal(nonce)
    let string = IntroductionString(
      exported: facts.exported, serverKey: facts.server, clientKey: facts.own,
      serverNonce: serverNonce, clientNonce: nonce)
    onString?(
      .success(
        ShownString(
          string: string, serverKey: facts.server, channel: LoopBound(channel, on: loop))))
    onString = nil
  }

  private func end(_ result: Result<HelloAccess, ClientError>) {
    channel.close()
    if let onString {
      self.onString = nil
      return onString(.failure(result.failure ?? .connectionLost("the pairing ended too early")))
    }
    onOutcome(result)
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { return error }
    return nil
  }
}

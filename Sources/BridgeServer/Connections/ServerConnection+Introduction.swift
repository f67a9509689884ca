internal import BridgeProtocol
internal import BridgeSecurity
internal import BridgeTransport

/// A client that introduces itself, and waits until the owner of the server has compared the string.
extension ServerConnection {
  /// Begins an introduction when the hello has arrived. Returns the server's nonce.
  func introduce(_ commitment: [UInt8]) throws(Status) -> [UInt8] {
    let began = MonotonicTime.now()
    do throws(Status) {
      let client = try access.introduce(connection, commitment)
      introduced = client
      return client.nonce
    } catch {
      report(error)
      if error.reason == .unauthenticated { holdRefusal(since: began) }
      throw error
    }
  }

  func revealed(_ nonce: [UInt8]) {
    guard let client = introduced else { return }
    do throws(Status) {
      introduced = try access.reveal(client, nonce, peer: peer)
    } catch {
      return end(error)
    }
    introduced?.timer = loop.schedule(after: .seconds(IntroductionWindow.lifetime)) { [weak self] in
      self?.settleIntroduction()
    }
  }

  /// The person on the client's side has said yes.
  func agreed() {
    guard let client = introduced?.waiting else { return }
    access.agree(client)
    settleIntroduction()
  }

  /// Tells the client what has become of it, if that is known.
  func settleIntroduction() {
    guard let client = introduced?.waiting, connection.isOpen else { return }
    switch access.outcome(of: client) {
    case .waiting: break
    case .paired(let grant):
      endIntroduction()
      let permissions = access.permissions(by: grant)
      service.log("paired with \(grant.name), key \(client.key): may \(permissions.words)")
      frames?.accept(
        HelloAccess(
          name: grant.name.text, scope: .init(permissions),
          expiresAt: grant.expires?.seconds ?? 0))
      flush()
      connection.closeAfterFlush()
    case .refused:
      endIntroduction()
      end(
        Status(
          .unauthenticated, "the owner of the server has not accepted this machine",
          remedy: .askOwner))
    }
  }

  /// Lets the owner know that the client has left.
  func leaveIntroduction() {
    if let client = introduced?.waiting { access.forget(client) }
    endIntroduction()
  }

  private func endIntroduction() {
    introduced?.timer?.cancel()
    introduced = nil
  }
}

internal import BridgeProtocol
internal import BridgeTransport

/// What the events of a connection mean: calls are begun, continued and ended.
extension ServerConnection {
  /// Handles an event, and returns whether it was a request.
  func handle(_ event: consuming ServerEvent, at now: MonotonicTime) -> Bool {
    switch consume event {
    case .hello:
      if frames != nil { chargeCarrier(0) }
      welcome()
    case .greeted: greeted()
    case .call(let id, let method, let timeout, let request):
      start(id, method: method, timeout: timeout, request: request, at: now)
      return true
    case .message(let id, let payload): take(payload, of: id)
    case .halfClosed(let id): halfClosed(id)
    case .cancelled(let id):
      standardCalls?.cancelled(id)
      calls[id]?.cancel()
    case .credit(let id):
      standardCalls?.proceed(id)
      calls[id]?.onReady?()
    case .revealed(let nonce): revealed(nonce)
    case .agreed: agreed()
    case .goAway:
      closeWhenDone()
    case .failed(let status):
      if !isReported { report(status, as: "closing") }
      for call in calls.values { call.cancel() }
      if refusalTimer == nil {
        flush()
        connection.closeAfterFlush()
      } else {
        connection.pauseReading()
      }
    }
    return false
  }

  private func take(_ payload: [UInt8], of id: CallID) {
    if standardCalls?.receive(payload, on: id) == true { return }
    guard let call = calls[id], !call.hasRequest else { return }
    guard call.message == nil else {
      return call.fail(
        Status(.extraMessage, "received a second message: \(call.method.rawValue) takes one"))
    }
    call.message = payload
    call.requestLength = payload.count
    call.charge(service.memory)
  }

  private func halfClosed(_ id: CallID) {
    if standardCalls?.halfClosed(id) == true { return }
    guard let call = calls[id], !call.hasRequest else { return }
    guard let message = call.message.take() else { return call.fail(session.missingRequest) }
    guard let client = waitingClients.remove(id) else { return call.cancel() }
    begin(call, message, client)
  }

  private func start(
    _ id: CallID, method path: String, timeout: UInt32, request: [UInt8]?, at now: MonotonicTime
  ) {
    // The connection goes on for a while: some clients drop what they have read when it ends at once.
    if let refusal { return finish(id, status: refusal, response: nil) }
    let client: AdmittedClient
    do throws(Status) {
      client = try self.client(making: id)
    } catch {
      return refuse(id, error, since: now)
    }
    http2?.setMetadata(client.metadata, of: id)
    http2?.setOwner(client.authority, of: id)
    guard let method = method(path) else {
      if standardCalls?.begin(id, path, request, of: client.authority) == true { return }
      session.finish(
        id,
        status: Status(
          .unknownMethod, "unknown method \(path.excerpt)"), response: nil)
      return
    }
    let call = Call(
      id: id, method: method, timeout: timeout == 0 ? nil : .milliseconds(Int64(timeout)),
      since: receivedAt, at: now, carrier: self, authority: client.authority)
    if let request { return begin(call, request, client) }
    waitingClients.set(client, for: id)
    track(call)
  }

  /// Returns the method of a path. Remembers the last one: most clients call one method again and again.
  private func method(_ path: String) -> Method? {
    if path == lastPath { return lastMethod }
    lastPath = path
    lastMethod = Method(rawValue: path)
    return lastMethod
  }

  private func begin(_ call: Call, _ request: [UInt8], _ client: AdmittedClient) {
    call.hasRequest = true
    call.requestLength = request.count
    call.audit = client.audit
    if let refusal = client.refusal(of: call.method) ?? memoryRefusal() {
      return call.fail(refusal)
    }
    if call.failsAsOverdue() { return }
    client.service.handle(call, request)
    if !call.isEnded { track(call) }
  }

  /// Lets go of what is kept until the request of a call is complete.
  func forgetClient(of call: Call) {
    if !call.hasRequest { waitingClients.remove(call.id) }
  }

  /// Keeps a call that was not answered at once, charges its memory, and watches its deadline.
  private func track(_ call: Call) {
    if !call.isPending {
      call.isPending = true
      calls.set(call, for: call.id)
      pendingCounts[call.method, default: 0] += 1
    }
    call.charge(service.memory)
    call.watchDeadline(on: loop)
  }
}

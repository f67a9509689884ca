internal import BridgeProtocol

/// The calls under way on a connection of the services that every gRPC server has.
final class StandardCalls {
  private let session: any CallSession
  private var calls = CallTable<StandardCall>()

  init(_ session: any CallSession) { self.session = session }

  var isEmpty: Bool { calls.isEmpty }

  /// Begins a call, with its request if that has arrived. Returns `false` for a method of other services.
  func begin(
    _ id: CallID, _ path: String, _ request: [UInt8]?, of authority: Authority
  ) -> Bool {
    guard let method = StandardMethod(rawValue: path) else { return false }
    calls.set(StandardCall(method, of: authority), for: id)
    if let request {
      _ = receive(request, on: id)
      _ = halfClosed(id)
    }
    return true
  }

  /// Handles a message. Returns `false` for one of another call.
  func receive(_ message: [UInt8], on id: CallID) -> Bool {
    guard let index = calls.index(of: id) else { return false }
    do throws(Status) {
      try calls[index].add(message)
      proceed(id)
    } catch {
      finish(id, error)
    }
    return true
  }

  /// Handles the end of the messages. Returns `false` for that of another call.
  func halfClosed(_ id: CallID) -> Bool {
    guard let index = calls.index(of: id) else { return false }
    calls[index].endRequests()
    proceed(id)
    return true
  }

  func cancelled(_ id: CallID) { calls.remove(id) }

  /// Answers what waits, as far as the client takes it.
  func proceed(_ id: CallID) {
    do throws(Status) {
      while session.credit(id) > 0, let index = calls.index(of: id) {
        guard let answer = try calls[index].next() else { return }
        switch answer {
        case .message(let message):
          if !session.send(message, on: id) { calls.remove(id) }
        case .response(let response): finish(id, .ok, response)
        case .end: finish(id, .ok)
        case .missingRequest: finish(id, session.missingRequest)
        }
      }
    } catch {
      finish(id, error)
    }
  }

  /// Ends every call. Clients that watch the health are told that the server stops.
  func endAll(_ status: Status) {
    for id in calls.ids {
      if calls[id]?.isWatching == true {
        _ = session.send(ServiceHealth.notServing.response, on: id)
      }
      finish(id, status)
    }
  }

  /// Ends the calls that were made with an authority.
  func endAll(of authority: Authority, _ status: Status) {
    for id in calls.ids where calls[id]?.authority === authority { finish(id, status) }
  }

  private func finish(_ id: CallID, _ status: Status, _ response: [UInt8]? = nil) {
    calls.remove(id)
    session.finish(id, status: status, response: response)
  }
}

internal import BridgeProtocol

/// The methods, each in a file of its own.
extension BridgeService: MethodHandlers {
  /// Handles a call whose request is complete. The call may end later.
  func handle(_ call: Call, _ request: [UInt8]) {
    for source in sources { source.prepareToRead() }
    do throws(Status) {
      try handle(call.method, call, request)
    } catch {
      call.fail(error)
    }
  }
}

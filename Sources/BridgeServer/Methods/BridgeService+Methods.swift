internal import BridgeProtocol

/// The methods, each in a file of its own.
extension BridgeService: MethodHandlers {
  /// Handles a call whose request is complete, as soon as the mirror is whole. The call may end later.
  func handle(_ call: Call, _ request: [UInt8]) {
    guard let preparation else { return begin(call, request) }
    preparation.add { [unowned self] in
      if !call.isEnded { begin(call, request) }
    }
  }

  /// Handles a call of a mirror that is whole.
  func begin(_ call: Call, _ request: [UInt8]) {
    if call.method.readsElements { for source in sources { source.prepareToRead() } }
    do throws(Status) {
      try handle(call.method, call, request)
    } catch {
      call.fail(error)
    }
  }
}

extension Method {
  /// Whether the method may tell attributes of elements, so that those that are computed on demand must be up to date.
  fileprivate var readsElements: Bool {
    switch self {
    case .echo, .generate, .getServerInfo, .diagnose: false
    default: true
    }
  }
}

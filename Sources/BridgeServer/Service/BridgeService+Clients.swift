internal import AccessibilityMirror

extension BridgeService {
  /// Tells the sources that the client of a connection is gone.
  func clientLeft(_ client: CarrierID) {
    for source in sources { source.clientLeft(client.value) }
  }
}

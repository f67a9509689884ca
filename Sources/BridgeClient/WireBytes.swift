internal import BridgeProtocol

/// A message of whatever type, as its bytes.
package struct WireBytes: WireMessage {
  package let bytes: [UInt8]

  package init(decoding bytes: [UInt8]) {
    self.bytes = bytes
  }

  package func encoded() -> [UInt8] { bytes }
}

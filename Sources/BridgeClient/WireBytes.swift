internal import BridgeProtocol

/// A message of any type, as its bytes.
package struct WireBytes: WireMessage {
  package let bytes: [UInt8]

  package init(decoding bytes: [UInt8]) {
    self.bytes = bytes
  }

  package func encoded() -> [UInt8] { bytes }
}

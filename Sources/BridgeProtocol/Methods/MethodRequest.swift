/// A request that is answered once.
public protocol UnaryRequest: WireMessage {
  associatedtype Response: WireMessage
  static var method: Method { get }
}

/// A request that is answered with a stream.
public protocol StreamRequest: WireMessage {
  associatedtype Response: WireMessage
  static var method: Method { get }
}

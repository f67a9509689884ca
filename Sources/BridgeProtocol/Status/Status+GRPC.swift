extension Status {
  /// Returns the status as gRPC clients are told it. Many show nothing but the message, so it ends with what to do.
  package func inWordsOfGRPC() -> Status {
    guard var detail, !detail.remedy.isEmpty else { return self }
    detail.remedy = Remedy(rawValue: detail.remedy)?.inGRPC ?? detail.remedy
    var copy = self
    copy.detail = detail
    let remedy = copy.bounded(.whole).detail?.remedy ?? ""
    copy.message = message.cut(toBytes: Self.maxMessage - remedy.utf8.count - 2) + ". " + remedy
    return copy
  }
}

extension Remedy {
  /// The remedy for clients of gRPC, where the original is about frames.
  fileprivate var inGRPC: String? {
    switch self {
    case .speakProtocol:
      "Make the client's stubs from the server's own contract: its reflection, or the proto files of its release."
    case .sendRequest, .sendOneMessage:
      "Send one message: call the method as unary or server-streaming, as its stub does."
    case .knownMethods:
      "List the methods by the server's reflection, as 'buf curl --list-methods' does."
    case .shortenFrame: "Send a smaller message, or raise the server's --limit frame-bytes."
    case .takeLongerFrames: "Request less at once, such as a smaller page or a part of the tree."
    case .finishHandshakes, .helloInTime:
      "Make the first call at once after connecting, with its credential, or raise this limit of the server."
    case .commonVersion: "Use a client and a server of the same release."
    case .callElsewhere: "Repeat the call on a new channel."
    case .separateTokens: "Use another channel for further tokens."
    case .authenticate: Remedy.sendToken.rawValue
    case .pair:
      "Send the metadata 'authorization: Bearer TOKEN' with a token of 'a11y-bridge token --name NAME', or show a paired key."
    case .localUser:
      "Connect as the user who runs the server, send a token as metadata, or start the server with --allow-local."
    case .useTLS: "Use a secure channel that trusts the server's certificate."
    default: nil
    }
  }
}

internal import AccessibilityTree

extension Status {
  /// Returns the status as gRPC clients are told it. Many show nothing but the message, so it ends with what to do.
  package func inWordsOfGRPC() -> Status {
    guard var detail, !detail.remedy.isEmpty else { return self }
    detail.remedy =
      Remedy(rawValue: detail.remedy)?.inGRPC ?? Self.call(instead: detail.remedy) ?? detail.remedy
    var copy = self
    copy.detail = detail
    let remedy = copy.bounded(.whole).detail?.remedy ?? ""
    copy.message = message.cut(toBytes: Self.maxMessage - remedy.utf8.count - 2) + ". " + remedy
    return copy
  }

  /// Returns advice with a call in the place of the step that it begins with, such as `Run "press '#12' --synthesize"`; `nil`
  /// for other advice.
  private static func call(instead remedy: String) -> String? {
    let parts = remedy.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "Run " else { return nil }
    let option = " --synthesize"
    let isSynthesized = parts[1].hasSuffix(option)
    let step = isSynthesized ? parts[1].dropLast(option.count) : parts[1]
    let words = step.split(separator: " ", maxSplits: 2)
    guard words.count >= 2, let action = actions[String(words[0])],
      let id = ElementID(digits: words[1].filter(\.isNumber)),
      (words.count > 2) == (action.field != nil)
    else { return nil }
    let argument = action.field.map { ", command.\($0) \(words[2])" } ?? ""
    return
      "Call Perform with target.element_id \(id.rawValue), command.kind \(action.kind)\(argument)"
      + (isSynthesized ? " and allow_synthesis" : "") + parts[2]
  }

  /// The commands of steps in advice: the kind of action, and the field of its argument.
  private static let actions: [String: (kind: String, field: String?)] = [
    "act": ("ACTION_KIND_CUSTOM", "name"), "keys": ("ACTION_KIND_KEYS", "keys"),
    "set": ("ACTION_KIND_SET_TEXT", "text"), "press": ("ACTION_KIND_PRESS", nil),
    "escape": ("ACTION_KIND_ESCAPE", nil), "focus": ("ACTION_KIND_FOCUS", nil),
    "menu": ("ACTION_KIND_SHOW_MENU", nil), "increment": ("ACTION_KIND_INCREMENT", nil),
    "decrement": ("ACTION_KIND_DECREMENT", nil),
  ]
}

extension Remedy {
  /// The remedy for clients of gRPC, where the original is about frames.
  fileprivate var inGRPC: String? {
    switch self {
    case .correctSelector:
      "Correct the selector; docs/selectors.md shows how selectors are written."
    case .correctPattern:
      "Correct the regular expression; docs/selectors.md says which ones there are."
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

internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol

/// Something did not occur within its time limit.
struct Timeout: Error, CustomStringConvertible {
  let description: String
  /// The option that allows more time.
  let option: String

  init(_ description: String, option: String = "--timeout") {
    self.description = description
    self.option = option
  }
}

/// Not everything could be compared.
struct Incomplete: Error, CustomStringConvertible {
  let description: String

  /// - Parameter description: The message; it may quote applications.
  init(_ description: String) {
    self.description = description.printable
  }
}

/// There is no server where one was looked for, and more is known of what to do than to start one.
struct NoServer: Error, CustomStringConvertible {
  let description: String
  /// A full sentence, for people.
  let remedy: String
}

/// The command line cannot be carried out as it is.
struct BadCommand: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// What the command line names does not exist.
struct NoMatch: Error, CustomStringConvertible {
  let description: String
  let reason: ErrorReason
  let remedy: Remedy

  /// - Parameter description: The message; it may quote a selector, which may be any text.
  init(_ description: String, _ reason: ErrorReason = .noMatch, remedy: Remedy? = nil) {
    self.description = description.printable
    self.reason = reason
    self.remedy = remedy ?? reason.remedy
  }

  /// Returns the error when nothing matches a selector. Asks the server, which may know the reason.
  static func matching(
    _ selector: String, _ session: Session, _ client: BridgeClient
  ) async -> any Error {
    do {
      let request = GetElementRequest(target: .selector(selector))
      _ = try await session.call(request, on: client)
    } catch let error as ClientError where error.status == nil || error.status?.reason == .noMatch {
      return error
    } catch {}
    // An element matches by now, or the server did not answer in time.
    return NoMatch("nothing matches \(selector)")
  }
}

/// The text that `hear` waits for was not said in time.
struct NotSpoken: Error, CustomStringConvertible {
  let text: String
  let heard: [String]

  /// The maximum number of lines in the message.
  private static let most = 20

  var description: String {
    let last = heard.suffix(Self.most)
    let said = last.isEmpty ? "nothing was said" : "heard: " + last.joined(separator: " · ")
    return "\(text.quoted()) was not heard; \(said)"
  }
}

extension ClientError {
  /// Whether the server has ended the connection of a client that may do something else from now on. It may connect again,
  /// or else hears why not.
  var tellsOfOtherRights: Bool { status?.code == .permissionDenied }

  /// Whether the server does not let the client in, or not any more.
  var isRefusedAccess: Bool {
    switch self {
    case .notTrusted: true
    case .status(let status): status.code == .unauthenticated || status.code == .permissionDenied
    case .cannotConnect, .connectionLost, .outcomeUnknown, .badAnswer: false
    }
  }
}

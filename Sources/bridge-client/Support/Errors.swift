internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol

/// What was waited for did not come in its time.
struct NotInTime: Error, CustomStringConvertible {
  let description: String
  /// The option that allows more time.
  let option: String

  init(_ description: String, option: String = "--timeout") {
    self.description = description
    self.option = option
  }
}

/// Not all that was to be compared could be.
struct Incomplete: Error, CustomStringConvertible {
  let description: String

  /// - Parameter description: May quote what applications say.
  init(_ description: String) {
    self.description = description.printable
  }
}

/// The command line cannot be carried out as it is.
struct BadCommand: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// What was asked for is not there.
struct NothingThere: Error, CustomStringConvertible {
  let description: String
  let reason: ErrorReason
  let remedy: Remedy

  /// - Parameter description: May quote a selector, which may be anything.
  init(_ description: String, _ reason: ErrorReason = .noMatch, remedy: Remedy? = nil) {
    self.description = description.printable
    self.reason = reason
    self.remedy = remedy ?? reason.remedy
  }

  /// Nothing matches a selector. The server, which has the tree, may know why.
  static func matching(
    _ selector: String, _ session: Session, _ client: BridgeClient
  ) async -> any Error {
    do {
      let request = GetElementRequest(target: .selector(selector))
      _ = try await session.call(request, on: client)
    } catch let error as ClientError where error.status == nil || error.status?.reason == .noMatch {
      return error
    } catch {}
    // It matches by now, or it cannot be asked in time.
    return NothingThere("nothing matches \(selector)")
  }
}

/// `hear` waited in vain.
struct NotHeard: Error, CustomStringConvertible {
  let text: String
  let heard: [String]

  /// So much of what was said is told.
  private static let most = 20

  var description: String {
    let last = heard.suffix(Self.most)
    let said = last.isEmpty ? "nothing was said" : "heard: " + last.joined(separator: " · ")
    return "\(text.quoted()) was not heard; \(said)"
  }
}

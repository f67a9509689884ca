internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol

/// The names of elements, for lines about them: taken from elements that arrive, requested otherwise.
struct ElementNames {
  private let client: BridgeClient
  private var names: [ElementID: String] = [:]
  /// The error of a request for a name that failed without an answer from the server.
  private var failure: (any Error)?
  /// The number of names above which all are forgotten.
  private static let limit = 50_000

  init(_ client: BridgeClient) {
    self.client = client
  }

  mutating func learn(_ elements: [Element]) {
    if names.count > Self.limit { names = [:] }
    for element in elements { names[element.id] = element.shortName }
  }

  /// Learns the name of an element that an action may remove. Returns `nil` when the server refuses the
  /// request: the action itself then reports why.
  mutating func learn(_ target: Target, _ session: Session) async throws -> Element? {
    do {
      let element = try await session.element(target, on: client)
      learn([element])
      return element
    } catch let error as ClientError where error.isRefusal {
      return nil
    }
  }

  /// Returns `button "Save" #482117350014`; only the id when the element is gone or its name cannot be requested.
  mutating func name(_ id: ElementID) async -> String {
    if let known = names[id] { return "\(known) \(id)" }
    guard failure == nil else { return "\(id)" }
    do {
      let request = GetElementRequest(target: .id(id))
      let element = try await client.call(request, timeout: .seconds(2)).element
      learn([element])
      return "\(element.shortName) \(id)"
    } catch let error as ClientError where error.status != nil {
      return "\(id)"
    } catch {
      failure = error
      return "\(id)"
    }
  }

  /// Asks for names again, after the connection was lost.
  mutating func forgetFailure() { failure = nil }

  /// Throws the error of a request for a name that failed. To be called after everything known is printed.
  func check() throws {
    if let failure { throw failure }
  }
}

/// One notification on one line.
///
/// - Parameter textTokens: The most tokens of what was said; `nil`: all of it.
func describe(
  _ notification: Notification, _ names: inout ElementNames, textTokens: Int? = nil
) async -> String {
  var known: [ElementID: String] = [:]
  for id in notification.mentioned { known[id] = await names.name(id) }
  return notification.line(textTokens: textTokens) { known[$0] ?? "\($0)" }
}

extension ClientError {
  /// Whether the server answered with a status.
  fileprivate var isRefusal: Bool { status.map { $0.reason != .timedOut } ?? false }
}

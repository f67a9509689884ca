internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol

/// What elements are called, for lines about them: learnt from what passes by, asked for otherwise.
struct ElementNames {
  private let client: BridgeClient
  private var names: [ElementID: String] = [:]
  /// Why a name could not be asked for, where the server did not refuse it.
  private var failure: (any Error)?
  /// The oldest are forgotten beyond so many.
  private static let limit = 50_000

  init(_ client: BridgeClient) {
    self.client = client
  }

  mutating func learn(_ elements: [Element]) {
    if names.count > Self.limit { names = [:] }
    for element in elements { names[element.id] = element.shortName }
  }

  /// Learns the name of what an action may take away. That there is no such element is left for the
  /// action to say: `nil`.
  mutating func learn(_ target: Target, _ session: Session) async throws -> Element? {
    do {
      let element = try await session.element(target, on: client)
      learn([element])
      return element
    } catch let error as ClientError where error.isRefusal {
      return nil
    }
  }

  /// `button "Save" #482117350014`; the id alone for what is gone, or what cannot be asked for.
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

  /// Throws when a name could not be asked for. To be called once what could be told was told.
  func check() throws {
    if let failure { throw failure }
  }
}

/// One notification on one line.
func describe(_ notification: Notification, _ names: inout ElementNames) async -> String {
  var known: [ElementID: String] = [:]
  for id in notification.mentioned { known[id] = await names.name(id) }
  return notification.line { known[$0] ?? "\($0)" }
}

extension ClientError {
  /// Whether the server answered, with a status.
  fileprivate var isRefusal: Bool { status.map { $0.reason != .timedOut } ?? false }
}

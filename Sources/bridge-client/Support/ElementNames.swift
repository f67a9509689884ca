internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol

/// What elements are called, for lines about them: learnt from what passes by, asked for otherwise.
struct ElementNames {
  private let client: BridgeClient
  private var names: [ElementID: String] = [:]
  /// The oldest are forgotten beyond so many.
  private static let limit = 50_000

  init(_ client: BridgeClient) {
    self.client = client
  }

  mutating func learn(_ elements: [Element]) {
    if names.count > Self.limit { names = [:] }
    for element in elements { names[element.id] = element.shortName }
  }

  /// `button "Save" #482117350014`; the id alone for what is gone.
  mutating func name(_ id: ElementID) async -> String {
    if let known = names[id] { return "\(known) \(id)" }
    guard
      let response = try? await client.call(
        GetElementRequest(target: .id(id)), timeout: .seconds(2))
    else { return "\(id)" }
    learn([response.element])
    return "\(response.element.shortName) \(id)"
  }
}

/// One notification on one line.
func describe(_ notification: Notification, _ names: inout ElementNames) async -> String {
  var known: [ElementID: String] = [:]
  for id in notification.mentioned { known[id] = await names.name(id) }
  return notification.line { known[$0] ?? "\($0)" }
}

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
    for element in elements { names[element.id] = Self.name(element) }
  }

  /// `button "Save" #1a2`; the id alone for what is gone.
  mutating func name(_ id: ElementID) async -> String {
    if let known = names[id] { return "\(known) \(id)" }
    guard
      let response = try? await client.call(
        GetElementRequest(target: .id(id)), timeout: .seconds(2))
    else { return "\(id)" }
    learn([response.element])
    return "\(Self.name(response.element)) \(id)"
  }

  private static func name(_ element: Element) -> String {
    element.label.map { "\(element.role.name) \($0.quoted(limit: 60))" } ?? element.role.name
  }
}

/// One notification on one line.
func describe(_ notification: Notification, _ names: inout ElementNames) async -> String {
  switch notification {
  case .announcement(let text, let priority, let element):
    let place = if let element { await " from \(names.name(element))" } else { "" }
    let urgency = priority == .default ? "" : " (\(priority.name))"
    return "announcement\(urgency) \(text.quoted())\(place)"
  case .layoutChanged(let container, let focus):
    let target = if let focus { await ", focus \(names.name(focus))" } else { "" }
    return await "layout in \(names.name(container))\(target)"
  case .screenChanged(let root, let focus):
    let target = if let focus { await ", focus \(names.name(focus))" } else { "" }
    return await "screen \(names.name(root))\(target)"
  case .valueChanged(let element, let old, let new):
    let before = old.map { $0.quoted(limit: 60) } ?? "none"
    let after = new.map { $0.quoted(limit: 60) } ?? "none"
    return await "value \(names.name(element)): \(before) → \(after)"
  case .scrolled(let container, let deltaX, let deltaY):
    let way = "\(deltaX.shortDescription), \(deltaY.shortDescription)"
    return await "scroll \(names.name(container)) by \(way)"
  case .focusMoved(let from, let to):
    let target = if let to { await names.name(to) } else { "nothing" }
    let origin = if let from { await " from \(names.name(from))" } else { "" }
    return "focus \(target)\(origin)"
  case .applicationChanged(let application):
    return "application \(application.name.quoted()) \(application.root): "
      + "\(application.load.name), \(application.health.name)"
  case .speech(let event):
    return "speech \(event.decision.name) \(event.text.quoted())"
  }
}

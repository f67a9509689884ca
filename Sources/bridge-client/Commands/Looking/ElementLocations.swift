internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol

/// The applications of elements, to distinguish elements whose names are found in several applications.
struct ElementLocations {
  private var applications: [String: Set<ElementID>] = [:]
  private var names: [ElementID: String] = [:]

  /// Creates places without any elements.
  init() {}

  /// Creates the places of elements. Requests the applications' names only when one is needed.
  init(_ elements: [Element], _ session: Session, _ client: BridgeClient) async throws {
    for element in elements {
      applications[element.shortName, default: []].insert(element.application)
    }
    guard applications.values.contains(where: { $0.count > 1 }) else { return }
    let answer = try await session.call(ListApplicationsRequest(), on: client)
    for info in answer.applications { names[info.application.root] = info.application.name }
  }

  /// Returns ` in application "Mail" #2`, or nothing where the name alone identifies the element.
  func suffix(_ element: Element) -> String {
    guard applications[element.shortName]?.count ?? 0 > 1 else { return "" }
    let name = names[element.application].map { " " + $0.quoted(limit: 40) } ?? ""
    return " in application\(name) \(element.application)"
  }
}

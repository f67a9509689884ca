internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions

/// All properties of one element, for people.
struct ElementCard {
  /// The element's line as in an outline.
  let title: String
  let text: TerminalText

  init(_ response: GetElementResponse, _ revision: RevisionMark) {
    let element = response.element
    var rows: [[String]] = []
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { rows.append([name, value]) }
    }
    // With its name, below.
    let names = response.application == nil ? [] : ["application"]
    for fact in element.facts where !names.contains(fact.name) { add(fact.name, fact.text) }
    if let application = response.application {
      let health = application.application.health
      add(
        "application",
        "\(application.application.name) \(application.application.root)"
          + (health == .responsive
            ? "" : ", \(health.name) for \(duration(milliseconds: application.lastHeardAgoMs))"))
    }
    add("path", response.ancestors.reversed().map(\.shortName).joined(separator: " > "))
    add("revision", revision.description)
    title = Outline.line(for: element) + "\n"
    text = Columns(rows: rows).text(indent: 2)
  }
}

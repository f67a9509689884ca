internal import AccessibilityMirror
internal import AccessibilityTree

/// Compares two views of one element, field by field.
struct ElementComparison {
  private let id: ElementID
  private let object: String
  private(set) var differences: [VerifyReport.Difference] = []

  init(element: Element, object: String) {
    id = element.id
    self.object = object
  }

  mutating func compare(_ mirrored: Element, _ live: Element) {
    add("role", mirrored.role.name, live.role.name)
    add("native role", mirrored.nativeRole, live.nativeRole)
    add("label", mirrored.label, live.label)
    add("hint", mirrored.hint, live.hint)
    add("value", mirrored.value, live.value)
    add("identifier", mirrored.identifier, live.identifier)
    add("states", list(mirrored.states.names), list(live.states.names))
    add("traits", "\(mirrored.traits.rawValue)", "\(live.traits.rawValue)")
    add("actions", actions(mirrored), actions(live))
    add("frame", frame(mirrored), frame(live))
    add("range", range(mirrored), range(live))
    add("text", text(mirrored), text(live))
    add("attributes", attributes(mirrored), attributes(live))
  }

  mutating func compare(children mirrored: [String], live: [String]) {
    guard mirrored != live else { return }
    add("children", list(mirrored), list(live))
  }

  mutating func compare(count mirrored: Int, live: Int) {
    add("number of children", String(mirrored), String(live))
  }

  private mutating func add(_ field: String, _ mirrored: String?, _ live: String?) {
    guard mirrored != live else { return }
    differences.append(
      VerifyReport.Difference(
        element: id, object: object, field: field,
        mirrored: mirrored.map { $0.bounded(1000) } ?? "(none)",
        live: live.map { $0.bounded(1000) } ?? "(none)"))
  }

  private func list(_ items: [String]) -> String {
    items.joined(separator: " ")
  }

  private func actions(_ element: Element) -> String {
    list(element.actions.map { "\($0.kind.name):\($0.name)" })
  }

  private func frame(_ element: Element) -> String {
    guard let frame = element.frame else { return "(none)" }
    let rect = frame.rect
    let numbers = [rect.x, rect.y, rect.width, rect.height].map(\.shortDescription)
    return list(numbers) + (frame.space == .window ? " in window" : "")
  }

  private func range(_ element: Element) -> String {
    guard let range = element.range else { return "(none)" }
    func text(_ number: Double?) -> String { number?.shortDescription ?? "-" }
    return
      "\(text(range.current)) in \(text(range.minimum))…\(text(range.maximum)) by \(text(range.step))"
  }

  private func text(_ element: Element) -> String {
    guard let text = element.text else { return "(none)" }
    let caret = text.caret.map(String.init) ?? "-"
    let selections = text.selections.map { "\($0.lowerBound)–\($0.upperBound)" }
    return "\(text.length) characters, caret \(caret), selected \(list(selections))"
  }

  private func attributes(_ element: Element) -> String {
    list(element.attributes.map { "\($0.name)=\($0.value)" })
  }
}

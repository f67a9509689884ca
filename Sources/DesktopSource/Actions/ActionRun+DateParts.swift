internal import AccessibilityMirror
internal import AccessibilityTree

/// Dates and times that browsers take part by part, each by keys.
extension ActionRun {
  /// Sets a date or time by its parts; `nil` when the element has no parts.
  func setByParts(_ text: String) async throws(ActionRefusal) -> String? {
    guard let field = DateParts(of: element, in: host.store.tree) else { return nil }
    if ElementMapping.isReadOnly(role: element.role, states: states) {
      throw unsupported("it is read-only", isTypable: false)
    }
    guard let numbers = field.numbers(for: text) else {
      let parts = field.parts.compactMap { part in
        host.store.tree.read(part.id) { "\($0.messageName) \(part.id)" }
      }
      throw ActionRefusal(
        .invalidArgument,
        "\(text.quoted(limit: 60)) is no date or time that the parts of \(name) are known to make up",
        advice:
          "Write it as 2026-12-24, 2026-12, 17:30 or 2026-12-24T17:30, or set each part with --synthesize: "
          + parts.joined(separator: ", "))
    }
    guard request.allowSynthesis else { throw unsupported("only keys set its parts") }
    for (index, (part, number)) in numbers.enumerated() {
      guard let next = host.store.tree[part], let object = host.actionObject(part) else {
        throw ActionRefusal(.stale, "A part of \(name) is gone")
      }
      try await continueOn(next, object, hasActed: index > 0)
      _ = try await typeNumber(ValueGoal(target: number, tolerance: 0))
    }
    return "synthesised keys in its parts"
  }
}

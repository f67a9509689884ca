internal import AccessibilityMirror
internal import AccessibilityTree

/// What the target must be, and what it was.
extension ActionRun {
  /// Asks the application what the element is now, and throws unless it is what the caller expects.
  func checkTarget() async throws(ActionRefusal) {
    guard let expected = request.expected else { return }
    let now = try await readIdentity()
    guard expected.isMet(by: now) else {
      if isTakenDown(now) {
        host.afterAction(element.id)
        throw ActionRefusal(
          .stale,
          "\(name) is being taken down or has changed: it had a name when it was last read, and has none now"
        )
      }
      throw changed(
        "it was expected to be \(expected.identity.name), and the application has made it "
          + now.name, expected.identity.namingAdvice(besides: now))
    }
    guard let value = expected.value, element.role.holdsTypedText,
      object.interfaces.contains(.text), DateParts(of: element, in: host.store.tree) == nil
    else { return }
    guard try await readText() == Self.comparedPart(of: value),
      try await characterCount() == value.scalarCount
    else {
      throw changed("its value was expected to be \(value.quoted(limit: 60)), and has changed")
    }
  }

  /// Whether the element has only lost its label: browsers take that away first, and the element later.
  private func isTakenDown(_ now: ElementIdentity) -> Bool {
    object.dialect.answersFromCopy && now.role == element.role && now.label == nil
      && element.label != nil
  }

  private func readIdentity() async throws(ActionRefusal) -> ElementIdentity {
    let role = try await call("GetRole", of: "Accessible", read: Answer.uint32)
    let name = try await property("Name", of: "Accessible", read: Answer.string)
    return object.identity(named: name, role: role, mirrored: ElementIdentity(element))
  }

  private func changed(_ how: String, _ advice: String? = nil) -> ActionRefusal {
    ActionRefusal(
      .targetChanged,
      "\(name) is not what was expected: \(how); nothing was done"
        + (advice.map { "; \($0)" } ?? ""))
  }
}

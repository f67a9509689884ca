internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeSecurity

/// What the audit log says of one action: what is intended, before it begins, and how it ended.
struct ActionAudit {
  private let client: ConnectionAudit
  private let number: UInt64

  init(_ client: ConnectionAudit) {
    self.client = client
    number = client.audit.nextAction()
  }

  /// Records what is intended, and calls `body` when that is written: with `nil` when the action may begin, and with
  /// the status to answer when it may not.
  ///
  /// - Parameter expectation: What the client expects of the element for the action to be done, by the names of the
  ///   attributes and not by what they contain: "role, label"; `nil`: nothing.
  func begin(
    _ command: ActionCommand, on element: Element, in application: Application, synthesis: Bool,
    expectation: String? = nil, revision: Revision, then body: @escaping (Status?) -> Void
  ) {
    var record = client.record("action")
    record.add("action", number)
    record.add("application", application.name)
    record.add("pid", application.processID.map(Int.init))
    record.add("element", element.id.rawValue)
    record.add("role", element.role.name)
    record.add("label", element.isRedacted ? Element.redactedText : element.label)
    record.add("identifier", element.identifier)
    record.add("command", command.kind.name)
    record.add(command, isSecret: element.isRedacted, actions: element.actions)
    record.add("synthesis", synthesis)
    record.add("guard", expectation)
    record.add("revision", revision)
    let trail = client.audit.trail
    trail.append(record) { problem in
      guard let problem, !trail.options.continuesWhenFull else { return body(nil) }
      body(
        Status(
          .notRecorded,
          "the action was not performed, because the server's audit log cannot be written: "
            + problem))
    }
  }

  /// Records how the action ended.
  func end(_ outcome: String, reason: String? = nil, revision: Revision) {
    var record = AuditRecord("outcome")
    record.add("action", number)
    record.add("outcome", outcome)
    record.add("reason", reason)
    record.add("revision", revision)
    client.audit.trail.append(record)
  }
}

extension AuditRecord {
  /// Adds the arguments of a command: lengths in the place of texts.
  fileprivate mutating func add(_ command: ActionCommand, isSecret: Bool, actions: [Action]) {
    switch command {
    case .setText(let text): add("length", text.scalarCount)
    case .insertText(let text, let place):
      add("length", text.scalarCount)
      add("at", place)
    case .keys(let chords):
      add("length", chords.count)
      // What is typed may be a secret, whatever has the focus.
      if chords.allSatisfy({ $0.enteredCharacter == nil }) {
        add("keys", KeyChord.text(of: chords))
      }
    case .setValue(let number): if !isSecret { add("value", number.shortDescription) }
    case .setSelection(let range):
      add("from", range.lowerBound)
      add("to", range.upperBound)
    case .scroll(let direction): add("direction", direction.name)
    case .custom(let name):
      // What the element does not offer may be any text.
      if actions.contains(where: { $0.name == name }) {
        add("name", name)
      } else {
        add("length", name.scalarCount)
      }
    case .drop(let source, _): add("source", source.rawValue)
    case .passThroughGesture(let points), .directTouch(let points): add("points", points.count)
    case .intent(_, let parameters): add("parameters", parameters.count)
    default: break
    }
  }
}

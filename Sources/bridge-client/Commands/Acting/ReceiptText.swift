internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions

extension Receipt {
  /// Returns whether an application accepted a text through its own interface but no change was seen: some
  /// applications report success and do nothing.
  func mayHaveIgnored(_ command: ActionCommand) -> Bool {
    guard outcome == .unconfirmed, update != nil, method.hasPrefix("EditableText.") else {
      return false
    }
    return command.kind == .setText || command.kind == .insertText
  }
}

/// The outcome of an action, for people.
struct ReceiptText {
  let text: TerminalText

  /// The maximum number of notifications printed; an application that loads meanwhile may send thousands.
  private static let maxNotifications = 30

  init(
    _ receipt: Receipt, _ command: ActionCommand, _ names: inout ElementNames
  ) async {
    var lines: [TerminalText] = []
    let outcome: TerminalText =
      receipt.outcome == .confirmed
      ? "\("confirmed", .green)" : "\("performed, no change observed", .yellow)"
    let subject = if let element = receipt.element { await names.name(element) } else { "element" }
    let unsettled = receipt.isQuiet ? "" : ", still changing"
    lines.append(
      "\(outcome): \(command.kind.name) \(subject) by \(receipt.method) in \(receipt.settledUs / 1000) ms\(unsettled)"
    )
    if let update = receipt.update {
      for notification in update.notifications.prefix(Self.maxNotifications) {
        lines.append("  \(await describe(notification.notification, &names))")
      }
      let left = update.notifications.count - Self.maxNotifications
      if left > 0 {
        lines.append("  … and \(counted(left, "more notification")); --json prints all")
      }
      if !update.changed.isEmpty || !update.removed.isEmpty {
        lines.append(
          "  \(counted(update.changed.count, "element")) changed, \(update.removed.count) removed; revision \(receipt.revisionBefore) → \(receipt.revisionAfter)"
        )
      }
    }
    text = lines.joined(separator: "\n")
  }
}

internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions

struct WaitCommand: ClientCommand {
  static let spec = CommandSpec(
    "wait", summary: "Wait for a condition",
    details: [
      "CONDITION is one of appears, disappears, enabled, disabled, focused, checked, unchecked, "
        + "visible, value=TEXT, value*=TEXT, value~=REGEX, count=N, stable or stable=MS.",
      "--timeout is the maximum time to wait once connected.",
    ],
    arguments: [.required("target", "A selector or an id")],
    options: [
      OptionSpec.text(
        "until", "CONDITION", suggesting: conditions, "Condition to wait for"
      ).defaulting(to: "appears")
    ],
    example: "bridge-client wait 'dialog'",
    moreExamples: ["bridge-client --timeout 5 wait 'text[label=Result]' --until value=15"])

  /// The words that shell completion offers: conditions, or their beginnings.
  private static let conditions = [
    "appears", "disappears", "enabled", "disabled", "focused", "checked", "unchecked", "visible",
    "value=", "value*=", "value~=", "count=", "stable", "stable=",
  ]

  private let target: Target
  private let condition: WaitCondition

  init(_ parsed: ParsedCommand) throws {
    target = try parsed.requiredTarget()
    condition = try Self.condition(parsed.string("until") ?? "appears")
  }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    // The call has the whole time limit, however long connecting took.
    let response = try await client.call(
      WaitForRequest(target: target, condition: condition), timeout: session.timeout)
    if session.json {
      session.print(response)
    } else {
      let count = counted(response.total, "element")
      let waited = Duration.microseconds(Int64(clamping: response.waitedUs)).millisecondsRoundedUp
      let revision = response.revision
      session.output.line("condition met after \(waited) ms at revision \(revision): \(count)")
      for element in response.elements.prefix(10) {
        session.output.outline(Outline.line(for: element) + "\n")
      }
    }
    return .done
  }

  /// Parses a condition: `appears`, `value=15`, `value*=err`, `value~=^1`, `count=3`, `stable`, `stable=800`.
  private static func condition(_ text: String) throws -> WaitCondition {
    func argument(_ prefix: String) -> String? {
      text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }
    switch text {
    case "appears": return .appears
    case "disappears": return .disappears
    case "enabled": return .enabled
    case "disabled": return .disabled
    case "focused": return .focused
    case "checked": return .checked
    case "unchecked": return .unchecked
    case "visible": return .visible
    case "stable": return .stable(milliseconds: 0)
    default: break
    }
    if let value = argument("value=") { return .valueEquals(value) }
    if let value = argument("value*=") { return .valueContains(value) }
    if let value = argument("value~=") { return .valueMatches(value) }
    if let count = argument("count=").flatMap({ Int($0) }), count >= 0 { return .count(count) }
    if let time = argument("stable=").flatMap({ UInt32($0) }), time > 0 {
      return .stable(milliseconds: time)
    }
    throw BadCommand(
      "unknown condition \"\(text)\": use appears, disappears, enabled, disabled, focused, checked, "
        + "unchecked, visible, value=TEXT, value*=TEXT, value~=REGEX, count=N, stable or stable=MS")
  }
}

internal import BridgeProtocol
internal import CommandLineOptions

extension WaitCondition {
  /// What the words of a condition are, for help.
  static let help =
    "CONDITION is one of appears, disappears, enabled, disabled, focused, checked, unchecked, "
    + "visible, value=TEXT, value*=TEXT, value~=REGEX, count=N, stable or stable=TIME, in milliseconds or with a unit such as 2s."

  /// The words that shell completion offers: conditions, or their beginnings.
  static let suggestions = [
    "appears", "disappears", "enabled", "disabled", "focused", "checked", "unchecked", "visible",
    "value=", "value*=", "value~=", "count=", "stable", "stable=",
  ]

  /// Parses a condition: `appears`, `value=15`, `value*=err`, `value~=^1`, `count=3`, `stable`, `stable=800`, `stable=2s`.
  init(written text: String) throws {
    func argument(_ prefix: String) -> String? {
      text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }
    if let condition = Self.plain[text] {
      self = condition
    } else if let value = argument("value=") {
      self = .valueEquals(value)
    } else if let value = argument("value*=") {
      self = .valueContains(value)
    } else if let value = argument("value~=") {
      self = .valueMatches(value)
    } else if let count = argument("count=").flatMap({ Int($0) }), count >= 0 {
      self = .count(count)
    } else if let time = argument("stable=").flatMap(Self.milliseconds), time > 0 {
      self = .stable(milliseconds: time)
    } else {
      throw BadCommand(
        "unknown condition \"\(text)\": use appears, disappears, enabled, disabled, focused, "
          + "checked, unchecked, visible, value=TEXT, value*=TEXT, value~=REGEX, count=N, stable or "
          + "stable=TIME")
    }
  }

  /// Returns the milliseconds of a time, which are meant where it has no unit.
  private static func milliseconds(_ time: String) -> UInt32? {
    guard time.last?.isLetter == true else { return UInt32(time) }
    return ValueKind.seconds(time).flatMap { UInt32(exactly: ($0 * 1000).rounded()) }
  }

  private static let plain: [String: WaitCondition] = [
    "appears": .appears, "disappears": .disappears, "enabled": .enabled, "disabled": .disabled,
    "focused": .focused, "checked": .checked, "unchecked": .unchecked, "visible": .visible,
    "stable": .stable(milliseconds: 0),
  ]
}

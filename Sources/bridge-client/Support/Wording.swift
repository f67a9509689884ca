internal import CommandLineOptions

/// Returns a number with a noun: "1 element", "3 elements".
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// Says why nothing that was known of the tree is valid any more.
func startingOver(hasOtherRights: Bool) -> TerminalText {
  hasOtherRights
    ? "other applications may be seen now; starting over"
    : "the server was restarted; starting over"
}

/// Returns a duration as text: "340 ms", "2.5 s", "12 min", "3 h".
func duration(milliseconds: UInt64) -> String {
  if milliseconds < 1000 { return "\(milliseconds) ms" }
  let tenths = milliseconds / 100
  if tenths < 600 { return "\(tenths / 10).\(tenths % 10) s" }
  let minutes = milliseconds / 60_000
  return minutes < 120 ? "\(minutes) min" : "\(minutes / 60) h"
}

extension String {
  /// The text itself, or two quotation marks when it is empty.
  var quotedIfNeeded: String { isEmpty ? "\"\"" : self }
}

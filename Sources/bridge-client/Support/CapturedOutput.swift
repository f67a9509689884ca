internal import BridgeTransport
internal import CommandLineOptions

/// What a command writes when it runs as a part of another one, instead of standard output and standard error.
final class CapturedOutput: Sendable {
  /// The output that the current task writes to; `nil`: the program's own.
  @TaskLocal static var current: CapturedOutput?

  /// The maximum length of what is kept, in bytes.
  private static let limit = 1024 * 1024

  private struct State {
    var text = ""
    /// Errors and remarks, which stand beside the output.
    var notes = ""
    /// What to do, in the bridge's own words.
    var advice: [String] = []
    /// What the agent said itself, and errors repeat.
    var repeated: [String] = []
    /// Whether an application's own words may be in it without quotation marks.
    var hasForeignWords = false
    var isCut = false
  }

  private let state = Lock(State())

  /// What was written to standard output, without styles and without the last line end.
  var text: String {
    state.withLock { state in
      let text = state.text.hasSuffix("\n") ? String(state.text.dropLast()) : state.text
      return state.isCut ? text + "\n… the rest was left out" : text
    }
  }

  /// The errors and remarks.
  var notes: String {
    state.withLock { $0.notes.hasSuffix("\n") ? String($0.notes.dropLast()) : $0.notes }
  }

  /// Takes a text of the agent that the output may repeat.
  func repeats(_ text: String?) {
    state.withLock { if let text, !text.isEmpty { $0.repeated.append(text) } }
  }

  /// Takes that the output may have words of an application without quotation marks, such as the error that a call got.
  func hasForeignWords() { state.withLock { $0.hasForeignWords = true } }

  /// Whether an application may speak in a text that is an error, a remark or the lines of steps, which put what it says in
  /// quotation marks.
  func isQuoting(_ text: String) -> Bool {
    let (own, hasForeignWords) = state.withLock { ($0.repeated, $0.hasForeignWords) }
    return hasForeignWords || own.reduce(text) { $0.replacing($1, with: "") }.contains("\"")
  }

  /// What to do, a line each.
  var advice: [String] { state.withLock { $0.advice } }

  func advise(_ text: String) {
    state.withLock { if !text.isEmpty, !$0.advice.contains(text) { $0.advice.append(text) } }
  }

  func add(_ text: TerminalText) { add(text, isNote: false) }

  /// Takes what goes to standard error elsewhere.
  func note(_ text: TerminalText) { add(text, isNote: true) }

  private func add(_ text: TerminalText, isNote: Bool) {
    let plain = text.plain
    state.withLock { state in
      guard state.text.utf8.count + state.notes.utf8.count + plain.utf8.count <= Self.limit else {
        state.isCut = true
        return
      }
      if isNote {
        state.notes += plain
      } else if !state.isCut {
        state.text += plain
      }
    }
  }
}

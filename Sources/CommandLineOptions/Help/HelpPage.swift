/// Builds a page of help.
struct HelpPage {
  /// The width up to which a term has its text beside it, in columns.
  private static let widestTerm = 28
  private static let narrowestText = 32

  private let width: Int
  private var blocks: [[String]] = []

  init(width: Int) {
    self.width = width
  }

  var text: String {
    blocks.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  mutating func paragraph(_ text: String) {
    blocks.append(wrapped(text, width: width))
  }

  mutating func usage(_ line: String) {
    let lines = wrapped(line, width: width - 7)
    blocks.append(
      lines.enumerated().map { ($0.offset == 0 ? "Usage: " : "       ") + $0.element })
  }

  mutating func lines(_ title: String, _ lines: [String]) {
    guard !lines.isEmpty else { return }
    blocks.append(["\(title):"] + lines.map { "  " + $0 })
  }

  /// Appends a list of terms with their texts beside them; the text of a long term begins below it.
  mutating func list(_ title: String, _ entries: [(term: String, text: String)]) {
    guard !entries.isEmpty else { return }
    let widths = entries.map(\.term.displayWidth).filter { $0 <= Self.widestTerm }
    // Where there is too little room beside the terms, every text begins below its term.
    let beside = (widths.max() ?? 0) + 4
    let column = width - beside < Self.narrowestText ? 6 : beside
    var block = ["\(title):"]
    for (term, text) in entries {
      var lines = wrapped(text, width: width - column)[...]
      let head = "  " + term
      if head.displayWidth + 2 <= column, let first = lines.popFirst() {
        block.append(head.padded(to: column) + first)
      } else {
        block.append(head)
      }
      for line in lines { block.append(String(repeating: " ", count: column) + line) }
    }
    blocks.append(block)
  }
}

import CommandLineOptions
import Testing

@Suite
struct `Text for a terminal` {
  let hostile = "\u{1B}]0;title\u{7}\nnext\u{9B}2J\u{202E}"
  let shown = "\\u{1b}]0;title\\u{7}\\nnext\\u{9b}2J\\u{202e}"

  @Test
  func `interpolated values are escaped, whatever their type`() {
    struct Named: CustomStringConvertible {
      let description: String
    }
    #expect(("\(hostile)" as TerminalText).plain == shown)
    #expect(("\(hostile[...])" as TerminalText).plain == shown)
    #expect(("\(Named(description: hostile))" as TerminalText).plain == shown)
    #expect(("\(whole: hostile)" as TerminalText).plain == shown)
    #expect(
      ("\(flowing: hostile)" as TerminalText).plain
        == "\\u{1b}]0;title\\u{7} next\\u{9b}2J\\u{202e}")
    #expect(TerminalText(hostile, [.bold]).plain == shown)
    #expect(TerminalText(lines: "a\nb\u{1B}").plain == "a\nb\\u{1b}")
    #expect(("\(5) of \(7)\n" as TerminalText).plain == "5 of 7\n")
  }

  @Test
  func `very long texts are cut, except interpolated whole ones`() {
    let long = String(repeating: "x", count: 5000)
    #expect(("\(long)" as TerminalText).plain.hasSuffix("x… (5000 characters)"))
    #expect(("\(whole: long)" as TerminalText).plain == long)
  }

  @Test
  func `styles are written only with colour, and only around safe text`() {
    let text: TerminalText = "a \(hostile, .bold, .red) \("b" as TerminalText, .dim)"
    #expect(text.rendered(Painter(isEnabled: false)) == "a \(shown) b")
    #expect(
      text.rendered(Painter(isEnabled: true))
        == "a \u{1B}[1;31m\(shown)\u{1B}[0m \u{1B}[2mb\u{1B}[0m")
    let cleared = TerminalText(.clearLine) + "x"
    #expect(cleared.rendered(Painter(isEnabled: false)) == "\r\u{1B}[Kx")
  }

  @Test
  func `cells of columns are escaped`() {
    var columns = Columns()
    columns.append([hostile, "x"])
    columns.append(["short", "y"])
    #expect(columns.lines().first == "\(shown)  x")
    #expect(columns.text().plain.split(separator: "\n").count == 2)
  }
}

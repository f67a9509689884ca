import CommandLineOptions
import Testing

@Suite struct `Text on a terminal` {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4), ("👍", 2), ("👨‍👩‍👧", 2),
    ("🇩🇪", 2), ("✔", 1), ("❤️", 2), ("ｱ", 1), ("Ａ", 2), ("a\u{200B}b", 2), ("\u{7}", 0), ("…", 1),
    ("\u{1B}[1;31mred\u{1B}[0m", 3), ("├─", 2),
  ])
  func `the width of a text is its width on a terminal`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test func `texts are padded and cut by width, not by count`() {
    #expect("日本".padded(to: 6) == "日本  ")
    #expect("日本".leftPadded(to: 5) == " 日本")
    #expect("long".padded(to: 2) == "long")
    #expect("日本語".truncated(to: 4) == "日…")
    #expect("hello".truncated(to: 5) == "hello")
    #expect("hello".truncated(to: 3) == "he…")
    #expect("hello".truncated(to: 1) == "…")
    #expect("hello".truncated(to: 0) == "")
    #expect("日本語".tail(fitting: 4) == "…語")
    #expect("hello".tail(fitting: 5) == "hello")
    #expect("hello".tail(fitting: 3) == "…lo")
    #expect("hello".tail(fitting: 1) == "…")
    #expect("hello".tail(fitting: 0) == "")
  }

  @Test func `flexible columns are cut to fit a width`() {
    var columns = Columns()
    columns.append(["#1", "a long name", "toolkit"])
    columns.append(["#22", "b", "x"])
    columns.fit(16, yielding: [(1, 6), (2, 3)])
    #expect(columns.lines() == ["#1   a lon…  to…", "#22  b       x"])
    columns.fit(80, yielding: [(1, 1)])
    #expect(columns.lines().first == "#1   a lon…  to…")
    columns.fit(1, yielding: [(1, 4), (9, 1)])
    #expect(columns.lines().first == "#1   a l…  to…")
  }

  @Test func `a column that is cut twice is cut from its remaining width`() {
    var columns = Columns()
    columns.append(["#1", "a long name", "toolkit"])
    columns.fit(14, yielding: [(1, 6), (2, 5), (1, 3)])
    #expect(columns.lines() == ["#1  a …  tool…"])
    #expect(columns.width == 14)
  }

  @Test func `columns are aligned, without spaces at the end of a line`() {
    var columns = Columns([.left, .right])
    columns.append(["NAME", "COUNT", "STATE"])
    columns.append(["電卓", "96", "complete"])
    columns.append(["Chromium", "15245", ""])
    columns.append(["short"])
    #expect(
      columns.text(indent: 1).plain == """
         NAME      COUNT  STATE
         電卓         96  complete
         Chromium  15245
         short

        """)
    #expect(Columns().lines().isEmpty)
  }

  @Test func `wrapping does not split words`() {
    #expect(wrapped("a bb ccc", width: 4) == ["a bb", "ccc"])
    #expect(wrapped("a verylongword b", width: 4) == ["a", "verylongword", "b"])
    #expect(wrapped("", width: 4) == [])
  }

  @Test(arguments: [
    (ColorChoice.auto, true, [:], true), (.auto, false, [:], false),
    (.auto, true, ["NO_COLOR": "1"], false), (.auto, true, ["NO_COLOR": ""], true),
    (.auto, true, ["TERM": "dumb"], false), (.always, false, ["NO_COLOR": "1"], true),
    (.never, true, [:], false),
  ])
  func `colour is used on terminals, and never with NO_COLOR`(
    choice: ColorChoice, isTerminal: Bool, environment: [String: String], expected: Bool
  ) {
    let painter = Painter(choice, isTerminal: isTerminal) { environment[$0] }
    #expect(painter.isEnabled == expected)
    let text: TerminalText = "\("x", .bold, .red)"
    #expect(text.rendered(painter) == (expected ? "\u{1B}[1;31mx\u{1B}[0m" : "x"))
  }

  @Test func `the environment and terminals are read`() {
    #expect(Terminal.environment("PATH") != nil)
    #expect(Terminal.environment("NO_SUCH_VARIABLE_HERE") == nil)
    #expect(!Terminal.isTerminal(-1) && Terminal.columns(of: -1) == nil)
  }
}

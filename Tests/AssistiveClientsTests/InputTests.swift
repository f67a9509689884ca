import AssistiveClients
import Testing

@Suite
struct `Keys and command lines` {
  static let table: [(bytes: [UInt8], keys: [Key])] = [
    (Array("a".utf8), [.character("a")]),
    (Array("\u{1B}[A\u{1B}[B\u{1B}OC\u{1B}[D".utf8), [.up, .down, .right, .left]),
    (
      Array("\u{1B}[5~\u{1B}[6~\u{1B}[1~\u{1B}[F\u{1B}[3~\u{1B}[Z".utf8),
      [.pageUp, .pageDown, .home, .end, .delete, .backTab]
    ),
    (Array("\u{1B}[1;5A".utf8), [.up]),
    ([0x0D, 0x09, 0x7F, 0x03], [.enter, .tab, .backspace, .control("c")]),
    (Array("é世😀".utf8), [.character("é"), .character("世"), .character("😀")]),
    ([0x1B, 0x1B], [.escape]), ([0xFF, 0x61], [.character("a")]),
    (Array("\u{1B}[999x".utf8) + [0x62], [.character("b")]),
  ]

  @Test(arguments: table)
  func `keys are recognized however their bytes are split`(_ row: (bytes: [UInt8], keys: [Key])) {
    var whole = KeyDecoder()
    #expect(whole.decode(row.bytes) == row.keys)
    var dripped = KeyDecoder()
    #expect(row.bytes.flatMap { dripped.decode([$0]) } == row.keys)
  }

  @Test
  func `a lone escape is a key when nothing follows it`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isWaiting)
  }

  @Test func `a line is a verb of one or several words, and its argument`() {
    let line = VoiceOver.parse("  Zoom  IN ")
    #expect(line?.verb == "zoom in")
    #expect(VoiceOver.parse("rotor Text Fields")?.argument == "Text Fields")
    #expect(VoiceOver.parse("zoom")?.verb == "zoom")
    #expect(VoiceOver.parse("") == nil)
    #expect(VoiceOver.parse("# a remark") == nil)
  }

  @Test
  func `arguments keep their inner spaces, and text to type keeps all spaces`() {
    let line = VoiceOver.parse("  type  two  words ")
    #expect(line?.argument == "two  words")
    #expect(line?.text == " two  words ")
    #expect(VoiceOver.parse("zoom \t in")?.text == "")
    #expect(VoiceOver.parse("type")?.text == "")
    #expect(VoiceOver.parse("pass  through 1,2")?.text == "1,2")
  }

  private func lines(_ chunks: [[UInt8]]) -> [LineDecoder.Line] {
    var decoder = LineDecoder()
    var lines: [LineDecoder.Line] = []
    for chunk in chunks {
      decoder.append(chunk)
      while let line = decoder.next() { lines.append(line) }
    }
    return lines + [decoder.finish()].compactMap { $0 }
  }

  @Test
  func `lines are read however they are split, with either line end, also a last one without it`() {
    let bytes = Array("tap 7\n\nfind  é\r\nlast".utf8)
    let expected: [LineDecoder.Line] = [
      .line("tap 7"), .line(""), .line("find  é"), .line("last"),
    ]
    #expect(lines([bytes]) == expected)
    #expect(lines(bytes.map { [$0] }) == expected)
  }

  @Test
  func `a line that is too long is reported once, skipped, and not stored`() {
    let long = Array(repeating: UInt8(ascii: "x"), count: LineDecoder.limit)
    let end = Array("\nnext\n".utf8)
    #expect(
      lines([long, end]) == [.line(String(decoding: long, as: UTF8.self)), .line("next")])
    #expect(lines([long, [0x78], end]) == [.tooLong, .line("next")])
    #expect(lines([long + [0x78] + end]) == [.tooLong, .line("next")])
    #expect(lines(Array(repeating: long, count: 200)) == [.tooLong])
  }

  @Test(arguments: [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func `a line that is not UTF-8 is reported, and what follows is read`(bytes: [UInt8]) {
    let line = Array("find ".utf8) + bytes
    #expect(lines([line, Array("\nnext\n".utf8)]) == [.notUTF8, .line("next")])
    #expect(lines([line]) == [.notUTF8])
  }

  @Test
  func `a line can be typed, edited and cleared`() {
    var line = TypedLine()
    for key in [Key.character("a"), .character("b"), .backspace, .up] { _ = line.take(key) }
    #expect(line.text == "a")
    #expect(line.take(.left) == false)
    #expect(line.take(.control("u")) == true)
    #expect(line.isEmpty)
    for _ in 0..<(TypedLine.limit + 5) { _ = line.take(.character("x")) }
    #expect(line.text.count == TypedLine.limit)
  }

  @Test
  func `no key and no verb has two meanings`() {
    for vocabulary in [
      VoiceOver.vocabulary, VoiceControl.vocabulary, SwitchControl.vocabulary,
      KeyboardAccess.vocabulary,
    ] {
      let verbs = vocabulary.map(\.verb)
      #expect(Set(verbs).count == verbs.count)
      let keys = vocabulary.flatMap(\.keys)
      #expect(Set(keys).count == keys.count)
    }
  }
}

import AccessibilityRendering
import AccessibilityTree
import SafeText
import Testing

/// Compares what `JSONWriter` writes, eight bytes at a time where it can, with what the rules say of each character.
struct JSONTextTests {
  private static let special: [Unicode.Scalar] = [
    "\"", "\\", "\n", "\r", "\t", "\0", "\u{8}", "\u{C}", "\u{1B}", "\u{1F}", " ", "~", "\u{7F}",
    "\u{80}", "\u{85}", "\u{A0}", "\u{AD}", "é", "•", "\u{200B}", "\u{200D}", "\u{202E}",
    "\u{2028}", "\u{2066}", "\u{FEFF}", "\u{FFFE}", "\u{1F600}", "\u{E0041}", "\u{10FFFF}",
  ]

  /// The rules, a scalar at a time.
  private static func expected(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\r": json += "\\r"
      case "\t": json += "\\t"
      case "\u{8}": json += "\\b"
      case "\u{C}": json += "\\f"
      case _ where scalar.isUnsafeToPrint:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }

  private static func written(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return writer.text
  }

  @Test(arguments: special)
  func `a special character is found at any place`(scalar: Unicode.Scalar) {
    for length in 0..<34 {
      for place in 0...length {
        var text = String(repeating: "a", count: place)
        text.unicodeScalars.append(scalar)
        text += String(repeating: "z", count: length - place)
        #expect(Self.written(text) == Self.expected(text), "\(length) \(place)")
      }
    }
  }

  @Test
  func `every character of ASCII is written by the rules, alone and among others`() {
    for value in UInt8.min..<0x80 {
      let scalar = String(Unicode.Scalar(value))
      for text in [scalar, "1234567" + scalar, scalar + "1234567", "12345678" + scalar + "90"] {
        #expect(Self.written(text) == Self.expected(text))
      }
    }
  }

  @Test(arguments: 0..<20)
  func `random texts are written by the rules`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<200, using: &random) {
        let isSpecial = Int.random(in: 0..<40, using: &random) == 0
        let letter = Unicode.Scalar(UInt8.random(in: 0x20..<0x7F, using: &random))
        let scalar = isSpecial ? Self.special.randomElement(using: &random) : letter
        text.unicodeScalars.append(scalar ?? letter)
      }
      #expect(Self.written(text) == Self.expected(text))
    }
  }

  @Test
  func `whole numbers have all their digits`() {
    var numbers: [UInt64] = [0, .max, .max - 1, 1 << 63]
    var power: UInt64 = 1
    for _ in 0..<19 {
      power *= 10
      numbers += [power - 1, power, power + 1]
    }
    for bit in 0..<64 as Range<UInt64> { numbers += [1 << bit, (1 << bit) - 1] }
    for number in numbers {
      var writer = JSONWriter()
      writer.integer(number)
      #expect(writer.text == String(number))
    }
    for number in [Int64.min, -1, -10, 0, 10, .max] {
      var writer = JSONWriter()
      writer.array {
        $0.integer(number)
        $0.number(Double(number))
        $0.number(Double(number) * 4)
        $0.number(Double(number) + 0.25)
      }
      let doubles = [Double(number), Double(number) * 4, Double(number) + 0.25]
      let texts = ["\(number)"] + doubles.map(\.shortDescription)
      #expect(writer.text == "[\(texts.joined(separator: ","))]")
    }
  }

  @Test
  func `lines are objects, and can be written again when they were removed`() throws {
    let element = try #require(try Desk.tree()[ElementID(rawValue: 4)])
    var lines = JSONLines()
    for _ in 0..<2 {
      lines.add(element, at: 7)
      lines.add(element)
      let json = element.json
      let text = "{\"revision\":\"7\"," + json.dropFirst() + "\n" + json + "\n"
      #expect(lines.text == text)
      #expect(lines.count == text.utf8.count)
      #expect(lines.withBytes { $0.count } == lines.count)
      lines.removeAll()
      #expect(lines.text == "" && lines.count == 0)
    }
  }

  @Test
  func `the members of a set are named in order of their bits`() {
    for (bit, entry) in States.named.enumerated() {
      #expect(entry.member.rawValue == 1 << UInt64(bit))
      #expect(entry.member.names == [entry.name])
    }
    for (bit, entry) in Traits.named.enumerated() {
      #expect(entry.member.rawValue == 1 << UInt32(bit))
      #expect(entry.member.names == [entry.name])
    }
    #expect(States(rawValue: .max).names == States.named.map(\.name))
    #expect(Traits(rawValue: .max).names == Traits.named.map(\.name))
  }
}

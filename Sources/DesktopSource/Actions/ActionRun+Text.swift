internal import AccessibilityMirror
internal import AccessibilityTree

extension ActionRun {
  func setText(_ text: String) {
    guard object.interfaces.contains(.editableText) else {
      if isNumberedCell, canBeEdited(), let number = Double(text), number.isFinite {
        let tolerance = 1e-9 * max(1, abs(number))
        return write(NumberGoal(target: number, tolerance: tolerance), in: nil)
      }
      if isNumberedCell, !request.allowSynthesis {
        return refuse(
          .unsupported,
          "Of \(name) only a number can be set; any other text has to be typed, which takes "
            + "synthesised input: allow it (allow_synthesis), or set a number")
      }
      return typeText(text, replacing: true)
    }
    guard canBeEdited() else { return }
    guard request.allowSynthesis, object.interfaces.contains(.text) else {
      return setTextContents(text)
    }
    let expected = Self.comparedPart(of: text)
    readText { before in
      self.setTextContents(text) { means in
        // Gecko says yes and changes nothing.
        self.awaitText(looks: 4, until: { $0 == expected || $0 != before }) { isChanged in
          if isChanged { self.performed(means) } else { self.typeText(text, replacing: true) }
        }
      }
    }
  }

  /// - Parameter accepted: is called when the application said yes; without it, the action is performed.
  private func setTextContents(_ text: String, accepted: ((_ means: String) -> Void)? = nil) {
    askYes(
      "SetTextContents", of: "EditableText", [.string(text)], means: "EditableText.SetTextContents",
      accepted: accepted, otherwise: { self.typeText(text, replacing: true) })
  }

  /// Reads the beginning of the text.
  func readText(_ then: @escaping (String) -> Void) {
    characterCount { count in
      let end = Int32(clamping: min(count, Self.comparedCharacters))
      self.ask("GetText", of: "Text", [.int32(0), .int32(end)], read: Answer.string, then: then)
    }
  }

  /// Reads the text until a condition holds of its beginning, 120 ms apart.
  func awaitText(
    looks: Int, until condition: @escaping (String) -> Bool, then: @escaping (_ holds: Bool) -> Void
  ) {
    readText { found in
      if condition(found) || looks == 1 { return then(condition(found)) }
      self.after(milliseconds: 120) {
        self.awaitText(looks: looks - 1, until: condition, then: then)
      }
    }
  }

  /// How much of a text is read back.
  static let comparedCharacters = 4096

  /// What `awaitText` gives of an element that holds this text.
  static func comparedPart(of text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(comparedCharacters)))
  }

  /// Whether the element is a cell of a spreadsheet: a number is set as such, anything else is typed,
  /// which begins by replacing what is there and ends with Return.
  var isNumberedCell: Bool {
    ValueMapping.isNumberedCell(role: element.role, interfaces: object.interfaces)
  }

  /// Inserts at an offset, or at the caret.
  func insertText(_ text: String, at place: Int?) {
    guard object.interfaces.contains(.editableText) else {
      return typeText(text, replacing: false, at: place)
    }
    guard canBeEdited() else { return }
    characterCount { count in
      if let place { return self.insert(text, at: place, of: count) }
      self.property(
        "CaretOffset", of: "Text",
        read: Answer.int32
      ) { caret in
        self.insert(text, at: caret < 0 ? count : Int(caret), of: count)
      }
    }
  }

  private func insert(_ text: String, at place: Int, of count: Int) {
    guard place <= count else {
      return refuse(
        .outOfRange, "Offset \(place) is behind the end of the text of \(name), \(count) characters"
      )
    }
    let type = { self.typeText(text, replacing: false, at: place) }
    var verify: ((_ means: String) -> Void)?
    if request.allowSynthesis, !text.isEmpty, object.interfaces.contains(.text) {
      // An application may say yes and change nothing.
      verify = { means in
        self.awaitLength(looks: 4, otherThan: count) { isChanged in
          if isChanged { self.performed(means) } else { type() }
        }
      }
    }
    // The length counts bytes in GTK; where it counts characters, bytes are at least as many.
    askYes(
      "InsertText", of: "EditableText",
      [.int32(Int32(clamping: place)), .string(text), .int32(Int32(clamping: text.utf8.count))],
      means: "EditableText.InsertText at \(place)", accepted: verify, otherwise: type)
  }

  /// Reads the length of the text until it is another, 120 ms apart.
  private func awaitLength(
    looks: Int, otherThan count: Int, then: @escaping (_ isAnother: Bool) -> Void
  ) {
    characterCount { found in
      if found != count || looks == 1 { return then(found != count) }
      self.after(milliseconds: 120) {
        self.awaitLength(looks: looks - 1, otherThan: count, then: then)
      }
    }
  }

  /// Selects characters; an empty range puts the caret there.
  func setSelection(_ range: Range<Int>) {
    guard object.interfaces.contains(.text) else { return unsupported("it has no text") }
    characterCount { count in
      guard range.upperBound <= count else {
        return self.refuse(
          .outOfRange,
          "Selection \(range.lowerBound)–\(range.upperBound) is behind the end of the text of "
            + "\(self.name), \(count) characters")
      }
      if range.isEmpty {
        return self.askYes(
          "SetCaretOffset", of: "Text", [.int32(Int32(clamping: range.lowerBound))],
          means: "Text.SetCaretOffset")
      }
      self.select(range)
    }
  }

  private func select(_ range: Range<Int>) {
    let bounds: [BusValue] = [
      .int32(Int32(clamping: range.lowerBound)), .int32(Int32(clamping: range.upperBound)),
    ]
    ask(
      "GetNSelections", of: "Text", read: Answer.int32
    ) { count in
      if count > 0 {
        self.askYes("SetSelection", of: "Text", [.int32(0)] + bounds, means: "Text.SetSelection")
      } else {
        self.askYes("AddSelection", of: "Text", bounds, means: "Text.AddSelection")
      }
    }
  }

  func characterCount(_ then: @escaping (Int) -> Void) {
    property(
      "CharacterCount", of: "Text", read: Answer.int32
    ) { then(max(0, Int($0))) }
  }

  private func canBeEdited() -> Bool {
    if states.contains(.editable) { return true }
    unsupported("its text can be read, not changed")
    return false
  }

  /// Calls a method that answers yes or no.
  ///
  /// - Parameters:
  ///   - accepted: is called when it said yes; without it, the action is performed.
  ///   - otherwise: is called when the application does not know the method, or said no and input may
  ///     be synthesised.
  func askYes(
    _ member: String, of interface: String, _ arguments: [BusValue], at path: String? = nil,
    means: String, accepted: ((_ means: String) -> Void)? = nil, otherwise: (() -> Void)? = nil
  ) {
    ask(
      member, of: interface, arguments, at: path,
      read: Answer.bool,
      otherwise: { error in
        switch error {
        case .unknownMethod, .unknownInterface:
          if let otherwise { return otherwise() }
        case .remote(let name, _) where name.hasSuffix("NotSupported"):
          if let otherwise { return otherwise() }
        default: break
        }
        self.refuse(error)
      },
      then: { isAccepted in
        if isAccepted { return (accepted ?? self.performed)(means) }
        if let otherwise, self.request.allowSynthesis { return otherwise() }
        self.refuse(.rejected, "The application answered no to \(means) of \(self.name)")
      })
  }
}

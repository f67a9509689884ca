internal import AccessibilityMirror
internal import AccessibilityTree

/// Typing, where a toolkit has no other way in.
extension ActionRun {
  /// Focuses the element and types.
  func typeText(_ text: String, replacing: Bool, at place: Int? = nil) {
    guard request.allowSynthesis else {
      return unsupported("its toolkit does not let its text be set")
    }
    guard states.contains(.editable) else {
      return unsupported("its text can be read, not changed")
    }
    let isOneLine = !states.shared.contains(.multiLine) || isNumberedCell
    for scalar in text.unicodeScalars {
      if scalar == "\t" || (scalar == "\n" && isOneLine) || Keysym.of(scalar) == nil {
        return refuse(
          .invalidArgument,
          "U+\(String(scalar.value, radix: 16)) cannot be typed into \(name): its key does not insert "
            + "a character there, or there is no key for it")
      }
    }
    takeFocus(
      orRefuse: { self.unsupported($0) },
      then: { _ in self.typeIntoFocus(text, replacing: replacing, at: place) })
  }

  private func typeIntoFocus(_ text: String, replacing: Bool, at place: Int?) {
    if isNumberedCell { return typeIntoCell(text, replacing: replacing) }
    if replacing { return typeOver(text) }
    characterCount { count in
      let type = {
        self.type(Typing(text, after: count)) { self.performed("synthesised typing") }
      }
      guard let place else { return type() }
      self.ask(
        "SetCaretOffset", of: "Text", [.int32(Int32(clamping: place))], read: Answer.bool
      ) { accepted in
        if accepted { return type() }
        self.refuse(.rejected, "The caret of \(self.name) could not be put at \(place)")
      }
    }
  }

  /// The first key replaces what a cell holds, and Return ends what is typed.
  private func typeIntoCell(_ text: String, replacing: Bool) {
    guard replacing else { return unsupported("text cannot be inserted into a cell, only set") }
    guard object.interfaces.contains(.text) else { return typeAndLeave(text, before: nil) }
    readText { self.typeAndLeave(text, before: $0) }
  }

  /// Ends what is typed, and waits until the cell shows something else than before.
  private func typeAndLeave(_ text: String, before: String?) {
    let expected = Self.comparedPart(of: text)
    let end = { (means: String) in
      guard let before else { return self.performed(means) }
      self.renewObject {
        self.awaitText(looks: 8, until: { $0 == expected || $0 != before }) { _ in
          self.performed(means)
        }
      }
    }
    guard !text.isEmpty else { return key(Keysym.delete) { end("synthesised key Delete") } }
    type(Typing(text, after: 0)) {
      self.key(Keysym.enter) { end("synthesised typing into the cell") }
    }
  }

  /// Types over all that is there. A busy application may mistake a key that was made for the moment:
  /// what can be read back is, and typed once more where it is something else.
  private func typeOver(_ text: String, tries: Int = 3) {
    let isCertain = text.unicodeScalars.allSatisfy(\.isASCII) || element.role == .passwordField
    let done = { self.performed("synthesised typing over all") }
    let expected = Self.comparedPart(of: text)
    characterCount { count in
      self.selectAll(of: count) {
        self.clearIfNothingToType(text) {
          self.type(Typing(text, after: 0)) {
            if isCertain || tries == 1 { return done() }
            self.awaitText(looks: 8, until: { $0 == expected }) { isThere in
              if isThere { done() } else { self.typeOver(text, tries: tries - 1) }
            }
          }
        }
      }
    }
  }

  private func clearIfNothingToType(_ text: String, _ type: @escaping () -> Void) {
    text.isEmpty ? key(Keysym.backSpace, then: type) : type()
  }

  /// Selects the whole text, so that typing replaces it.
  private func selectAll(of count: Int, then: @escaping () -> Void) {
    guard count > 0 else { return then() }
    let control: UInt32 = 4
    // Control is held by its modifier's bit, as the registry wants it.
    keyEvent(Int32(control), .lockModifiers) {
      self.keyEvent(Int32(Keysym.a), .symbol) {
        self.keyEvent(Int32(control), .unlockModifiers) {
          self.after(milliseconds: 30) { then() }
        }
      }
    }
  }

  /// Text on its way into the element.
  private struct Typing {
    let text: [Unicode.Scalar]
    /// How much the element holds besides, in Unicode scalars.
    let after: Int
    var typed = 0
    /// Whether the mirror has learnt that the element has the focus.
    var isFocusKnown = false

    init(_ text: String, after: Int) {
      self.text = Array(text.unicodeScalars)
      self.after = after
    }
  }

  /// Types one character after the other, as long as the element has the focus.
  private func type(_ typing: Typing, then: @escaping () -> Void) {
    var typing = typing
    guard typing.typed < typing.text.count, let keysym = Keysym.of(typing.text[typing.typed]) else {
      return then()
    }
    if hasFocusInside {
      typing.isFocusKnown = true
    } else if typing.isFocusKnown {
      return refuse(
        .rejected,
        "The keyboard focus left \(name) after \(typing.typed) of \(typing.text.count) characters; "
          + "the others were not typed")
    }
    key(keysym) {
      let isOnKeyboard = typing.text[typing.typed].isASCII
      typing.typed += 1
      let next = { self.type(typing, then: then) }
      if isOnKeyboard { next() } else { self.awaitTaken(typing, tries: 20, then: next) }
    }
  }

  /// A character that no key makes was given a key for the moment, and must have been read before the
  /// next one takes the key: waits until the text is as long as it has to be, at most about two seconds.
  private func awaitTaken(_ typing: Typing, tries: Int, then: @escaping () -> Void) {
    after(milliseconds: 120) {
      self.characterCount { count in
        if count >= typing.after + typing.typed || tries == 0 { return then() }
        self.awaitTaken(typing, tries: tries - 1, then: then)
      }
    }
  }

  private var hasFocusInside: Bool {
    guard let focused = host.store.focused else { return false }
    return focused == element.id || host.store.tree.isAncestor(element.id, of: focused)
  }

  func key(_ keysym: UInt32, then: @escaping () -> Void) {
    keyEvent(Int32(clamping: keysym), .symbol, then: then)
  }

  private func keyEvent(_ code: Int32, _ kind: KeyEventKind, then: @escaping () -> Void) {
    // What holds a modifier down is always released.
    if kind != .unlockModifiers, let window = windowInFrontOfOthers {
      return refuse(
        .rejected,
        "Keys would go to \(window.messageName), which is active, and not to \(name); bring the window of "
          + "\(name) to the front, or close what is open there, and try again")
    }
    controller(
      "GenerateKeyboardEvent", [.int32(code), .string(""), .uint32(kind.rawValue)], then: then)
  }

  /// The active window of another application, while none of the element's own is active: keys go there,
  /// whatever the element says of its focus.
  private var windowInFrontOfOthers: Element? {
    let tree = host.store.tree
    var other: Element?
    for root in tree.roots {
      for child in tree[root]?.children ?? [] {
        guard let window = tree[child], window.states.contains(.active) else { continue }
        if root == element.application { return nil }
        other = window
      }
    }
    return other
  }

  /// Escape goes to whatever has the focus, which must be inside the element's window.
  func escapeKey() {
    guard request.allowSynthesis else { return unsupported() }
    let tree = host.store.tree
    guard let focused = host.store.focused,
      tree.read(focused, { $0.application }) == element.application
    else {
      return refuse(
        .notOnScreen, "The keyboard focus is not in the application of \(name); focus it first")
    }
    key(Keysym.escape) { self.performed("synthesised Escape") }
  }
}

/// AtspiKeySynthType.
private enum KeyEventKind: UInt32 {
  case symbol = 3
  case lockModifiers = 5
  case unlockModifiers = 6
}

/// The symbols of the X keyboard.
enum Keysym {
  static let backSpace: UInt32 = 0xFF08
  static let enter: UInt32 = 0xFF0D
  static let delete: UInt32 = 0xFFFF
  static let escape: UInt32 = 0xFF1B
  static let a: UInt32 = 0x61

  /// The symbol that types a character; `nil` for a control character.
  static func of(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar.value {
    case 0x0A: enter
    case 0x20...0x7E, 0xA0...0xFF: scalar.value
    case 0x100...0x10FFFF: 0x0100_0000 | scalar.value
    default: nil
    }
  }
}

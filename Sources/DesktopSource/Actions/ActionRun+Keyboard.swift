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
    let isOneLine = !states.shared.contains(.multiLine)
    for scalar in text.unicodeScalars {
      if scalar == "\t" || (scalar == "\n" && isOneLine) || Keysym.of(scalar) == nil {
        return refuse(
          .invalidArgument,
          "U+\(String(scalar.value, radix: 16)) cannot be typed into \(name): it would do "
            + "something else than stand there")
      }
    }
    takeFocus(
      orRefuse: { self.unsupported($0) },
      then: { _ in self.typeIntoFocus(text, replacing: replacing, at: place) })
  }

  private func typeIntoFocus(_ text: String, replacing: Bool, at place: Int?) {
    let type = {
      self.typeKeys(Array(text.unicodeScalars)) {
        self.performed(replacing ? "synthesised typing over all" : "synthesised typing")
      }
    }
    if replacing { return selectAll { self.clearIfNothingToType(text, type) } }
    guard let place else { return type() }
    ask(
      "SetCaretOffset", of: "Text", [.int32(Int32(clamping: place))], read: Answer.bool
    ) { accepted in
      if accepted { return type() }
      self.refuse(.rejected, "The caret of \(self.name) could not be put at \(place)")
    }
  }

  private func clearIfNothingToType(_ text: String, _ type: @escaping () -> Void) {
    text.isEmpty ? key(Keysym.backSpace, then: type) : type()
  }

  /// Selects the whole text, so that typing replaces it.
  private func selectAll(then: @escaping () -> Void) {
    characterCount { count in
      guard count > 0 else { return then() }
      let control: UInt32 = 4
      // Control is held by its modifier's bit, as the registry wants it.
      self.keyEvent(Int32(control), .lockModifiers) {
        self.keyEvent(Int32(Keysym.a), .symbol) {
          self.keyEvent(Int32(control), .unlockModifiers) {
            self.after(milliseconds: 30) { then() }
          }
        }
      }
    }
  }

  /// Types one character after the other. A character that no key makes is given a key for the
  /// moment, and must have been read before the next one takes the key.
  private func typeKeys(
    _ scalars: [Unicode.Scalar], from index: Int = 0, then: @escaping () -> Void
  ) {
    guard index < scalars.count, let keysym = Keysym.of(scalars[index]) else { return then() }
    key(keysym) {
      let next = { self.typeKeys(scalars, from: index + 1, then: then) }
      if scalars[index].isASCII { next() } else { self.after(milliseconds: 120, next) }
    }
  }

  func key(_ keysym: UInt32, then: @escaping () -> Void) {
    keyEvent(Int32(clamping: keysym), .symbol, then: then)
  }

  private func keyEvent(_ code: Int32, _ kind: KeyEventKind, then: @escaping () -> Void) {
    controller(
      "GenerateKeyboardEvent", [.int32(code), .string(""), .uint32(kind.rawValue)], then: then)
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

internal import SafeText

extension KeyChord {
  /// Parses chords as people write them, such as "Ctrl+S" or "Down Down Enter".
  public static func parse(_ text: String) throws(ActionText.SyntaxError) -> [KeyChord] {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else {
      throw ActionText.SyntaxError(
        description: "no key is named: write Enter, Ctrl+S or 'Down Down Enter'")
    }
    guard words.count <= maxCount else {
      throw ActionText.SyntaxError(
        description: "these are more than \(maxCount) keys: press them in several actions")
    }
    var chords: [KeyChord] = []
    for word in words { chords.append(try chord(word)) }
    return chords
  }

  private static func chord(_ word: Substring) throws(ActionText.SyntaxError) -> KeyChord {
    var modifiers: KeyModifiers = []
    var rest = word
    // The key itself may be "+".
    while let plus = rest.dropFirst().firstIndex(of: "+"),
      rest.index(after: plus) < rest.endIndex
    {
      let name = rest[..<plus]
      guard let modifier = KeyNames.modifiers[KeyNames.normalized(name)] else {
        throw unknownModifier(name)
      }
      modifiers.insert(modifier)
      rest = rest[plus...].dropFirst()
    }
    guard let key = key(rest) else { throw unknownKey(rest, in: word) }
    guard case .character(let scalar) = key, !modifiers.isEmpty else {
      return KeyChord(key, modifiers)
    }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    return KeyChord(.character(lower.count == 1 ? lower.first ?? scalar : scalar), modifiers)
  }

  private static func key(_ name: Substring) -> Key? {
    let scalars = name.unicodeScalars
    if let scalar = scalars.first, scalars.count == 1 {
      return scalar.isTyped ? .character(scalar) : nil
    }
    return KeyNames.keys[KeyNames.normalized(name)]
  }

  // MARK: Errors

  private static func unknownModifier(_ name: Substring) -> ActionText.SyntaxError {
    let known = KeyNames.modifiers.keys.sorted()
    let meant = closest(to: KeyNames.normalized(name), among: known).flatMap { found in
      KeyModifiers.named.first { KeyNames.modifiers[found] == $0.modifier }?.name
    }
    let hint = meant.map { "did you mean \($0)? " } ?? ""
    return ActionText.SyntaxError(
      description: "\(String(name).quoted(limit: 40)) is no modifier: \(hint)"
        + "Modifiers are \(modifierNames); keys that follow each other are separated by spaces")
  }

  private static func unknownKey(
    _ name: Substring, in word: Substring
  ) -> ActionText.SyntaxError {
    let isModifier = KeyNames.modifiers[KeyNames.normalized(name)] != nil
    if isModifier || name.last == "+" {
      return ActionText.SyntaxError(
        description:
          "\(String(word).quoted(limit: 40)) has no key after the modifier: write Ctrl+S, "
          + "or Ctrl+Plus for the key +")
    }
    let hint = meaning(of: name, in: word).map { "did you mean \($0)? " } ?? ""
    return ActionText.SyntaxError(
      description: "\(String(name).quoted(limit: 40)) is no key: \(hint)"
        + "A key is one character or \(keyNames), after any of \(modifierNames), as in Ctrl+S; "
        + "a text is typed by insert")
  }

  /// Returns how what was probably meant is written.
  private static func meaning(of name: Substring, in word: Substring) -> String? {
    if word.utf8.count <= 64, word.contains("-"),
      let meant = try? chord(Substring(word.map { $0 == "-" ? "+" : $0 })), !meant.modifiers.isEmpty
    {
      return text(of: [meant])
    }
    let normalized = KeyNames.normalized(name)
    return closest(to: normalized, among: KeyNames.keys.keys.sorted()).flatMap { found in
      KeyNames.keys[found].map { text(of: [KeyChord($0)]) }
    }
  }

  private static let modifierNames = KeyModifiers.named.map(\.name).joined(separator: ", ")

  /// The names of keys, for messages and help.
  package static let keyNames: String = {
    let named = NamedKey.all.prefix { $0 != .function(1) }.map(\.name)
    return (named + ["Space", "Plus", "F1 to F24"]).joined(separator: ", ")
  }()
}

/// What keys and modifiers are called, in lower case without "_" and "-".
private enum KeyNames {
  static func normalized(_ name: Substring) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" }))
  }

  static let modifiers: [String: KeyModifiers] = [
    "ctrl": .control, "control": .control, "alt": .alt, "shift": .shift, "super": .superKey,
    "meta": .superKey, "win": .superKey, "windows": .superKey,
  ]

  static let keys: [String: KeyChord.Key] = {
    var keys: [String: KeyChord.Key] = ["space": .character(" "), "plus": .character("+")]
    for key in NamedKey.all { keys[normalized(Substring(key.name))] = .named(key) }
    for (name, key) in synonyms { keys[name] = .named(key) }
    keys["spacebar"] = .character(" ")
    return keys
  }()

  private static let synonyms: [String: NamedKey] = [
    "return": .enter, "esc": .escape, "del": .delete, "ins": .insert, "pgup": .pageUp,
    "prior": .pageUp, "pgdn": .pageDown, "pgdown": .pageDown, "arrowup": .up, "arrowdown": .down,
    "arrowleft": .left, "arrowright": .right, "uparrow": .up, "downarrow": .down,
    "leftarrow": .left, "rightarrow": .right, "contextmenu": .menu, "print": .printScreen,
    "prtsc": .printScreen, "break": .pause,
  ]
}

extension Unicode.Scalar {
  /// Whether a key may type it.
  fileprivate var isTyped: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }
}

internal import AccessibilityTree

/// Derives labels from reported names, without the parts that are no names.
enum NameMapping {
  /// Returns the label of an element; `nil` when the application reported none.
  static func label(_ facts: AtspiFacts, role: Role) -> String? {
    let name = trimmed(facts.name)
    guard !name.isEmpty else { return nil }
    guard facts.dialect.composesNames else { return name }
    if isClassName(name, role: role) { return nil }
    return removingDuplicate(name)
  }

  /// Returns the text without whitespace at its ends: GTK 3 pads the names of menu items ("Select All
  /// ").
  static func trimmed(_ text: String) -> String {
    guard text.utf8.first.map(isBlank) == true || text.utf8.last.map(isBlank) == true else {
      return text
    }
    let bytes = text.utf8
    let start = bytes.firstIndex { !isBlank($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isBlank($0) }.map { bytes.index(after: $0) } ?? start
    return String(text[start..<end])
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && isBlank(UInt8(scalar.value))
  }

  /// Whether a name is that of a class: "GtkButton", or for a container also "HistoryView".
  static func isClassName(_ name: String, role: Role) -> Bool {
    guard name.utf8.count > 3, name.utf8.allSatisfy(isIdentifier) else { return false }
    for prefix in ["Gtk", "Adw"] where name.hasPrefix(prefix) {
      if name.dropFirst(prefix.count).first?.isUppercase == true { return true }
    }
    if role == .cell || role == .row, !name.hasSuffix("Cell") { return false }
    return role.isNamedByClass && camelCaseWordCount(name) >= 2
  }

  /// Returns the content of a name composed of label and content: "7" for "7 7", "Open" for "_Open Open".
  static func removingDuplicate(_ name: String) -> String {
    let length = name.count
    for firstLength in Set([(length - 1) / 2, length / 2]) where firstLength > 0 {
      let first = name.prefix(firstLength)
      let rest = name.dropFirst(firstLength)
      guard rest.first == " " else { continue }
      let second = rest.dropFirst()
      if first == second || withoutMnemonic(first) == second { return String(second) }
    }
    return name
  }

  /// Returns a text as GTK shows it: without the underscores before the characters that are mnemonics, and with one for two;
  /// `nil` where that is the same text.
  static func withoutMnemonics(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "_")) else { return nil }
    var shown = ""
    var isMarked = false
    for character in text {
      if character == "_", !isMarked {
        isMarked = true
      } else {
        shown.append(character)
        isMarked = false
      }
    }
    return shown == text ? nil : shown
  }

  private static func withoutMnemonic(_ text: Substring) -> Substring? {
    guard let mark = text.firstIndex(of: "_") else { return nil }
    return Substring(text[..<mark] + text[text.index(after: mark)...])
  }

  /// Returns the number of words in a camel-case name that begins with a capital: 2 in "HistoryView".
  private static func camelCaseWordCount(_ name: String) -> Int {
    guard name.first?.isUppercase == true else { return 0 }
    var count = 0
    var previousIsUppercase = false
    for character in name {
      if character.isUppercase && !previousIsUppercase { count += 1 }
      previousIsUppercase = character.isUppercase
    }
    return count
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

extension Role {
  /// Whether an application that names elements after their classes uses a name of several words for the
  /// role: a container, a text view, a cell that says by its name that it is one, and a row that is named after such a cell.
  fileprivate var isNamedByClass: Bool {
    switch self {
    case .generic, .group, .scrollArea, .textField, .list, .listBox, .canvas, .unknown, .text,
      .cell, .row:
      true
    default: false
    }
  }
}

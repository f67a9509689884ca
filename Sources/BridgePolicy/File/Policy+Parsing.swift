internal import SafeText

extension Policy {
  /// The maximum length of a policy file, in bytes.
  public static let maxLength = 64 * 1024

  /// What a text says, and everything that is wrong with it. A text with errors must not be used.
  public struct Reading: Sendable {
    public var policy: Policy
    /// In order of their lines.
    public var errors: [PolicyError]
    /// What has no effect, in order of the lines.
    public var warnings: [PolicyError] = []
  }

  /// Reads a policy.
  ///
  /// - Parameter userNumber: Returns the number of the machine's user with a name; `nil`: there is none.
  public static func read(
    _ bytes: [UInt8], userNumber: (String) -> UInt32? = { _ in nil }
  ) -> Reading {
    guard bytes.count <= maxLength else {
      let error = PolicyError(
        1, "the file has \(bytes.count) bytes, limit \(maxLength)", "use patterns to shorten it")
      return Reading(policy: Policy(stanzas: []), errors: [error])
    }
    // Some editors begin a file with a byte order mark.
    let bytes = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let line = bytes.prefix(firstInvalid(bytes)).count { $0 == UInt8(ascii: "\n") } + 1
      return Reading(
        policy: Policy(stanzas: []),
        errors: [PolicyError(line, "the text is not UTF-8", "save the file as UTF-8")])
    }
    var reader = PolicyReader()
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() { reader.read(line, index + 1, userNumber) }
    return reader.finish()
  }

  /// The index of the first byte after the longest valid part that ends in a whole line.
  private static func firstInvalid(_ bytes: [UInt8]) -> Int {
    var begin = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      if String(validating: bytes[begin...index], as: UTF8.self) == nil { return begin }
      begin = index + 1
    }
    return begin
  }
}

/// Reads a policy line by line.
struct PolicyReader {
  private var stanzas: [Policy.Stanza] = []
  private var errors: [PolicyError] = []
  private var warnings: [PolicyError] = []
  private var draft: StanzaDraft?

  mutating func read(_ text: Substring, _ line: Int, _ userNumber: (String) -> UInt32?) {
    var text = text.drop(while: \.isWhitespace)
    guard let first = text.first, first != "#" else { return }
    while text.last?.isWhitespace == true { text.removeLast() }
    var word = text.prefix { !$0.isWhitespace }
    var rest = text.dropFirst(word.count).drop(while: \.isWhitespace)
    if PolicySubject.Kind(rawValue: String(word)) != nil {
      errors.append(
        PolicyError(line, "'\(word)' stands without 'for'", "write: for \(text.shown)"))
      (word, rest) = ("for", text)
    }
    let meant = Self.meant(by: word.lowercased())
    let isBeforeFirst = draft == nil && meant != "for"
    if meant == "for" { close() }
    if meant == "for" || isBeforeFirst { draft = StanzaDraft(line) }
    if isBeforeFirst {
      errors.append(
        PolicyError(
          line, "'\(word.shown)' stands before the first 'for' line",
          "begin with a line such as: for pairing laptop"))
    }
    if meant != String(word), meant != nil || !isBeforeFirst {
      errors.append(Self.unknown(word, meant, line))
    }
    if meant == "for" {
      do throws(PolicyError) {
        try begin(rest, line, userNumber)
      } catch {
        errors.append(error)
      }
    } else if let meant {
      // What is wrong with the rest of the line is told at once, too.
      draft?.take(meant, rest, line)
    }
  }

  /// The word that begins a line, or the one that was meant by it; `nil`: none is similar.
  private static func meant(by word: String) -> String? {
    let words = ["for"] + StanzaDraft.words
    return words.contains(word) ? word : closest(to: word, among: words)
  }

  private static func unknown(_ word: Substring, _ meant: String?, _ line: Int) -> PolicyError {
    if let meant, meant == word.lowercased() {
      return PolicyError(line, "'\(word)' is written with a capital letter", "write \(meant)")
    }
    return PolicyError(
      line, "unknown word '\(word.shown)'",
      PolicyError.suggestion(meant)
        ?? "remove the line, or begin it with one of: for, \(StanzaDraft.words.joined(separator: ", "))"
    )
  }

  private mutating func begin(
    _ rest: Substring, _ line: Int, _ userNumber: (String) -> UInt32?
  ) throws(PolicyError) {
    let word = rest.prefix { !$0.isWhitespace }
    let kinds = PolicySubject.Kind.allCases.map(\.rawValue)
    let meant =
      kinds.contains(String(word)) ? String(word) : closest(to: word.lowercased(), among: kinds)
    if meant != String(word) {
      errors.append(
        PolicyError(
          line, "'\(word.shown)' is no kind of client",
          PolicyError.suggestion(meant)
            ?? "write 'for' and one of: \(kinds.dropLast().map { "\($0) NAME" }.joined(separator: ", ")), "
            + "anybody"))
    }
    guard let kind = meant.flatMap(PolicySubject.Kind.init(rawValue:)) else { return }
    let names = try PolicyList.items(rest.dropFirst(word.count), line)
    if kind == .anybody {
      guard names.isEmpty else {
        throw PolicyError(line, "'for anybody' has a name", "leave the name out")
      }
      draft?.subject = (kind, NamePattern.any)
      return
    }
    guard names.count == 1 else {
      throw PolicyError(
        line, "'for \(kind)' has \(names.count) names", "write one name, or a pattern such as ci-*")
    }
    draft?.subject = (kind, try Self.name(names[0], kind, line, userNumber))
  }

  private static func name(
    _ text: String, _ kind: PolicySubject.Kind, _ line: Int, _ userNumber: (String) -> UInt32?
  ) throws(PolicyError) -> NamePattern {
    var text = text
    if kind == .user, text != "*", UInt32(text) == nil {
      guard let number = userNumber(text) else {
        throw PolicyError(
          line, "this machine has no user '\(text.shown)'",
          "write the name or the number of a user, or * for all")
      }
      text = "\(number)"
    }
    if kind == .pairing || kind == .token, !canNameCredential(text) {
      throw PolicyError(
        line, "no \(kind.rawValue) can have the name '\(text.shown)'",
        "names have 1 to 64 letters, digits, '.', '_' and '-', and begin with a letter or digit; * and ? "
          + "stand for others")
    }
    return try PolicyList.pattern(text, line)
  }

  /// Whether a pairing or token may have a name that a pattern matches.
  private static func canNameCredential(_ pattern: String) -> Bool {
    let isPossible = pattern.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-", "*", "?": true
      default: false
      }
    }
    guard isPossible, let first = pattern.first, first != ".", first != "_", first != "-" else {
      return false
    }
    return pattern.count { $0 != "*" } <= 64
  }

  /// Ends the stanza that is being read.
  private mutating func close() {
    guard let draft = draft.take() else { return }
    errors += draft.errors + draft.missing
    warnings += draft.warnings
    guard let stanza = draft.stanza else { return }
    if let first = stanzas.first(where: { $0.kind == stanza.kind && $0.name == stanza.name }) {
      errors.append(
        PolicyError(
          stanza.line, "line \(first.line) is for the same client already",
          "put what it may do into one place"))
    } else if let first = stanzas.first(where: { $0.covers(stanza) }) {
      warnings.append(
        PolicyError(
          stanza.line,
          "nobody gets here: line \(first.line) fits the same clients and counts first",
          "put this one above it"))
    }
    stanzas.append(stanza)
  }

  mutating func finish() -> Policy.Reading {
    close()
    return Policy.Reading(
      policy: Policy(stanzas: stanzas), errors: errors.sorted { $0.line < $1.line },
      warnings: warnings.sorted { $0.line < $1.line })
  }
}

extension StringProtocol {
  /// The text for a message: cut where it is long, and without characters that would change how it is shown.
  var shown: String { shown(limit: 60) }

  func shown(limit: Int) -> String {
    let cut = unicodeScalars.prefix(limit).map { scalar -> String in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: "?"
      default: String(scalar)
      }
    }
    return cut.joined() + (unicodeScalars.dropFirst(limit).isEmpty ? "" : "…")
  }
}

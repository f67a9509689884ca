internal import BridgeTransport
internal import TextEncodings

/// The contents of a stored file: lines of a key, a space and a value, after a first line that says what it is.
struct Record {
  private let title: String
  private var values: [(key: String, value: String)] = []

  init(_ title: String) {
    self.title = title
  }

  /// The only key that a file may have several times.
  private static let repeatable = "application"

  /// Returns `nil` unless the text is UTF-8, begins with the title, and repeats no key that has one value.
  init?(_ bytes: [UInt8], titled title: String) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    guard let first = lines.first, first == title else { return nil }
    self.init(title)
    var keys: Set<String> = []
    for line in lines.dropFirst() {
      guard let (key, value) = Self.pair(line),
        keys.insert(key).inserted || key == Self.repeatable
      else { return nil }
      add(key, value)
    }
  }

  private static func pair(_ line: Substring) -> (key: String, value: String)? {
    guard let space = line.firstIndex(of: " ") else { return nil }
    return (String(line[..<space]), String(line[line.index(after: space)...]))
  }

  /// Says which line of a stored file cannot be read; `nil`: none is wrong by itself.
  static func problem(in bytes: [UInt8], titled title: String) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "it is not UTF-8" }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.first.map(String.init) != title { return "line 1 is not '\(title)'" }
    let bad = lines.indices.dropFirst().first { !lines[$0].isEmpty && !lines[$0].contains(" ") }
    if let bad { return "line \(bad + 1) is not a key and a value" }
    var keys: Set<String> = []
    for index in lines.indices.dropFirst() {
      guard let (key, value) = pair(lines[index]) else { continue }
      if !keys.insert(key).inserted, key != repeatable {
        return "line \(index + 1) repeats '\(key)'"
      }
      if !isReadable(value, of: key) {
        return "line \(index + 1): the value of '\(key)' cannot be read"
      }
    }
    return nil
  }

  private static func isReadable(_ value: String, of key: String) -> Bool {
    switch key {
    case "scope": Scope(rawValue: value) != nil
    case "key": KeyFingerprint(value) != nil
    case "address": (try? SocketAddress(parsing: value)) != nil
    case "created", "expires", "paired", "pairing-expires": Int64(value) != nil
    case "token-sha256": BaseEncoding.base16.decode(value)?.count == Digest.length
    default: true
    }
  }

  /// Adds a value, which must not contain a line break; `nil` adds nothing.
  mutating func add(_ key: String, _ value: String?) {
    guard let value else { return }
    values.append((key, value.filter { !$0.isNewline }))
  }

  subscript(key: String) -> String? { values.first { $0.key == key }?.value }

  func all(_ key: String) -> [String] { values.filter { $0.key == key }.map(\.value) }

  func time(_ key: String) -> WallTime? {
    self[key].flatMap { Int64($0) }.map(WallTime.init(seconds:))
  }

  /// A time that may be missing, which is `.some(nil)`. `nil`: there is one that cannot be read, which must not become
  /// "never".
  func timeOrNever(_ key: String) -> WallTime?? {
    self[key] == nil ? .some(nil) : time(key).map { .some($0) }
  }

  var bytes: [UInt8] {
    Array(
      (title + "\n" + values.map { "\($0.key) \($0.value)\n" }.joined()).utf8)
  }
}

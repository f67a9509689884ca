internal import BridgeTransport
internal import SafeText
internal import TextEncodings

/// The contents of a stored file: lines of a key, a space and a value, after a first line that says what it is.
struct Record {
  /// What a kind of file contains.
  struct Format {
    /// The first line.
    let title: String
    /// The keys that every file of the kind has.
    let needed: [String]
    /// The keys that it may have.
    var optional: [String] = []
    /// Those whose values are any text here.
    var texts: Set<String> = []
  }

  private let title: String
  private var values: [(key: String, value: String)] = []

  init(_ format: Format) {
    title = format.title
  }

  /// The only key that a file may have several times.
  private static let repeatable = "application"

  /// Reads a file. A key that is not known is a mistake: without its line, a file could grant more than was meant.
  init(_ bytes: [UInt8], as format: Format) throws(RecordError) {
    self.init(format)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw RecordError([.init(1, "the text is not UTF-8", "save it as UTF-8")])
    }
    // By bytes: together with others, a line end is another character.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Substring($0) }
    var problems: [RecordError.Problem] = []
    if lines.first.map(String.init) != title {
      problems.append(.init(1, "the line is not '\(title)'", "write that"))
    }
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      do throws(RecordError.Problem) {
        let (key, value) = try Self.pair(line, index + 1, format)
        guard key == Self.repeatable || self[key] == nil else {
          throw RecordError.Problem(index + 1, "the line repeats '\(key)'", "remove one of them")
        }
        values.append((key, value))
        if !format.texts.contains(key), let cure = Self.cure(of: value, of: key) {
          throw RecordError.Problem(index + 1, "the value of '\(key)' cannot be read", cure)
        }
      } catch {
        problems.append(error)
        // One that was meant is not missing.
        if let meant = error.meant { values.append((meant, "")) }
      }
    }
    // A file of another kind has one mistake, not one for each line.
    if lines.first.map(String.init) != title, values.isEmpty { throw RecordError([problems[0]]) }
    let missing = format.needed.filter { self[$0] == nil }
    if !missing.isEmpty {
      problems.append(
        .init(
          max(1, lines.count - 1),
          "no line says \(missing.map { "'\($0)'" }.joined(separator: ", "))", "add that"))
    }
    guard problems.isEmpty else { throw RecordError(problems) }
  }

  private static func pair(
    _ line: Substring, _ number: Int, _ format: Format
  ) throws(RecordError.Problem) -> (key: String, value: String) {
    let key = String(line.prefix { $0 != " " })
    let keys = format.needed + format.optional
    guard keys.contains(key) else {
      let meant = closest(to: key.lowercased(), among: keys)
      throw RecordError.Problem(
        number, "unknown word '\(key.escaped(limit: 20))'",
        meant.map { "write \($0)" } ?? "the words are: \(keys.joined(separator: ", "))",
        meant: meant)
    }
    guard line.count > key.count else {
      throw RecordError.Problem(number, "'\(key)' has no value", "write one", meant: key)
    }
    return (key, String(line.dropFirst(key.count + 1)))
  }

  /// What to write instead of a value; `nil`: it can be read.
  private static func cure(of value: String, of key: String) -> String? {
    let isReadable =
      switch key {
      case "scope": Scope(rawValue: value) != nil
      case "key", "own-key": KeyFingerprint(value) != nil
      case "application": !value.isEmpty
      case "address": (try? SocketAddress(parsing: value)) != nil
      case "created", "expires", "paired", "pairing-expires", "made", "used": Int64(value) != nil
      case "token-sha256": BaseEncoding.base16.decode(value)?.count == Digest.length
      default: true
      }
    if isReadable { return nil }
    return switch key {
    case "scope": "write one of: \(Scope.allCases.map(\.rawValue).joined(separator: ", "))"
    case "key", "own-key": "write SHA256: and the 43 characters of the key"
    case "application": "write a name, or a pattern such as gnome-*"
    case "address": "write HOST:PORT"
    case "token-sha256": "write the \(2 * Digest.length) digits of the token's SHA-256"
    default: "write the seconds since 1970"
    }
  }

  /// Adds a value, which must not contain a line break; `nil` adds nothing.
  mutating func add(_ key: String, _ value: String?) {
    guard let value else { return }
    let line = value.unicodeScalars.filter { $0 != "\n" }
    values.append((key, String(String.UnicodeScalarView(line))))
  }

  subscript(key: String) -> String? { values.first { $0.key == key }?.value }

  func all(_ key: String) -> [String] { values.filter { $0.key == key }.map(\.value) }

  func time(_ key: String) -> WallTime? {
    self[key].flatMap { Int64($0) }.map(WallTime.init(seconds:))
  }

  var bytes: [UInt8] {
    Array(
      (title + "\n" + values.map { "\($0.key) \($0.value)\n" }.joined()).utf8)
  }
}

/// What is wrong with a stored file, in order of its lines.
struct RecordError: Error {
  struct Problem: Error {
    /// From 1.
    let line: Int
    let message: String
    /// What to write.
    let cure: String
    /// The key that was probably meant.
    let meant: String?

    init(_ line: Int, _ message: String, _ cure: String, meant: String? = nil) {
      (self.line, self.message, self.cure, self.meant) = (line, message, cure, meant)
    }
  }

  let problems: [Problem]

  init(_ problems: [Problem]) {
    self.problems = problems
  }

  /// The values are readable each by itself, and are nothing together.
  static let unusable = RecordError([.init(1, "a value cannot be read", "correct it")])

  static let noFileOfOurs = RecordError([
    .init(1, "the file does not have the name of one that the program made", "rename it back")
  ])

  /// A line for each problem: "FILE:LINE: what is wrong; what to write".
  ///
  /// - Parameter otherwise: What to do for a file that cannot be corrected: "remove it".
  func lines(in file: String, otherwise: String) -> [String] {
    problems.map { "\(file):\($0.line): \($0.message); \($0.cure), or \(otherwise)" }
  }
}

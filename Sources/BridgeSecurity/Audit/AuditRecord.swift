internal import Glibc

/// One record of the audit log: what happened, and when. It becomes a line of JSON when it is written.
public struct AuditRecord: Sendable {
  /// When it happened, by the machine's clock.
  let time: AuditTime
  /// The fields after the time, as JSON: `"event":"action","who":"pairing laptop"`.
  private(set) var fields: [UInt8] = []

  /// The maximum length of a text, in Unicode scalars. Longer ones are cut, and end in "…".
  static let maxTextLength = 200

  public init(_ event: String) {
    time = .now
    fields.reserveCapacity(320)
    add("event", event)
  }

  /// Adds a text, unless it is `nil`.
  public mutating func add(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    fields.append(UInt8(ascii: "\""))
    fields.append(contentsOf: Self.escaped(text))
    fields.append(UInt8(ascii: "\""))
  }

  public mutating func add(_ name: String, _ number: UInt64?) {
    guard let number else { return }
    key(name)
    fields.append(contentsOf: String(number).utf8)
  }

  public mutating func add(_ name: String, _ count: Int?) {
    add(name, count.map { UInt64(max(0, $0)) })
  }

  /// Adds `true`; `false` is left out.
  public mutating func add(_ name: String, _ flag: Bool) {
    guard flag else { return }
    key(name)
    fields.append(contentsOf: "true".utf8)
  }

  private mutating func key(_ name: String) {
    if !fields.isEmpty { fields.append(UInt8(ascii: ",")) }
    fields.append(UInt8(ascii: "\""))
    fields.append(contentsOf: name.utf8)
    fields.append(UInt8(ascii: "\""))
    fields.append(UInt8(ascii: ":"))
  }

  /// Returns the text as it stands in a JSON string on one line. Control characters and invisible ones, which could
  /// show another order or another line in a terminal, are written as escapes.
  private static func escaped(_ text: String) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count + 2)
    if text.utf8.count <= maxTextLength, text.utf8.allSatisfy({ isPlain($0) }) {
      out.append(contentsOf: text.utf8)
      return out
    }
    var left = maxTextLength
    for scalar in text.unicodeScalars {
      left -= 1
      if left < 0 {
        out.append(contentsOf: "…".utf8)
        break
      }
      append(scalar, to: &out)
    }
    return out
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func append(_ scalar: Unicode.Scalar, to out: inout [UInt8]) {
    if scalar.isASCII, isPlain(UInt8(scalar.value)) { return out.append(UInt8(scalar.value)) }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
      .surrogate:
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        out.append(contentsOf: "\\u\(zeros)\(digits)".utf8)
      }
    default:
      if scalar == "\"" || scalar == "\\" { out.append(UInt8(ascii: "\\")) }
      out.append(contentsOf: String(scalar).utf8)
    }
  }
}

/// A point in time by the machine's clock, in microseconds.
struct AuditTime: Sendable {
  private let second: WallTime
  private let microseconds: Int64

  static var now: AuditTime {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return AuditTime(
      second: WallTime(seconds: Int64(time.tv_sec)), microseconds: Int64(time.tv_nsec) / 1000)
  }

  /// In UTC: "2026-11-22T16:40:00.123456Z".
  var text: String {
    let (date, clock) = second.utc
    return "\(date)T\(clock).\(String(1_000_000 + microseconds).dropFirst())Z"
  }
}

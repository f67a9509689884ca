import BridgeTestSupport
import Foundation
import Testing

/// One object of `--json` output.
struct JSONObject {
  let fields: [String: Any]

  subscript(key: String) -> Any? { fields[key] }

  /// Returns a text, or an id as digits.
  func text(_ key: String) -> String? { Self.text(fields[key]) }

  private static func text(_ value: Any?) -> String? {
    value as? String ?? (value as? UInt64).map(String.init)
  }

  func number(_ key: String) -> Double? { (fields[key] as? NSNumber)?.doubleValue }

  func object(_ key: String) -> JSONObject? {
    (fields[key] as? [String: Any]).map(JSONObject.init(fields:))
  }

  func objects(_ key: String) -> [JSONObject] {
    (fields[key] as? [[String: Any]] ?? []).map(JSONObject.init(fields:))
  }

  func texts(_ key: String) -> [String] {
    (fields[key] as? [Any] ?? []).compactMap(Self.text)
  }

  /// The ways in which the object breaks the rules of the command line; empty if there are none.
  var faults: [String] { Self.faults(of: fields, at: "") }

  private static func faults(of value: Any, at path: String) -> [String] {
    if let array = value as? [Any] { return array.flatMap { faults(of: $0, at: path + "[]") } }
    guard let object = value as? [String: Any] else { return [] }
    return object.flatMap { key, value in
      let path = "\(path).\(key)"
      var found = faults(of: value, at: path)
      if key.wholeMatch(of: /[a-z][a-z0-9]*(_[a-z0-9]+)*/) == nil {
        found.append("\(path) is not in snake case")
      }
      if idKeys.contains(key), (value as? UInt64).map(isID) != true {
        found.append("\(path) is no id: \(value)")
      }
      if revisionKeys.contains(key), (value as? String).flatMap({ UInt64($0) }) == nil {
        found.append("\(path) is no 64-bit number in a string: \(value)")
      }
      return found
    }
  }

  /// Returns whether a value has 12 digits, as the ids above the random base of a run.
  private static func isID(_ value: UInt64) -> Bool { String(value).count == 12 }

  private static let idKeys: Set = [
    "id", "parent_id", "root_id", "container_id", "element_id", "focus_id", "application_id",
  ]
  private static let revisionKeys: Set = [
    "revision", "epoch", "from_revision", "revision_before", "revision_after", "since",
  ]
}

/// Parses output as one JSON object per line.
func jsonLines(
  _ output: String, sourceLocation: SourceLocation = #_sourceLocation
) throws -> [JSONObject] {
  try output.split(separator: "\n").map { line in
    let value = try? JSONSerialization.jsonObject(with: Data(line.utf8))
    let fields = try #require(
      value as? [String: Any], "no JSON object: \(line)", sourceLocation: sourceLocation)
    let object = JSONObject(fields: fields)
    #expect(object.faults == [], sourceLocation: sourceLocation)
    return object
  }
}

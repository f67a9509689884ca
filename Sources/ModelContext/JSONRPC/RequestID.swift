internal import AccessibilityRendering
internal import BridgeProtocol

/// The id of a request, as the client wrote it: a string, or a whole number with its digits.
package enum RequestID: Hashable, Sendable {
  case text(String)
  case number(String)

  /// Returns `nil` for values that are no ids.
  init?(_ value: JSONValue?) {
    switch value {
    case .text(let text)?: self = .text(text)
    // Fractions are no ids.
    case .number(let digits)? where digits.allSatisfy { $0.isNumber || $0 == "-" }:
      self = .number(digits)
    default: return nil
    }
  }

  /// The id as JSON.
  var json: String {
    switch self {
    case .text(let text):
      var writer = JSONWriter()
      writer.string(text)
      return writer.text
    case .number(let digits): return digits
    }
  }
}

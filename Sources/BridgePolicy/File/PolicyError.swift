/// What is wrong with a policy file, where, and what to do.
public struct PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  public let line: Int
  public let message: String
  /// What to write instead.
  public let cure: String

  init(_ line: Int, _ message: String, _ cure: String) {
    self.line = line
    self.message = message
    self.cure = cure
  }

  /// The cure for a word that is not known; `nil`: none is similar.
  static func suggestion(_ meant: String?) -> String? { meant.map { "did you mean \($0)?" } }

  public var description: String { "line \(line): \(message); \(cure)" }

  /// The error for people: "FILE:LINE: …".
  ///
  /// - Parameter kind: What stands before the message: "warning: ".
  public func text(in file: String, as kind: String = "") -> String {
    "\(file):\(line): \(kind)\(message); \(cure)"
  }
}

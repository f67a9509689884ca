import Foundation
import Testing

/// The ids of each run start above a random base. Ids in tests are relative to it: the first element that
/// was created is #1.
extension Bridge {
  /// The base above which the ids of this run start.
  func idBase(sourceLocation: SourceLocation = #_sourceLocation) async throws -> UInt64 {
    let root = try await found("*:root").first?.text("id").flatMap { UInt64($0) }
    return try #require(root, sourceLocation: sourceLocation) - 1
  }

  /// Returns the id of the n-th created element, as it is written on the command line.
  func id(_ place: UInt64) async throws -> String { "#\(try await idBase() + place)" }

  /// Returns a text with all ids relative to the base.
  func counted(_ text: String) async throws -> String {
    let base = try await idBase()
    return text.replacing(/#(\d{12})/) { match in
      UInt64(match.1).map { "#\(Int64($0) - Int64(base))" } ?? ""
    }
  }
}

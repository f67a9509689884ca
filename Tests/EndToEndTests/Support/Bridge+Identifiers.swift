import Foundation
import Testing

/// The ids of each run start at a random base. What is said of ids in tests counts from it: the first
/// element that was made is #1.
extension Bridge {
  /// What the ids of this run start above.
  func idBase(sourceLocation: SourceLocation = #_sourceLocation) async throws -> UInt64 {
    let root = try await found("*:root").first?.text("id").flatMap { UInt64($0) }
    return try #require(root, sourceLocation: sourceLocation) - 1
  }

  /// The id of the element that was made as the n-th, as people write it.
  func id(_ place: UInt64) async throws -> String { "#\(try await idBase() + place)" }

  /// A text with every id counted from the base.
  func counted(_ text: String) async throws -> String {
    let base = try await idBase()
    return text.replacing(/#(\d{12})/) { match in
      UInt64(match.1).map { "#\(Int64($0) - Int64(base))" } ?? ""
    }
  }
}

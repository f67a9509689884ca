package import AccessibilityTree

/// Objects for programs, each as JSON on a line. Safe to print, whatever their texts are.
package struct JSONLines: ~Copyable {
  private var writer = JSONWriter()

  package init() {}

  /// The length of the lines, in bytes.
  package var count: Int { writer.count }

  package mutating func add(_ object: some JSONRepresentable) {
    writer.value(object)
    writer.endLine()
  }

  /// Adds an element, with the revision at which it was read.
  package mutating func add(_ element: Element, at revision: Revision) {
    writer.beginObject()
    writer.field("revision", revision: revision)
    element.writeFields(to: &writer)
    writer.endObject()
    writer.endLine()
  }

  /// Removes all lines, and keeps their memory.
  package mutating func removeAll() { writer.removeAll() }

  package var text: String { writer.text }

  /// Calls `body` with the lines in UTF-8.
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    writer.withBytes(body)
  }
}

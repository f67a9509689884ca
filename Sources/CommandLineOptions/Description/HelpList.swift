/// A list of terms with their texts, which help shows after the options.
package struct HelpList: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    let term: String
    let text: String
  }

  let title: String
  let entries: [Entry]

  package init(_ title: String, _ entries: [(term: String, text: String)]) {
    self.title = title
    self.entries = entries.map { Entry(term: $0.term, text: $0.text) }
  }
}

package import AccessibilityTree

/// How much is said of an element.
package enum Verbosity: String, Hashable, Sendable, CaseIterable {
  /// Name, value, what it is and how it is.
  case brief
  /// With hints, and whether there are actions: what the talks' transcripts have.
  case `default`
  /// With places, levels, counts, descriptions and what opens.
  case full
}

/// Whose words are used.
package enum SpeechIdiom: String, Hashable, Sendable, CaseIterable {
  /// A touch screen's: "adjustable", and hints that name gestures.
  case touch
  /// A desktop's: "slider", and only the hints that the application gives.
  case desktop
}

/// What is said of an element, in the order that it is said.
package struct Utterance: Hashable, Sendable {
  /// One thing that is said.
  package struct Part: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      /// That it is the chosen one.
      case selected
      case label
      /// Of an element that another one labels too: "System Voice".
      case labelledBy
      /// What it is like: "draggable", "dimmed", "expanded".
      case state
      case value
      /// What it is: "button", "heading", "adjustable".
      case role
      /// Where it stands: "2 of 5", "level 3".
      case place
      /// A sentence: what happens when it is used.
      case hint
      /// A sentence: that there are actions.
      case actions

      /// Whether it is a sentence of its own.
      package var isSentence: Bool { self == .hint || self == .actions }
    }

    package var kind: Kind
    package var text: String

    package init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  package var parts: [Part]
  /// How it is to be spoken, where the element says so.
  package var attributes: SpeechAttributes?

  package init(_ parts: [Part], attributes: SpeechAttributes? = nil) {
    self.parts = parts
    self.attributes = attributes
  }

  /// What the element is, without the sentences: "Blue, 100, adjustable".
  package var headline: String {
    parts.lazy.filter { !$0.kind.isSentence }.map(\.text).reduce(into: "") { said, text in
      // Where a sentence has ended, no comma follows: "… in the sky. image".
      if !said.isEmpty { said += said.endsSentence ? " " : ", " }
      said += text
    }
  }

  /// The hints and remarks, each a sentence.
  package var sentences: [String] {
    parts.lazy.filter(\.kind.isSentence).map { $0.text.asSentence }
  }

  /// All of it: "Blue, 100, adjustable. Swipe up or down with one finger to adjust the value."
  package var text: String {
    let sentences = self.sentences
    guard !headline.isEmpty else { return sentences.joined(separator: " ") }
    guard !sentences.isEmpty else { return headline }
    return ([headline.asSentence] + sentences).joined(separator: " ")
  }

  /// The text of the parts of a kind, joined; `nil` when there are none.
  package func text(of kind: Part.Kind) -> String? {
    let texts = parts.filter { $0.kind == kind }.map(\.text)
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  package var isEmpty: Bool { parts.isEmpty }
}

extension String {
  fileprivate var asSentence: String { isEmpty || endsSentence ? self : self + "." }

  fileprivate var endsSentence: Bool {
    unicodeScalars.last.map { ".!?…:;".unicodeScalars.contains($0) } ?? false
  }
}

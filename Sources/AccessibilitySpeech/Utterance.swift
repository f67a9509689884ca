package import AccessibilityTree

/// How much is spoken about an element.
package enum Verbosity: String, Hashable, Sendable, CaseIterable {
  /// Name, value, role and states.
  case brief
  /// Also hints, and whether there are actions, as in the transcripts of the talks.
  case `default`
  /// Also positions, levels, counts, descriptions and popups.
  case full
}

/// The wording of utterances.
package enum SpeechIdiom: String, Hashable, Sendable, CaseIterable {
  /// Touch screen: "adjustable", and hints that name gestures.
  case touch
  /// Desktop: "slider", and only the hints that the application provides.
  case desktop
}

/// What is spoken about an element, in order.
package struct Utterance: Hashable, Sendable {
  /// One item of an utterance.
  package struct Part: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      /// The element is selected.
      case selected
      case label
      /// The name of a labelling element in addition to the label: "System Voice".
      case labelledBy
      /// A state: "draggable", "dimmed", "expanded".
      case state
      case value
      /// The role: "button", "heading", "adjustable".
      case role
      /// A piece of custom content: "Distance, 3 miles".
      case content
      /// The position: "2 of 5", "level 3".
      case place
      /// A sentence about what using the element does.
      case hint
      /// A sentence that says that actions are available.
      case actions

      /// Whether the item is a separate sentence.
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
  /// How the element asks to be spoken; `nil` where it does not specify it.
  package var attributes: SpeechAttributes?

  package init(_ parts: [Part], attributes: SpeechAttributes? = nil) {
    self.parts = parts
    self.attributes = attributes
  }

  /// The utterance without its sentences: "Blue, 100, adjustable".
  package var headline: String {
    parts.lazy.filter { !$0.kind.isSentence }.map(\.text).reduce(into: "") { said, text in
      // No comma follows the end of a sentence: "… in the sky. image".
      if !said.isEmpty { said += said.endsSentence ? " " : ", " }
      said += text
    }
  }

  /// The hints and remarks, each as a sentence.
  package var sentences: [String] {
    parts.lazy.filter(\.kind.isSentence).map { $0.text.asSentence }
  }

  /// The whole utterance: "Blue, 100, adjustable. Swipe up or down with one finger to adjust the value."
  package var text: String {
    let sentences = self.sentences
    guard !headline.isEmpty else { return sentences.joined(separator: " ") }
    guard !sentences.isEmpty else { return headline }
    return ([headline.asSentence] + sentences).joined(separator: " ")
  }

  /// Returns the texts of all parts of a kind, joined; `nil` when there are none.
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

internal import AccessibilityViews

/// A cat, and how it reacts.
final class CatModel: ObservableObject {
  enum Reaction: String, CustomStringConvertible {
    case sleeping, purring, meowing, hissing

    var description: String { rawValue }
  }

  @Published private(set) var currentReaction = Reaction.sleeping

  func pet() { currentReaction = .purring }
  func tap() { currentReaction = .meowing }
  func pinch() { currentReaction = .hissing }
  func leaveAlone() { currentReaction = .sleeping }
}

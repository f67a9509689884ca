internal import AccessibilitySpeech
package import AccessibilityTree
internal import SafeText

/// Tells why an action was refused in the words of people who use an application, not of those who write one.
package struct RefusalWords: Sendable {
  private let command: ActionCommand
  /// The name that people know the element by.
  private let name: String
  /// The name of the element in messages.
  private let shortName: String?

  package init(of command: ActionCommand, on id: ElementID, in tree: Tree) {
    self.command = command
    name = Speech.name(of: id, in: tree) ?? "This"
    shortName = tree[id]?.shortName
  }

  /// Returns a sentence.
  ///
  /// - Parameters:
  ///   - message: What the server said.
  ///   - reason: The reason, where it says more than the message does.
  package func text(_ message: String, _ reason: ActionRefusal.Reason?) -> String {
    switch reason {
    case .disabled:
      if case .custom(let action) = command, !namesElement(message) {
        return "\(action) is not available now."
      }
      return "\(name) is not available now."
    case .stale: return "\(name) is gone."
    case .unsupported where message.contains(" has no action "): return unsupported
    case .unsupported where message.contains(" has no custom action "):
      return "\(command.spokenName) is not offered any more."
    default: return plain(message)
    }
  }

  private func namesElement(_ message: String) -> Bool {
    shortName.map { message.hasPrefix($0) } ?? false
  }

  private var unsupported: String {
    switch command {
    case .showMenu: "\(name) has no menu."
    case .passThroughGesture: "\(name) takes no gestures."
    case .directTouch: "\(name) takes no touches."
    case .zoomIn, .zoomOut: "\(name) cannot be zoomed."
    case .increment, .decrement: "\(name) cannot be adjusted."
    case .insertText, .setText: "Text cannot be typed into \(name)."
    default: "\(name) does not offer \(command.spokenName.lowercased())."
    }
  }

  /// Returns a message as a sentence, with the name of the element in the place of its role and label.
  private func plain(_ message: String) -> String {
    let words = shortName.map { message.replacing($0, with: name) } ?? message
    let sentence = words.prefix(1).uppercased() + words.dropFirst()
    return sentence.last.map { ".!?…".contains($0) } ?? true ? sentence : sentence + "."
  }
}

internal import AccessibilitySpeech
internal import AccessibilityTree

extension Scene {
  /// Returns why an element with a name cannot be used: it is there, and not available. `nil` when there is none.
  func refusal(naming text: String) -> String? {
    let wanted = Self.words(text)
    let disabled = stopsOnScreen.lazy.compactMap { self[$0] }.filter {
      !$0.isUsable && ($0.role.isControl || !$0.actions.isEmpty)
    }
    let found = disabled.first { element in
      let names = element.inputLabels + [Speech.name(of: element.id, in: tree) ?? ""]
      return names.contains { Self.words($0) == wanted }
    }
    return found.map { "\(name(of: $0)) is not available now." }
  }

  /// Case and punctuation do not count.
  private static func words(_ text: String) -> [Substring] {
    text.lowercased().split { !($0.isLetter || $0.isNumber) }
  }
}

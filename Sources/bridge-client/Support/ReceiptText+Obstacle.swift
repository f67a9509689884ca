internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions
internal import SafeText

/// What is in the way of the next action.
extension ReceiptText {
  /// What is in the way, and what to do. A refusal may have said it.
  static func obstacle(of receipt: Receipt) -> [TerminalText] {
    guard let obstacle = receipt.obstacle else { return [] }
    if let refusal = receipt.refusal, refusal.tells(of: obstacle, target: receipt.element) {
      return []
    }
    return ["\(obstacle.summary)"] + obstacle.details
  }
}

extension Status {
  /// Whether this refusal says what an obstacle says: it advises the same, or names the element that is in the way.
  ///
  /// - Parameter target: The element that was acted on, which a refusal names in any case.
  fileprivate func tells(of obstacle: Status, target: ElementID?) -> Bool {
    let remedy = detail?.remedy ?? ""
    if !remedy.isEmpty, remedy == obstacle.detail?.remedy { return true }
    guard let element = obstacle.detail?.element, element != target else { return false }
    // In double quotes a message has the texts of applications, and a remedy has commands.
    return message.outsideQuotes.names(element) || remedy.names(element)
  }
}

extension String {
  /// Whether an id is in the text, and not only the beginning of a longer one.
  fileprivate func names(_ id: ElementID) -> Bool {
    pieces(between: "\(id)").dropFirst().contains { !($0.first?.isNumber ?? false) }
  }

  /// The text without what is in double quotes.
  fileprivate var outsideQuotes: String {
    var text = ""
    var (isQuoted, isEscaped) = (false, false)
    for character in self {
      if isQuoted, isEscaped {
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted {
        text.append(character)
      }
    }
    return text
  }
}

internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

struct SetCommand: ElementAction {
  static let spec = CommandSpec.acting(
    "set", "Set the value of an element: a number if it has a range, text otherwise",
    arguments: [.required("value", "New number or text")],
    example: "bridge-client set slider 40",
    moreExamples: ["bridge-client set 'textbox[label=Name]' Ada"])

  let acting: ActionOptions

  /// Returns the command that sets a number where the element has a range, and text otherwise. Of a secret element
  /// the range is not known, and the actions that it offers tell which it is.
  static func setting(
    _ value: String?, of target: Target, _ session: Session, _ client: BridgeClient
  ) async throws -> ActionCommand {
    guard let value else {
      throw BadCommand("'set' needs a value: set SELECTOR VALUE")
    }
    let element = try await session.element(target, on: client)
    // The range may not have been read yet.
    let isNumeric = element.offers(.setValue) && (element.isRedacted || !element.offers(.setText))
    let takesNumber = element.range != nil || isNumeric
    if takesNumber, let number = Double(value) { return .setValue(number) }
    return .setText(value)
  }
}

extension Element {
  fileprivate func offers(_ kind: ActionKind) -> Bool { actions.contains { $0.kind == kind } }
}

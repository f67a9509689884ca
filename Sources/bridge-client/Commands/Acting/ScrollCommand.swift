internal import AccessibilityTree
internal import CommandLineOptions

struct ScrollCommand: ElementAction {
  static let spec = CommandSpec.acting(
    "scroll", "Scroll by a page, or scroll an element into view",
    arguments: [
      .optional(
        "value", "Direction (default: scroll the element into view)",
        kind: .choice(ScrollDirection.allCases.map(\.name)))
    ],
    example: "bridge-client scroll 'list[label=Rows]' down",
    moreExamples: ["bridge-client scroll 'button[label=Save]'"])

  let acting: ActionOptions

  var action: String {
    let kind: ActionKind = acting.value == nil ? .scrollIntoView : .scroll
    return kind.name
  }
}

internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

// Commands that perform the action of the same name.

struct PressCommand: ElementAction {
  static let spec = plain(
    "press", "Press a button, follow a link, or toggle a check box", "button[label=Save]")
  let acting: ActionOptions
}

struct InsertCommand: ElementAction {
  static let spec = CommandSpec.acting(
    "insert", "Insert text at the caret or at an offset",
    arguments: [.required("value", "Text to insert at the caret, or OFFSET:TEXT")],
    example: "bridge-client insert 'textbox:focused' hello")
  let acting: ActionOptions
  var action: String { ActionKind.insertText.name }
}

struct KeysCommand: ElementAction {
  static let spec = CommandSpec.acting(
    "keys", "Press keys in an element or a window; requires --synthesize",
    details: [
      "Keys are separated by spaces, at most \(KeyChord.maxCount). A key is one character, or one of "
        + "\(KeyChord.keyNames); Ctrl, Alt, Shift and Super may stand before it, joined by +.",
      "The target gets the focus first. 'insert' and 'set' type texts.",
    ],
    arguments: [.required("value", "Keys to press, such as Enter or 'Ctrl+A Delete'")],
    example: "bridge-client keys 'textbox[label=Search]' Enter --synthesize",
    moreExamples: ["bridge-client keys 'window:active' 'Ctrl+S' --synthesize"])
  let acting: ActionOptions
}

struct FocusCommand: ElementAction {
  static let spec = plain("focus", "Move the keyboard focus to an element", "searchbox")
  let acting: ActionOptions
}

struct CustomCommand: ElementAction {
  static let spec = CommandSpec.acting(
    "custom", "Perform a custom action of an element",
    arguments: [.required("value", "Name of the action, as listed by 'get'")],
    example: "bridge-client custom 'text[label=Result]' Clear")
  let acting: ActionOptions
}

struct IncrementCommand: ElementAction {
  static let spec = plain("increment", "Increase a value by one step", "slider")
  let acting: ActionOptions
}

struct DecrementCommand: ElementAction {
  static let spec = plain("decrement", "Decrease a value by one step", "slider")
  let acting: ActionOptions
}

struct ExpandCommand: ElementAction {
  static let spec = plain("expand", "Expand a collapsed element", "treeitem:collapsed")
  let acting: ActionOptions
}

struct CollapseCommand: ElementAction {
  static let spec = plain("collapse", "Collapse an expanded element", "treeitem:expanded")
  let acting: ActionOptions
}

struct SelectCommand: ElementAction {
  static let spec = CommandSpec.acting(
    "select", "Select an item, or an option of a combo box by its label",
    arguments: [.optional("value", "Label of the option to choose in a combo box")],
    example: "bridge-client select 'option[label=Red]'",
    moreExamples: ["bridge-client select 'combobox[label=Colour]' Red"])
  let acting: ActionOptions

  /// Returns the command that chooses an option of a combo box.
  static func choosing(
    _ option: String, of target: Target, _ session: Session, _ client: BridgeClient
  ) async throws -> ActionCommand {
    let element = try await session.element(target, on: client)
    guard element.role == .comboBox else {
      let advice =
        switch element.role {
        case .button, .toggleButton, .popUpButton: "press it, and choose from what opens"
        default: "select the item itself"
        }
      throw BadCommand("a \(element.role.name) has no options to select by label: \(advice)")
    }
    // Nobody knows whether what is typed is meant as it is, or is to be looked up in the list that opens.
    if element.states.contains(.editable) {
      throw BadCommand(
        "this combobox takes any text: 'set' it, in web pages with --synthesize, and where options appear then, 'press' "
          + "the one that is meant, as in press 'option[label=\"…\"]'")
    }
    return .setText(option)
  }
}

struct DeselectCommand: ElementAction {
  static let spec = plain("deselect", "Deselect an item", "option[label=Red]")
  let acting: ActionOptions
}

struct MenuCommand: ElementAction {
  static let spec = plain("menu", "Open the context menu of an element", "listitem:selected")
  let acting: ActionOptions
  var action: String { ActionKind.showMenu.name }
}

struct EscapeCommand: ElementAction {
  static let spec = plain("escape", "Close a dialog or menu, or leave a mode", "dialog")
  let acting: ActionOptions
}

struct MagicTapCommand: ElementAction {
  static let spec = plain(
    "magic-tap", "Perform the main action, such as answer, play or pause", "window")
  let acting: ActionOptions
}

struct DeleteCommand: ElementAction {
  static let spec = plain("delete", "Delete an item", "listitem[label=Draft]")
  let acting: ActionOptions
}

struct HoverCommand: ElementAction {
  static let spec = plain(
    "hover", "Put the pointer over an element, so that more appears", "image")
  let acting: ActionOptions
}

private func plain(_ name: String, _ summary: String, _ target: String) -> CommandSpec {
  .acting(name, summary, example: "bridge-client \(name) '\(target)'")
}

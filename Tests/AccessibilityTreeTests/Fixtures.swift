import AccessibilityTree

/// An element with what is below it, for writing trees down. Names itself in tests by its id.
struct Node {
  var element: Element
  var children: [Node]

  init(
    _ id: UInt64, _ role: Role, _ label: String? = nil, value: String? = nil,
    _ configure: (inout Element) -> Void = { _ in }, children: [Node] = []
  ) {
    element = Element(id: ElementID(rawValue: id), role: role, label: label, value: value)
    element.states = [.enabled, .visible, .showing]
    configure(&element)
    self.children = children
  }

  init(_ element: Element) {
    self.element = element
    children = []
  }
}

extension Tree {
  init(_ roots: [Node]) throws {
    self.init()
    for root in roots { try insert(root, under: nil) }
  }

  private mutating func insert(_ node: Node, under parent: ElementID?) throws {
    try insert(node.element, under: parent)
    for child in node.children { try insert(child, under: node.element.id) }
  }
}

/// Two applications: an editor with a toolbar, a form, a list and a dialog; and a calculator.
enum Desk {
  static let editor = Node(
    0x1, .application, "editor",
    children: [
      Node(
        0x2, .window, "Notes", { $0.frame = frame(0, 0, 800, 600) },
        children: [toolBar, form, list, dialog])
    ])

  static let toolBar = Node(
    0x3, .toolBar,
    children: [
      Node(
        0x4, .button, "Save",
        {
          $0.actions = [Action(.press, nativeName: "click")]
          $0.identifier = "save-button"
          $0.hint = "Writes the file"
          $0.nativeRole = "push button"
          $0.frame = frame(10, 10, 80, 30)
          $0.attributes = [ToolkitAttribute(name: "class", value: "primary big")]
        }),
      Node(
        0x5, .button, "Save as…",
        {
          $0.states.remove(.enabled)
          $0.traits = [.notEnabled]
          $0.actions = [Action(.press)]
          $0.frame = frame(100, 10, 80, 30)
        }),
      Node(
        0x6, .toggleButton, "Bold",
        {
          $0.states.formUnion([.checkable, .pressed])
          $0.traits = [.toggle]
          $0.actions = [Action(.press), Action(.custom, name: "Reply")]
        }),
    ])

  static let form = Node(
    0x7, .form,
    children: [
      Node(0x8, .label, "Name"),
      Node(
        0x9, .textField, value: "Ada",
        {
          $0.states.formUnion([.editable, .focusable, .focused])
          $0.actions = [Action(.setText), Action(.focus)]
          $0.relations = [Relation(.labelledBy, [ElementID(rawValue: 0x8)])]
          $0.placeholder = "Your name"
          $0.text = TextState(length: 3, caret: 3)
        }),
      Node(
        0xA, .slider, "Volume",
        {
          $0.range = NumericRange(current: 7.5, minimum: 0, maximum: 11, step: 0.5)
          $0.traits = [.adjustable]
          $0.actions = [Action(.increment), Action(.decrement), Action(.setValue)]
        }),
      Node(
        0xB, .checkBox, "Remember me",
        {
          $0.states.formUnion([.checkable])
          $0.actions = [Action(.press)]
        }),
    ])

  static let list = Node(
    0xC, .list, "Files",
    children: [
      Node(
        0xD, .listItem, "alpha.txt",
        {
          $0.positionInSet = 1
          $0.setSize = 3
          $0.states.formUnion([.selectable, .selected])
        }, children: [Node(0x10, .text, "alpha.txt")]),
      Node(
        0xE, .listItem, "beta.txt",
        {
          $0.positionInSet = 2
          $0.setSize = 3
        }),
      Node(
        0xF, .listItem, "Gamma.TXT",
        {
          $0.positionInSet = 3
          $0.setSize = 3
          $0.states.remove(.showing)
        }),
    ])

  static let dialog = Node(
    0x11, .dialog, "Really?", { $0.states.insert(.modal) },
    children: [
      Node(
        0x12, .group,
        children: [
          Node(
            0x13, .heading, "Delete \"alpha\"?",
            {
              $0.level = 2
              $0.traits = [.header]
            }),
          Node(0x14, .button, "Save", { $0.actions = [Action(.press)] }),
          Node(0x15, .button, "Größe", { $0.actions = [Action(.press)] }),
        ])
    ])

  static let calculator = Node(
    0x20, .application, "gnome-calculator",
    children: [
      Node(
        0x21, .window, "Calculator",
        children: [
          Node(0x22, .button, "7", { $0.actions = [Action(.press)] }),
          Node(0x23, .button, "8", { $0.actions = [Action(.press)] }),
          Node(
            0x24, .status, "Display", value: "15",
            {
              $0.liveRegion = .polite
              $0.traits = [.updatesFrequently]
            }),
        ])
    ])

  static func tree() throws -> Tree { try Tree([editor, calculator]) }

  static let applications: [ElementID: Application] = {
    var editor = Application(root: ElementID(rawValue: 0x1), name: "Editor", source: "desktop")
    editor.processID = 4711
    editor.toolkit = "GTK"
    editor.toolkitVersion = "3.24"
    var calculator = Application(
      root: ElementID(rawValue: 0x20), name: "Calculator", source: "sample:calculator")
    calculator.health = .notResponding
    return [editor.root: editor, calculator.root: calculator]
  }()

  static func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Frame {
    Frame(rect: Rect(x: x, y: y, width: width, height: height), space: .screen)
  }
}

/// Ids as in outlines, for comparing: `#1a #1b`.
func written(_ ids: [ElementID]) -> String {
  ids.map(\.description).joined(separator: " ")
}

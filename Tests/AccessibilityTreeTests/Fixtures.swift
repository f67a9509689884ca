import AccessibilityTree

/// An element with its descendants, for writing trees in tests. Names itself by its id.
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
    1, .application, "editor",
    children: [
      Node(
        2, .window, "Notes", { $0.frame = frame(0, 0, 800, 600) },
        children: [toolBar, form, list, dialog])
    ])

  static let toolBar = Node(
    3, .toolBar,
    children: [
      Node(
        4, .button, "Save",
        {
          $0.actions = [Action(.press, nativeName: "click")]
          $0.identifier = "save-button"
          $0.hint = "Writes the file"
          $0.nativeRole = "push button"
          $0.frame = frame(10, 10, 80, 30)
          $0.attributes = [ToolkitAttribute(name: "class", value: "primary big")]
        }),
      Node(
        5, .button, "Save as…",
        {
          $0.states.remove(.enabled)
          $0.traits = [.notEnabled]
          $0.actions = [Action(.press)]
          $0.frame = frame(100, 10, 80, 30)
        }),
      Node(
        6, .toggleButton, "Bold",
        {
          $0.states.formUnion([.checkable, .pressed])
          $0.traits = [.toggle]
          $0.actions = [Action(.press), Action(.custom, name: "Reply")]
        }),
    ])

  static let form = Node(
    7, .form,
    children: [
      Node(8, .label, "Name"),
      Node(
        9, .textField, value: "Ada",
        {
          $0.states.formUnion([.editable, .focusable, .focused])
          $0.actions = [Action(.setText), Action(.focus)]
          $0.relations = [Relation(.labelledBy, [ElementID(rawValue: 8)])]
          $0.placeholder = "Your name"
          $0.text = TextState(length: 3, caret: 3)
        }),
      Node(
        10, .slider, "Volume",
        {
          $0.range = NumericRange(current: 7.5, minimum: 0, maximum: 11, step: 0.5)
          $0.traits = [.adjustable]
          $0.actions = [Action(.increment), Action(.decrement), Action(.setValue)]
        }),
      Node(
        11, .checkBox, "Remember me",
        {
          $0.states.formUnion([.checkable])
          $0.actions = [Action(.press)]
        }),
    ])

  static let list = Node(
    12, .list, "Files",
    children: [
      Node(
        13, .listItem, "alpha.txt",
        {
          $0.positionInSet = 1
          $0.setSize = 3
          $0.states.formUnion([.selectable, .selected])
        }, children: [Node(16, .text, "alpha.txt")]),
      Node(
        14, .listItem, "beta.txt",
        {
          $0.positionInSet = 2
          $0.setSize = 3
        }),
      Node(
        15, .listItem, "Gamma.TXT",
        {
          $0.positionInSet = 3
          $0.setSize = 3
          $0.states.remove(.showing)
        }),
    ])

  static let dialog = Node(
    17, .dialog, "Really?", { $0.states.insert(.modal) },
    children: [
      Node(
        18, .group,
        children: [
          Node(
            19, .heading, "Delete \"alpha\"?",
            {
              $0.level = 2
              $0.traits = [.header]
            }),
          Node(20, .button, "Save", { $0.actions = [Action(.press)] }),
          Node(21, .button, "Größe", { $0.actions = [Action(.press)] }),
        ])
    ])

  static let calculator = Node(
    32, .application, "gnome-calculator",
    children: [
      Node(
        33, .window, "Calculator",
        children: [
          Node(34, .button, "7", { $0.actions = [Action(.press)] }),
          Node(35, .button, "8", { $0.actions = [Action(.press)] }),
          Node(
            36, .status, "Display", value: "15",
            {
              $0.liveRegion = .polite
              $0.traits = [.updatesFrequently]
            }),
        ])
    ])

  static func tree() throws -> Tree { try Tree([editor, calculator]) }

  static let applications: [ElementID: Application] = {
    var editor = Application(root: ElementID(rawValue: 1), name: "Editor", source: "desktop")
    editor.processID = 4711
    editor.toolkit = "GTK"
    editor.toolkitVersion = "3.24"
    var calculator = Application(
      root: ElementID(rawValue: 32), name: "Calculator", source: "sample:calculator")
    calculator.health = .notResponding
    return [editor.root: editor, calculator.root: calculator]
  }()

  static func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Frame {
    Frame(rect: Rect(x: x, y: y, width: width, height: height), space: .screen)
  }
}

/// Returns ids as in outlines, for comparisons: `#4 #20`.
func written(_ ids: [ElementID]) -> String {
  ids.map(\.description).joined(separator: " ")
}

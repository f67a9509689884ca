import AccessibilitySpeech
import AccessibilityTree
import Testing

/// The speech for elements as desktop toolkits describe them.
struct DesktopSpeechTests {
  private func said(_ node: Node, _ verbosity: Verbosity = .default) throws -> String {
    let root = Node(
      1, .application, "editor", { $0.nativeRole = "application" },
      children: [
        Node(2, .label, "Volume", { $0.hint = "of the speakers" }),
        Node(3, .text, "Must be a number"), node,
      ])
    return Speech.utterance(of: node.element.id, in: try Tree([root]), verbosity: verbosity).text
  }

  private func node(
    _ role: Role, _ label: String? = nil, value: String? = nil,
    _ configure: (inout Element) -> Void = { _ in }, children: [Node] = []
  ) -> Node {
    Node(10, role, label, value: value, configure, children: children)
  }

  @Test
  func `speech for the desktop does not mention gestures`() throws {
    let slider = node(.slider) {
      $0.traits = .adjustable
      $0.range = NumericRange(current: 11, minimum: 0, maximum: 11)
      $0.relations = [Relation(.labelledBy, [ElementID(rawValue: 2)])]
    }
    #expect(try said(slider) == "Volume, 11, slider")
    let box = node(.checkBox, "Wrap lines") {
      $0.traits = .toggle
      $0.states.formUnion([.checkable, .checked])
      $0.hint = "In all documents"
    }
    #expect(try said(box) == "Wrap lines, check box, checked. In all documents.")
    #expect(try said(node(.toggleButton, "Bold")) == "Bold, toggle button")
    #expect(
      try said(node(.toggleButton, "Bold", { $0.states.formUnion([.checkable, .pressed]) }))
        == "Bold, toggle button, pressed")
    #expect(
      try said(node(.radio, "Red", { $0.states.formUnion([.checkable, .checked]) }))
        == "selected, Red, radio button")
  }

  @Test
  func `a control without a label is named by its content`() throws {
    let button = node(
      .button,
      children: [Node(11, .generic, children: [Node(12, .text, "Save"), Node(13, .image, "disk")])])
    #expect(try said(button) == "Save, disk, button")
    #expect(try said(node(.group, children: [Node(11, .text, "Inside")])) == "group")
    #expect(try said(node(.button)) == "button")
    let icon = node(.popUpButton) {
      $0.nativeRole = "toggle button"
      $0.hint = "Primary menu"
    }
    #expect(try said(icon) == "Primary menu, pop up button")
  }

  @Test
  func `states are spoken for the roles where they matter`() throws {
    #expect(
      try said(node(.button, "Save", { $0.states.remove(.enabled) })) == "Save, dimmed, button")
    #expect(
      try said(node(.text, "Plain", { $0.states.remove(.enabled) })) == "Plain")
    #expect(
      try said(node(.treeItem, "src", { $0.states.formUnion([.expandable, .collapsed]) }))
        == "src, collapsed")
    #expect(
      try said(
        node(.textField, "Port", value: "x", { $0.states.formUnion([.required, .invalid]) }))
        == "Port, x, text field, required, invalid entry")
    #expect(
      try said(node(.passwordField, "PIN", value: "••••")) == "PIN, 4 characters, secure text field"
    )
    let secret = node(.passwordField, "PIN", value: Element.redactedText) { $0.isRedacted = true }
    #expect(try said(secret) == "PIN, bullets, secure text field")
    let slider = node(.slider, Element.redactedText, value: Element.redactedText) {
      $0.isRedacted = true
    }
    #expect(try said(slider) == "redacted, slider")
    #expect(
      try said(node(.textField, "Name", { $0.placeholder = "Ada" })) == "Name, Ada, text field")
  }

  @Test
  func `numbers within a range are spoken as percentages`() throws {
    let progress = node(.progressBar, "Copying") {
      $0.range = NumericRange(current: 1, minimum: 0, maximum: 4)
    }
    #expect(try said(progress) == "Copying, 25 percent, progress indicator")
    let broken = node(.progressBar, "Copying") {
      $0.range = NumericRange(current: .nan, minimum: 0, maximum: 4)
    }
    #expect(try said(broken) == "Copying, nan, progress indicator")
  }

  @Test(arguments: [
    (Verbosity.brief, "Port, 80, text field"),
    (.default, "Port, 80, text field. The TCP port."),
    (.full, "Port, 80, text field, has pop up, 2 of 3. The TCP port. Must be a number."),
  ])
  func `higher verbosity adds less important details`(verbosity: Verbosity, text: String) throws {
    let field = node(.textField, "Port", value: "80") {
      $0.hint = "The TCP port"
      $0.positionInSet = 2
      $0.setSize = 3
      $0.states.insert(.hasPopup)
      $0.relations = [Relation(.errorMessage, [ElementID(rawValue: 3)])]
    }
    #expect(try said(field, verbosity) == text)
  }

  @Test
  func `a list's length and a tab's position are spoken when requested`() throws {
    let list = node(.list, "Files", { $0.totalChildren = 400 })
    #expect(try said(list) == "Files, list")
    #expect(try said(list, .full) == "Files, list, 400 items")
    let tab = node(.tab, "General") {
      $0.positionInSet = 1
      $0.setSize = 4
      $0.states.insert(.selected)
    }
    #expect(try said(tab) == "selected, General, tab, 1 of 4")
  }

  @Test
  func `properties that toolkits give to all elements are not spoken for all`() throws {
    let row = node(.treeItem, "Theming") { $0.actions = [Action(.custom, name: "edit")] }
    #expect(try said(row) == "Theming")
    #expect(try said(row, .full) == "Theming. Actions available.")
    let filler = node(.generic) {
      $0.traits = .adjustable
      $0.range = NumericRange(current: 3)
    }
    #expect(try said(filler) == "")
  }

  @Test
  func `an endless text is cut unless all of it is requested`() throws {
    let text = node(.editor, "Notes", value: String(repeating: "long ", count: 1_000))
    #expect(try said(text).count < 1_100)
    #expect(try said(text, .full).count > 5_000)
  }

  @Test
  func `every role has a spoken word`() throws {
    for role in Role.allCases {
      for idiom in SpeechIdiom.allCases {
        let tree = try Tree([Node(1, role, "Name")])
        let said = Speech.utterance(of: ElementID(rawValue: 1), in: tree, idiom: idiom).text
        #expect(said.hasPrefix("Name"), "\(role.name)")
        #expect(!said.contains("-"), "\(role.name) is no English: \(said)")
      }
    }
  }
}

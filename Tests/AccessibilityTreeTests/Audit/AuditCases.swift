import AccessibilityTree
import Testing

/// An element that breaks one rule, and the same element with the defect corrected.
struct AuditCase: Sendable {
  let rule: String
  let broken: @Sendable () -> [Node]
  let mended: @Sendable () -> [Node]

  init(
    _ rule: String, broken: @escaping @Sendable () -> [Node],
    mended: @escaping @Sendable () -> [Node]
  ) {
    self.rule = rule
    self.broken = broken
    self.mended = mended
  }

  /// Returns a tree of an application with a window that contains the elements of the case.
  static func tree(_ nodes: [Node]) throws -> Tree {
    try Tree([Node(1, .application, "App", children: [Node(2, .window, "Window", children: nodes)])]
    )
  }

  static let all: [AuditCase] = names + labels + values + actions + targets + structure

  // MARK: Building

  static func press(
    _ id: UInt64, _ role: Role = .button, _ label: String? = nil,
    _ configure: @escaping (inout Element) -> Void = { _ in }, children: [Node] = []
  ) -> Node {
    Node(
      id, role, label,
      {
        $0.actions = [Action(.press)]
        configure(&$0)
      }, children: children)
  }

  static func slider(_ configure: (inout Element) -> Void) -> Node {
    Node(
      3, .slider, "Coffee",
      {
        $0.traits = [.adjustable]
        $0.range = NumericRange(current: 6, minimum: 0, maximum: 10)
        $0.actions = [Action(.increment), Action(.decrement)]
        configure(&$0)
      })
  }

  static func size(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Frame {
    Frame(rect: Rect(x: x, y: y, width: width, height: height), space: .screen)
  }
}

// MARK: Names and labels

extension AuditCase {
  private static let names = [
    AuditCase("missing-label", broken: { [press(3)] }, mended: { [press(3, .button, "Save")] }),
    AuditCase("missing-label") {
      [Node(3, .slider, nil, { $0.range = NumericRange(current: 1) }), press(4, .button, "Ok")]
        .map { node in
          var node = node
          if node.element.role == .slider { node.element.actions = [Action(.increment)] }
          return node
        }
    } mended: {
      [
        Node(4, .label, "Volume"),
        Node(
          3, .slider, nil,
          {
            $0.range = NumericRange(current: 1)
            $0.actions = [Action(.increment)]
            $0.relations = [Relation(.labelledBy, [ElementID(rawValue: 4)])]
          }),
      ]
    },
    AuditCase("empty-label") {
      [press(3, .button, " ")]
    } mended: {
      [press(3, children: [Node(4, .text, "Save")])]
    },
    AuditCase("placeholder-as-label") {
      [Node(3, .textField, nil, { $0.placeholder = "Your name" })]
    } mended: {
      [Node(3, .textField, "Name", { $0.placeholder = "Ada Lovelace" })]
    },
    AuditCase("heading-without-text") {
      [Node(3, .heading)]
    } mended: {
      [Node(3, .heading, nil, children: [Node(4, .text, "Chapter 1")])]
    },
    AuditCase("dialog-without-name") {
      [Node(3, .dialog)]
    } mended: {
      [Node(3, .dialog, "Really?")]
    },
    AuditCase("unnamed-action") {
      [press(3, .button, "Photo") { $0.actions.append(Action(.custom, name: "")) }]
    } mended: {
      [press(3, .button, "Photo") { $0.actions.append(Action(.custom, name: "Share")) }]
    },
    AuditCase("duplicate-actions") {
      [
        press(3, .button, "Photo") {
          $0.actions += [Action(.custom, name: "Share"), Action(.custom, name: "share")]
        }
      ]
    } mended: {
      [
        press(3, .button, "Photo") {
          $0.actions += [Action(.custom, name: "Share"), Action(.custom, name: "Favorite")]
        }
      ]
    },
    AuditCase("duplicate-actions") {
      [
        press(3, .button, "Baker beach") {
          $0.actions += [Action(.custom, name: "Write"), Action(.intent, name: "Write")]
          $0.intents = [IntentOffer("Write", type: "ComposeIntent")]
        }
      ]
    } mended: {
      [
        press(3, .button, "Baker beach") {
          $0.actions += [Action(.custom, name: "Share"), Action(.intent, name: "Write")]
          $0.intents = [IntentOffer("Write", type: "ComposeIntent")]
        }
      ]
    },
  ]

  private static let labels = [
    AuditCase("asset-label") {
      [Node(3, .image, "beach_0231.png")]
    } mended: {
      [Node(3, .image, "Baker beach at dusk")]
    },
    AuditCase("asset-label") {
      [press(3, .button, "star.fill")]
    } mended: {
      // Links and list items may be named after a file.
      [
        press(3, .link, "photo.png", children: [Node(4, .text, "photo.png")]),
        Node(5, .listItem, "photo.png"), press(6, .link, "example.org"),
      ]
    },
    AuditCase("unspeakable-label") {
      [press(3, .button, "\u{F0C7}")]
    } mended: {
      [press(3, .button, "+")]
    },
    AuditCase("symbol-label") {
      [press(3, .button, "×")]
    } mended: {
      [
        press(3, .button, "multiply"), press(4, .button, "7"), press(5, .button, "C"),
        Node(6, .text, "×"),
      ]
    },
    AuditCase("label-repeats-role") {
      [press(3, .button, "Save button")]
    } mended: {
      [press(3, .button, "Save"), press(4, .button, "Buttons"), press(5, .link, "Add a button")]
    },
    AuditCase("hint-repeats-label") {
      [press(3, .button, "Save") { $0.hint = "save" }]
    } mended: {
      [press(3, .button, "Save") { $0.hint = "Writes the file" }]
    },
    AuditCase("duplicate-names") {
      [press(3, .button, "Reply"), press(4, .button, "reply")]
    } mended: {
      [
        Node(5, .row, "Nick", children: [press(3, .button, "Reply")]),
        Node(6, .row, "Ada", children: [press(4, .button, "Reply")]),
      ]
    },
    AuditCase("duplicate-names") {
      [press(3, .button, "Reply"), press(4, .button, "reply")]
    } mended: {
      [press(3, .button, Element.redactedText), press(4, .button, Element.redactedText)]
    },
    AuditCase("image-undecided") {
      [Node(3, .image)]
    } mended: {
      [press(4, .button, "Save", children: [Node(3, .image)])]
    },
    AuditCase("empty-image-label") {
      [Node(3, .image, "")]
    } mended: {
      [Node(3, .image, "A star")]
    },
  ]
}

// MARK: Values and actions

extension AuditCase {
  private static let values = [
    AuditCase("adjustable-without-value") {
      [slider { $0.range = nil }]
    } mended: {
      [slider { _ in }]
    },
    AuditCase("adjustable-without-action") {
      [slider { $0.actions = [] }]
    } mended: {
      [slider { _ in }, Node(4, .scrollBar, nil, { $0.traits = [.adjustable] })]
    },
    AuditCase("value-out-of-range") {
      [slider { $0.range = NumericRange(current: 11, minimum: 0, maximum: 10) }]
    } mended: {
      [slider { $0.range = NumericRange(current: 10, minimum: 0, maximum: 10) }]
    },
    AuditCase("toggle-without-state") {
      [press(3, .checkBox, "Comments")]
    } mended: {
      [press(3, .checkBox, "Comments") { $0.states.insert(.checkable) }]
    },
    AuditCase("toggle-without-state") {
      // The trait says that there is a state, and not which.
      [press(3, .button, "Filter") { $0.traits = [.button, .toggle] }]
    } mended: {
      [
        press(3, .button, "Filter") {
          $0.traits = [.button, .toggle]
          $0.states.insert(.checkable)
        },
        press(4, .toggleButton, "Bold") { $0.traits = [.button, .toggle] },
        press(5, .button, "Light") {
          $0.traits = [.button, .toggle]
          $0.value = "dimmed"
        },
      ]
    },
    AuditCase("invalid-unexplained") {
      [Node(3, .textField, "Mail", { $0.states.insert(.invalid) })]
    } mended: {
      [
        Node(
          3, .textField, "Mail",
          {
            $0.states.insert(.invalid)
            $0.hint = "An @ is missing"
          })
      ]
    },
  ]

  private static let actions = [
    AuditCase("unknown-role") {
      [press(3, .generic, "Beach")]
    } mended: {
      [press(3, .generic, "Beach") { $0.traits = [.button] }]
    },
    AuditCase("button-without-action") {
      [Node(3, .button, "Save", { $0.actions = [Action(.focus)] })]
    } mended: {
      // The actions of a disabled button are not known; the parts of a control are used as a whole.
      [
        press(3, .button, "Save"), Node(4, .button, "Open", { $0.traits = [.notEnabled] }),
        press(5, .comboBox, "Size", children: [Node(6, .button, "Arrow")]),
        Node(
          7, .row, "Nick",
          {
            $0.traits = [.button]
            $0.actions = [Action(.select)]
          }),
      ]
    },
    AuditCase("hover-only") {
      [Node(3, .link, "Attachments", { $0.states.insert(.hasPopup) })]
    } mended: {
      [
        Node(
          3, .link, "Attachments",
          {
            $0.states.insert(.hasPopup)
            $0.actions = [Action(.custom, name: "Location")]
          })
      ]
    },
    AuditCase("hover-only") {
      [Node(3, .image, "Beach", { $0.actions = [Action(.hover), Action(.focus)] })]
    } mended: {
      [
        Node(
          3, .image, "Beach",
          { $0.actions = [Action(.hover), Action(.custom, name: "Location")] })
      ]
    },
    AuditCase("gesture-only") {
      [
        Node(
          3, .text, "6 ounces", { $0.actions = [Action(.passThroughGesture), Action(.focus)] })
      ]
    } mended: {
      [
        Node(
          3, .text, "6 ounces",
          { $0.actions = [Action(.passThroughGesture), Action(.custom, name: "More")] })
      ]
    },
    AuditCase("drag-only") {
      [
        Node(3, .text, "Synth", { $0.actions = [Action(.drag)] }),
        Node(4, .text, "Cheers", { $0.actions = [Action(.drag), Action(.drop)] }),
      ]
    } mended: {
      // There is nothing to drop the second one on.
      [
        Node(3, .text, "Synth", { $0.actions = [Action(.drag), Action(.custom, name: "Set")] }),
        Node(4, .text, "Cheers", { $0.actions = [Action(.drag), Action(.drop)] }),
      ]
    },
    AuditCase("hidden-but-usable") {
      [press(3, .button, "Send") { $0.frame = size(10, 10, 0, 20) }]
    } mended: {
      [press(3, .button, "Send") { $0.frame = size(10, 10, 60, 50) }]
    },
    AuditCase("activation-outside") {
      [
        slider {
          $0.frame = size(0, 0, 50, 200)
          $0.activationPoint = Point(x: 25, y: 220)
        }
      ]
    } mended: {
      [
        slider {
          $0.frame = size(0, 0, 50, 200)
          $0.activationPoint = Point(x: 25, y: 180)
        }
      ]
    },
    AuditCase("direct-touch-only") {
      [Node(3, .image, "Cat", { $0.traits = [.allowsDirectInteraction] })]
    } mended: {
      [
        Node(
          3, .image, "Cat",
          {
            $0.traits = [.allowsDirectInteraction]
            $0.actions = [Action(.custom, name: "Pet")]
          })
      ]
    },
  ]
}

// MARK: Targets and structure

extension AuditCase {
  private static let targets = [
    AuditCase("target-too-small") {
      [
        press(3, .button, "Up") { $0.frame = size(0, 0, 16, 16) },
        press(4, .button, "Down") { $0.frame = size(16, 0, 50, 50) },
      ]
    } mended: {
      [
        press(3, .button, "Up") { $0.frame = size(0, 0, 44, 44) },
        press(4, .button, "Down") { $0.frame = size(44, 0, 50, 50) },
      ]
    },
    AuditCase("target-small") {
      // Small targets with enough space around them.
      [
        press(3, .button, "Up") { $0.frame = size(0, 0, 16, 16) },
        press(4, .button, "Down") { $0.frame = size(60, 0, 50, 50) },
      ]
    } mended: {
      [
        press(3, .button, "Up") {
          $0.frame = size(0, 0, 16, 16)
          $0.contentPath = .rectangle(Rect(x: -20, y: -20, width: 60, height: 60))
        },
        Node(
          5, .paragraph, nil, { $0.frame = size(0, 50, 400, 20) },
          children: [
            press(6, .link, "here") { $0.frame = size(0, 50, 40, 14) }
          ]),
      ]
    },
  ]

  private static let structure = [
    AuditCase("modal-without-focus") {
      [
        Node(3, .textField, "Text", { $0.states.insert(.focused) }),
        Node(
          4, .dialog, "Really?", { $0.states.insert(.modal) }, children: [press(5, .button, "Yes")]),
      ]
    } mended: {
      [
        Node(3, .textField, "Text"),
        Node(
          4, .dialog, "Really?", { $0.states.insert(.modal) },
          children: [press(5, .button, "Yes") { $0.states.insert(.focused) }]),
      ]
    },
    AuditCase("nested-controls") {
      [press(3, .button, "Comment", children: [press(4, .button, "Reply")])]
    } mended: {
      [
        press(3, .button, "Comment") { $0.actions.append(Action(.custom, name: "Reply")) },
        press(5, .popUpButton, "Menu", children: [press(6, .menuItem, "Cut")]),
      ]
    },
    AuditCase("heading-skips-level") {
      [Node(3, .heading, "One", { $0.level = 1 }), Node(4, .heading, "Three", { $0.level = 3 })]
    } mended: {
      [
        Node(3, .heading, "One", { $0.level = 1 }), Node(4, .heading, "Two", { $0.level = 2 }),
        Node(5, .heading, "Three", { $0.level = 3 }), Node(6, .heading, "Next", { $0.level = 1 }),
      ]
    },
    AuditCase("wrong-position") {
      [
        Node(
          3, .listItem, "Seven",
          {
            $0.positionInSet = 7
            $0.setSize = 5
          })
      ]
    } mended: {
      [
        Node(
          3, .listItem, "Five",
          {
            $0.positionInSet = 5
            $0.setSize = 5
          })
      ]
    },
  ]
}

extension AuditCase: CustomTestStringConvertible {
  var testDescription: String { rule }
}

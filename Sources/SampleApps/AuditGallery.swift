internal import AccessibilityTree
internal import AccessibilityViews

/// A gallery with one example of each defect that an audit finds (V5). The identifier of each defective
/// element is the id of the rule that finds it.
///
/// Defects that views cannot produce are built as elements of another framework.
struct AuditGalleryApp: App {
  static let title = "Audit Gallery"

  var body: some Scene {
    WindowGroup { AuditGallery() }
  }
}

private struct AuditGallery: View {
  var body: some View {
    ScrollView {
      VStack {
        Names()
        Labels()
        Pictures()
        Places()
        HostedElements(Foreign.elements)
      }
    }
  }
}

// MARK: Defects in views

private struct Names: View {
  var body: some View {
    Group {
      Button(action: {}) { Image(decorative: "trash") }.wide()
        .accessibilityIdentifier("missing-label")
      Button("Send", action: {}).wide()
        .accessibilityLabel(" ")
        .accessibilityIdentifier("empty-label")
      Rectangle().wide()
        .accessibilityHeading(.h1)
        .accessibilityIdentifier("heading-without-text")
      Text("Recipes").wide()
        .accessibilityHeading(.h3)
        .accessibilityIdentifier("heading-skips-level")
    }
  }
}

private struct Labels: View {
  var body: some View {
    Group {
      Button("\u{F0C7}", action: {}).wide()
        .accessibilityIdentifier("unspeakable-label")
      Button("×", action: {}).wide()
        .accessibilityIdentifier("symbol-label")
      Button("Save button", action: {}).wide()
        .accessibilityIdentifier("label-repeats-role")
      Button("Undo", action: {}).wide()
        .accessibilityHint("Undo")
        .accessibilityIdentifier("hint-repeats-label")
      Button("Reply", action: {}).wide()
        .accessibilityIdentifier("duplicate-names")
      Button("Reply", action: {}).wide()
    }
  }
}

private struct Pictures: View {
  var body: some View {
    Group {
      Image("beach_0231").wide()
        .accessibilityIdentifier("asset-label")
      Rectangle().wide()
        .accessibilityLabel("Drum pad")
        .accessibilityDirectTouch()
        .accessibilityIdentifier("direct-touch-only")
      Rectangle().wide()
        .accessibilityLabel("Dimmer")
        .gesture(DragGesture())
        .accessibilityIdentifier("gesture-only")
    }
  }
}

private struct Places: View {
  var body: some View {
    Group {
      HStack(spacing: 0) {
        Button("Less", action: {}).frame(width: 16, height: 16)
          .accessibilityIdentifier("target-too-small")
        Button("Zoom", action: {}).wide()
      }
      Button("More", action: {}).frame(width: 30, height: 30)
        .accessibilityIdentifier("target-small")
    }
  }
}

extension View {
  /// Makes the view large enough that only the intended defect is found.
  fileprivate func wide() -> some View { frame(width: 200, height: 50) }
}

// MARK: Defects in hosted elements

private enum Foreign {
  static var elements: [HostedElement] {
    [
      element("placeholder-as-label", .textField) { $0.placeholder = "Your name" },
      element("invalid-unexplained", .textField, "Mail") {
        $0.states.formUnion([.invalid, .focused, .focusable])
      },
      element("dialog-without-name", .dialog),
      element("modal-without-focus", .dialog, "Really?") {
        $0.states.insert(.modal)
        $0.traits = [.modal]
      },
      element("unnamed-action", .listItem, "Nick", [Action(.custom, name: " ")]),
      element(
        "duplicate-actions", .listItem, "Beth",
        [Action(.custom, name: "Share", nativeName: "a"), Action(.custom, name: "share")]),
      element("image-undecided", .image),
      element("empty-image-label", .image, ""),
      element(
        "adjustable-without-value", .slider, "Sugar", [Action(.increment), Action(.decrement)]
      ) { $0.traits = [.adjustable] },
      element("adjustable-without-action", .slider, "Milk") {
        $0.traits = [.adjustable]
        $0.range = NumericRange(current: 1, minimum: 0, maximum: 3)
      },
      element("value-out-of-range", .progressBar, "Brewing") {
        $0.range = NumericRange(current: 120, minimum: 0, maximum: 100)
      },
      element("toggle-without-state", .checkBox, "Decaf", [Action(.press)]),
      element("hidden-but-usable", .button, "Archive", [Action(.press)]) {
        $0.frame?.rect.width = 0
      },
      element("activation-outside", .button, "Print", [Action(.press)]) {
        $0.activationPoint = Point(x: 900, y: 900)
      },
      element("drag-only", .listItem, "Sugar bowl", [Action(.drag)]),
      HostedElement("tray", made(.listItem, "Tray"), actions: [Action(.drop)]),
      element("unknown-role", .generic, "Coffee", [Action(.press)]),
      element("button-without-action", .button, "Grind", [Action(.focus)]),
      element("hover-only", .link, "Attachments") { $0.states.insert(.hasPopup) },
      HostedElement(
        "outer", made(.button, "Comment"), actions: [Action(.press)],
        children: [element("nested-controls", .link, "Read on", [Action(.press)])]),
      element("wrong-position", .listItem, "Espresso") {
        $0.positionInSet = 7
        $0.setSize = 5
      },
    ]
  }

  /// Returns an element with a defect, identified by the id of the rule that finds it.
  private static func element(
    _ rule: String, _ role: Role, _ label: String? = nil, _ actions: [Action] = [],
    _ configure: (inout Element) -> Void = { _ in }
  ) -> HostedElement {
    HostedElement(
      rule,
      made(role, label) {
        $0.identifier = rule
        configure(&$0)
      }, actions: actions)
  }

  private static func made(
    _ role: Role, _ label: String?, _ configure: (inout Element) -> Void = { _ in }
  ) -> Element {
    // The host replaces the id.
    var element = Element(id: ElementID(rawValue: 1), role: role, label: label)
    element.states = [.enabled, .visible, .showing]
    element.frame = Frame(rect: Rect(x: 20, y: 1000, width: 200, height: 50), space: .screen)
    configure(&element)
    return element
  }
}

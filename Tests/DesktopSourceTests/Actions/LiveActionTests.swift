import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Actions on real applications, proved by their effects.
@Suite(.serialized, .ownThreadInTurn)
struct LiveActionTests {
  @Test
  func `GTK 4: pressing a calculator's keys calculates`() async throws {
    let lab = try await DesktopLab.shared
    let process = try lab.launch("gnome-calculator")
    defer { process.kill() }
    let app = try LiveApplication("gnome-calculator", in: lab)
    let display = try app.find(.textField) { $0.states.contains(.editable) }
    for (key, shown) in [("7", "7"), ("+", "7+"), ("8", "7+8")] {
      let outcome = try app.perform(.press, on: app.find(.button, key))
      #expect(outcome.performedMethod == "Action.DoAction(click)")
      try app.await("the display shows \(shown)") {
        try app.text(of: display).replacing("\u{2009}", with: "") == shown
      }
    }
    _ = try app.perform(.press, on: app.find(.button, "="))
    try app.await("15") { try app.text(of: display) == "15" }
    try app.succeed(.setText("2*3"), on: display)
    #expect(try app.text(of: display) == "2*3")
    #expect(try app.perform(.focus, on: app.find(.button, "7")).refusal?.reason == .unsupported)
    #expect(try app.perform(.scrollIntoView, on: display).refusal?.reason == .unsupported)
  }

  @Test
  func
    `GTK 4: check boxes are ticked by a synthesised click only, sliders and spin buttons are set`()
    async throws
  {
    let lab = try await DesktopLab.shared
    let process = try lab.launch("gtk4-widget-factory")
    defer { process.kill() }
    let app = try LiveApplication("gtk4-widget-factory", in: lab)
    let box = try app.find(.checkBox, "checkbutton") {
      $0.states.isSuperset(of: [.sensitive, .focusable]) && !$0.states.contains(.checked)
        && !$0.states.contains(.mixed)
    }
    #expect(try app.perform(.press, on: box).refusal?.reason == .unsupported)
    #expect(try !app.states(of: box).contains(.checked))
    let clicked = try app.perform(.press, on: box, allowSynthesis: true)
    #expect(clicked.performedMethod == "synthesised click")
    try app.await("the box is ticked") { try app.states(of: box).contains(.checked) }

    let disabled = try app.find(.checkBox, "checkbutton") { $0.traits.contains(.notEnabled) }
    #expect(
      try app.perform(.press, on: disabled, allowSynthesis: true).refusal?.reason == .disabled)

    let slider = try app.find(.slider) {
      $0.states.isSuperset(of: [.sensitive, .horizontal]) && $0.label == nil
    }
    let middle = try app.maximum(of: slider) / 2
    try app.succeed(.setValue(middle), on: slider)
    try app.await("the slider is at \(middle)") { try app.value(of: slider) == middle }
    try app.succeed(.increment, on: slider)
    try app.await("the slider went up") { try app.value(of: slider) > middle }

    // A13: the pointer drags from the middle of the slider to the right.
    try app.store.edit {
      try $0.update(slider) {
        $0.frame = Frame(rect: Rect(x: 0, y: 0, width: 100, height: 20), space: .window)
      }
    }
    let before = try app.value(of: slider)
    let drag = try GestureText.parse("50,10 70,10 +50 150,10 +50 250,10 +50 250,10 +50")
    #expect(
      try app.perform(.passThroughGesture(drag), on: slider, allowSynthesis: true).performedMethod
        == "synthesised pointer gesture")
    try app.await("the slider was dragged") { try app.value(of: slider) > before }
    #expect(try app.perform(.setValue(1e9), on: slider).refusal?.reason == .outOfRange)

    let spin = try app.find(.spinButton) { $0.states.contains(.sensitive) }
    try app.succeed(.setValue(12), on: spin)
    try app.await("the spin button is at 12") { try app.value(of: spin) == 12 }
    // Its buttons begin in the middle of it.
    #expect(
      try app.perform(.focus, on: spin, allowSynthesis: true).performedMethod
        == "synthesised click")
    try app.succeed(.increment, on: spin)
    try app.await("the spin button is at 13") { try app.value(of: spin) == 13 }

    let toggle = try app.find(.button, "togglebutton") {
      $0.states.contains(.sensitive) && !$0.states.contains(.pressed)
    }
    _ = try app.perform(.press, on: toggle)
    try app.await("the toggle is pressed") { try app.states(of: toggle).contains(.pressed) }

    let tab = try app.find(.tab) {
      $0.states.contains(.sensitive) && !$0.states.contains(.selected)
    }
    try app.succeed(.select, on: tab)
    try app.await("the tab is selected") { try app.states(of: tab).contains(.selected) }
  }

  @Test
  func `GTK 3: text is inserted, set, selected; menus are pressed; read-only text refuses`()
    async throws
  {
    let lab = try await DesktopLab.shared
    let process = try lab.launch("mousepad")
    defer { process.kill() }
    let app = try LiveApplication("mousepad", in: lab)
    let editor = try app.find(.textField) { $0.states.isSuperset(of: [.editable, .multiLine]) }
    try app.succeed(.setText("Hello world"), on: editor)
    #expect(try app.text(of: editor) == "Hello world")
    try app.succeed(.insertText("Ünï ", at: 6), on: editor)
    #expect(try app.text(of: editor) == "Hello Ünï world")
    try app.succeed(.setSelection(3..<3), on: editor)
    try app.await("the caret is at 3") { try app.number("CaretOffset", of: "Text", editor) == 3 }
    try app.succeed(.insertText("-", at: nil), on: editor)
    #expect(try app.text(of: editor) == "Hel-lo Ünï world")
    try app.succeed(.setSelection(0..<6), on: editor)
    try app.succeed(.focus, on: editor)
    #expect(try app.states(of: editor).contains(.focused))
    #expect(try app.perform(.insertText("x", at: 999), on: editor).refusal?.reason == .outOfRange)

    let all = try app.find(.menuItem, "Select All")
    #expect(try app.perform(.press, on: all).performedMethod == "Action.DoAction(click)")
  }

  @Test
  func `GTK 3: rows are selected through their container, and expanded once`() async throws {
    let lab = try await DesktopLab.shared
    let process = try lab.launch("gtk3-demo")
    defer { process.kill() }
    let app = try LiveApplication("gtk3-demo", in: lab)
    let cell = try app.find(.cell, "Builder")
    try app.succeed(.select, on: cell)
    try app.await("the row is selected") { try app.states(of: cell).contains(.selected) }
    let parent = try app.find(.cell) { $0.states.contains(.expandable) }
    try app.succeed(.expand, on: parent)
    try app.await("the row is expanded") { try app.states(of: parent).contains(.expanded) }
    #expect(try app.perform(.expand, on: parent).performedMethod == "already expanded")
    #expect(try app.states(of: parent).contains(.expanded))
    let plain = try app.find(.cell, "Builder")
    #expect(try app.perform(.expand, on: plain).refusal?.reason == .unsupported)
  }

  @Test
  func
    `Chromium: buttons, boxes, sliders, lists and links act; text is typed where that is allowed`()
    async throws
  {
    let lab = try await DesktopLab.shared
    let process = try lab.launchChromium([Places.fixture("pages/controls.html")])
    defer { process.kill() }
    let app = try LiveApplication("chromium", in: lab)
    let counter = try app.find(.button, "Count 0")
    try app.succeed(.press, on: counter)
    try app.await("the button counted") { try app.name(of: counter) == "Count 1" }

    let box = try app.find(.checkBox, "Subscribe")
    try app.succeed(.press, on: box)
    try app.await("the box is ticked") { try app.states(of: box).contains(.checked) }
    let disabled = try app.find(.button, "Unavailable")
    #expect(try app.perform(.press, on: disabled).refusal?.reason == .disabled)

    let slider = try app.find(.slider) { ($0.label ?? "").hasPrefix("Volume") }
    try app.succeed(.setValue(55), on: slider)
    try app.await("the slider is at 55") { try app.value(of: slider) == 55 }
    try app.succeed(.increment, on: slider)
    try app.await("the slider is at 60") { try app.value(of: slider) == 60 }
    #expect(try app.perform(.setValue(101), on: slider).refusal?.reason == .outOfRange)

    let field = try app.find(.textField) { ($0.label ?? "").hasPrefix("Name") }
    #expect(try app.perform(.setText("x"), on: field).refusal?.reason == .unsupported)
    let typed = try app.perform(.setText("Zoë 9 €"), on: field, allowSynthesis: true, within: 20)
    #expect(typed.performedMethod == "synthesised typing over the whole text")
    try app.await("the text is typed") { try app.text(of: field) == "Zoë 9 €" }
    #expect(try app.states(of: field).contains(.focused))

    let more = try app.find(.toggleButton, "More")
    try app.succeed(.expand, on: more)
    try app.await("the details are shown") { try app.states(of: more).contains(.expanded) }
    try app.succeed(.expand, on: more)
    #expect(try app.states(of: more).contains(.expanded))
    try app.succeed(.scrollIntoView, on: app.find(.image, "A grey square"))
    // All is read again to find what was not there yet, and has other ids then.
    let counted = try app.find(.button, "Count 1")
    try app.succeed(.focus, on: counted)
    #expect(try app.states(of: counted).contains(.focused))
    let clicked = try app.perform(.showMenu, on: counted)
    #expect(clicked.performedMethod == "Action.DoAction(showContextMenu)")
  }
}

extension ActionOutcome {
  /// How it was performed; `nil` when it was not.
  fileprivate var performedMethod: String? {
    if case .performed(let method, _, _, _, _) = self { method } else { nil }
  }
}

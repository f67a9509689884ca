import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Focus and dialogs` {
  private struct Page: View {
    @State private var isOpen = false
    @State private var isLocked = false
    @State private var voice = "Alex"

    var body: some View {
      Text("Reading only")
      Button("Open") { isOpen = true }
        .disabled(isLocked)
      Text("Row").accessibilityAction(named: "Reply") {}
      Slider(value: .constant(1)) { Text("Level") }
      Picker("Voice", selection: $voice) {
        Text("Alex").tag("Alex")
        Text("Fred").tag("Fred")
      }
      Button("Lock") { isLocked = true }
      VStack {}
        .sheet("Sheet", isPresented: $isOpen) {
          Text("Words")
          Button("Lock and close") {
            isLocked = true
            isOpen = false
          }
        }
    }
  }

  @Test func `A9 usable elements take the focus, and read-only ones do not`() throws {
    let stage = Stage { Page() }
    for label in ["Open", "Row", "Level", "Voice"] {
      let id = try stage.element(label).id
      #expect(try stage.element(label).states.contains(.focusable), "\(label)")
      _ = stage.news()
      try stage.perform(.focus, on: label)
      #expect(stage.store.tree[id]?.states.contains(.focused) == true)
      #expect(stage.news().map(\.kind) == [.focus])
    }
    #expect(try stage.refusal(.focus, on: "Reading only").reason == .unsupported)
    try stage.press("Lock")
    #expect(try !stage.element("Open").states.contains(.focusable))
    #expect(try stage.element("Row").actions.map(\.kind) == [.custom, .focus])
    stage.verify()
  }

  @Test func `N5 the focus returns only to an element that can still take it`() throws {
    let stage = Stage { Page() }
    try stage.perform(.focus, on: "Open")
    try stage.press("Open")
    #expect(try stage.element("Lock and close").states.contains(.focused))
    try stage.press("Lock and close")
    #expect(!stage.elements.contains { $0.states.contains(.focused) })
    stage.verify()
  }

  @Test func `T A16 elements behind a dialog cannot be used until the dialog is closed`() throws {
    let stage = Stage { Page() }
    try stage.press("Open")
    let refusal = try stage.refusal(.press, on: "Lock")
    #expect(refusal.reason == .rejected)
    #expect(refusal.message.contains("dialog \"Sheet\" is open"))
    #expect(try stage.refusal(.focus, on: "Level").reason == .rejected)
    try stage.perform(.escape, on: "Words")
    try stage.press("Lock")
    stage.verify()
  }

  @Test func `A9 an element that becomes disabled loses the focus`() throws {
    let stage = Stage { Page() }
    try stage.perform(.focus, on: "Open")
    try stage.press("Lock")
    #expect(!stage.elements.contains { $0.states.contains(.focused) })
    stage.verify()
  }

  @Test func `A8 selecting a choice keeps the menu open, and pressing it closes the menu`() throws {
    let stage = Stage { Page() }
    try stage.press("Voice")
    #expect(try stage.element("Alex").states.contains(.focused), "the chosen one")
    try stage.perform(.select, on: "Fred")
    #expect(try stage.element("Fred").states.isSuperset(of: [.checked, .selected]))
    #expect(try stage.element("Voice").value == "Fred")
    try stage.press("Alex")
    #expect(!stage.elements.contains { $0.role == .menu })
    #expect(try stage.element("Voice").value == "Alex")
    #expect(try stage.element("Voice").states.contains(.focused))
    stage.verify()
  }

  @Test func `A10 a menu closes when an entry is chosen, and by escape`() throws {
    struct Row: View {
      @State private var log = ""

      var body: some View {
        Text("Mail")
          .accessibilityValue(log)
          .contextMenu {
            Button("Reply") { log = "replied" }
            Button("Forward") { throw ActionRefusal(.rejected, "there is nobody") }
          }
      }
    }
    let stage = Stage { Row() }
    try stage.perform(.showMenu, on: "Mail")
    #expect(stage.labels == ["Mail", "", "Reply", "Forward"])
    guard case .refused = try stage.perform(.press, on: "Forward") else {
      Issue.record("forwarded to nobody")
      return
    }
    #expect(stage.labels.count == 4, "what refuses leaves the menu open")
    try stage.press("Reply")
    #expect(stage.labels == ["Mail"])
    #expect(try stage.element("Mail").value == "replied")
    try stage.perform(.showMenu, on: "Mail")
    try stage.perform(.escape, on: "Reply")
    #expect(stage.labels == ["Mail"])
    stage.verify()
  }

  @Test func `a menu that opens below what is on screen is scrolled into view`() throws {
    let stage = Stage {
      List(0..<40, id: \.self) { number in
        Text("Row \(number)").contextMenu {
          Button("Edit") {}
          Button("Delete") {}
        }
      }
      .frame(height: 300)
    }
    let last = try #require(
      (0..<40).last { number in
        (try? stage.element("Row \(number)"))?.states.contains(.showing) == true
      })
    #expect(last < 39)
    try stage.perform(.showMenu, on: "Row \(last)")
    #expect(try stage.element("Delete").states.contains(.showing))
    #expect(try stage.element("Row \(last)").states.contains(.showing))
    stage.verify()
  }

  @Test
  func `A8 A9 scrolling to an element or focusing it shows it, through all scrolling ancestors`()
    throws
  {
    let stage = Stage {
      ScrollView {
        List(0..<40, id: \.self) { number in Button("Row \(number)") {} }
          .frame(height: 300)
        List(0..<40, id: \.self) { number in Text("Line \(number)") }
          .frame(height: 500)
      }
    }
    for label in ["Line 39", "Line 0", "Row 20", "Row 19", "Line 20"] {
      #expect(try !stage.element(label).states.contains(.showing) || label == "Row 19")
      _ = stage.news()
      try stage.perform(.scrollIntoView, on: label)
      #expect(try stage.element(label).states.contains(.showing), "\(label)")
      stage.verify()
    }
    try stage.perform(.focus, on: "Row 39")
    #expect(try stage.element("Row 39").states.isSuperset(of: [.showing, .focused]))
    let before = stage.store.revision
    try stage.perform(.scrollIntoView, on: "Row 39")
    #expect(stage.store.revision == before, "what shows stays where it is")
  }
}

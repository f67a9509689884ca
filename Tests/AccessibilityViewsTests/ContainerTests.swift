import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Links, menus, tabs and forms` {
  @Test func `A15 a link opens its destination where the application says how`() throws {
    struct Page: View {
      @State private var opened = ""

      var body: some View {
        Link("Guide", destination: "https://example.org/guide")
          .environment(
            \.openURL,
            OpenURLAction { url in
              opened = url
              return .handled
            })
        Link("Nowhere", destination: "https://example.org")
        Text("Log").accessibilityValue(opened)
      }
    }
    let stage = Stage { Page() }
    let link = try stage.element("Guide")
    #expect(link.role == .link && link.traits == .link)
    #expect(
      link.attributes
        == [ToolkitAttribute(name: "destination", value: "https://example.org/guide")])
    try stage.press("Guide")
    #expect(try stage.element("Log").value == "https://example.org/guide")
    #expect(try stage.refusal(.press, on: "Nowhere").reason == .unsupported)
  }

  @Test func `A10 a menu opens, with a menu inside, and choosing closes both`() throws {
    struct Page: View {
      @State private var log = ""

      var body: some View {
        Menu("File") {
          Button("Save") { log = "saved" }
          Menu("Export") { Button("Text") { log = "exported" } }
        }
        .accessibilityHint(log)
      }
    }
    let stage = Stage { Page() }
    #expect(try stage.element("File").role == .popUpButton)
    #expect(try stage.element("File").states.isSuperset(of: [.hasPopup, .collapsed]))
    try stage.press("File")
    #expect(try stage.element("File").states.contains(.expanded))
    #expect(try stage.element("Save").role == .menuItem)
    #expect(try stage.element("Save").states.contains(.focused))
    try stage.press("Export")
    try stage.perform(.escape, on: "Text")
    #expect(!stage.labels.contains("Text") && stage.labels.contains("Save"))
    try stage.press("Export", "Text")
    #expect(!stage.labels.contains("Save"))
    #expect(try stage.element("File").states.contains(.collapsed))
    #expect(try stage.element("File").hint == "exported", "the button outlives the group")
    stage.verify()
  }

  @Test func `a disclosure group shows its content, and says whether it does`() throws {
    struct Page: View {
      @State private var isExpanded = false

      var body: some View {
        DisclosureGroup("More", isExpanded: $isExpanded) { Text("Inside") }
        DisclosureGroup("Own") { Text("Deep") }
        Button("Both") { isExpanded.toggle() }
      }
    }
    let stage = Stage { Page() }
    #expect(stage.labels == ["More", "Own", "Both"])
    #expect(try stage.element("More").states.isSuperset(of: [.expandable, .collapsed]))
    try stage.perform(.expand, on: "More")
    #expect(try stage.element("More").states.contains(.expanded))
    #expect(stage.labels == ["More", "Inside", "Own", "Both"])
    #expect(try stage.refusal(.expand, on: "More").reason == .unsupported)
    try stage.press("Both", "Own")
    #expect(stage.labels == ["More", "Own", "Deep", "Both"])
    stage.verify()
  }

  private struct Counter: View {
    @State private var count = 0

    var body: some View { Stepper("Count", value: $count, in: 0...9) }
  }

  @Test(arguments: [true, false])
  func `tabs show one page, which keeps its state`(isBound: Bool) throws {
    struct Page: View {
      @State private var page = "home"
      let isBound: Bool

      var body: some View {
        if isBound {
          TabView(selection: $page) {
            Counter().tabItem { Label("Home", systemImage: "house") }.tag("home")
            Text("Nobody").tag("people").tabItem { Text("People") }
          }
          Button("Go") { page = "people" }
        } else {
          TabView {
            Tab("Home", systemImage: "house") { Counter() }
            Tab("People", systemImage: "person") { Text("Nobody") }
          }
        }
      }
    }
    let stage = Stage { Page(isBound: isBound) }
    func tabs() -> [String] {
      stage.elements.filter { $0.role == .tab && $0.states.contains(.selected) }
        .compactMap(\.label)
    }
    #expect(stage.elements.filter { $0.role == .tab }.compactMap(\.label) == ["Home", "People"])
    #expect(tabs() == ["Home"])
    #expect(stage.elements.contains { $0.role == .tabList && $0.traits == .tabBar })
    try stage.perform(.increment, on: "Count")
    try stage.press("People")
    #expect(tabs() == ["People"])
    #expect(stage.labels.contains("Nobody") && !stage.labels.contains("Count"))
    try stage.press("Home")
    #expect(try stage.element("Count").effectiveValue == "1")
    if isBound {
      try stage.press("Go")
      #expect(tabs() == ["People"])
    }
    stage.verify()
  }

  @Test func `a form scrolls, and a lazy stack has all its rows`() throws {
    let stage = Stage {
      Form {
        Section("Sound") { Toggle("Loud", isOn: .constant(false)) }
        LazyVStack { ForEach(0..<50, id: \.self) { Text("Row \($0)") } }
      }
    }
    let form = try #require(stage.elements.first)
    #expect(form.role == .form && form.actions.map(\.kind) == [.scroll])
    #expect(try stage.element("Sound").role == .heading)
    #expect(try !stage.element("Row 49").states.contains(.showing))
    stage.perform(.scroll(.down), on: form.id)
    try stage.perform(.scrollIntoView, on: "Row 49")
    #expect(try stage.element("Row 49").states.contains(.showing))
  }

  @Test func `A8 a secure field takes text and shows nothing of it`() throws {
    struct Page: View {
      @State private var password = "open"

      var body: some View {
        SecureField("Password", text: $password, prompt: Text("Required"))
        Text("Length \(password.count), \(password == "sesame!" ? "right" : "wrong")")
      }
    }
    let stage = Stage { Page() }
    let field = try stage.element("Password")
    #expect(field.role == .passwordField && field.placeholder == "Required")
    #expect(field.value == "[redacted]" && field.text == nil && field.isRedacted)
    _ = stage.news()
    try stage.perform(.setText("sesame"), on: "Password")
    try stage.perform(.insertText("!", at: nil), on: "Password")
    #expect(stage.labels.last == "Length 7, right")
    #expect(try stage.element("Password").value == "[redacted]")
    #expect(stage.store.secretFacts(of: field.id)?.length == 7)
    let told = stage.commits.map { "\($0)" }.joined() + "\(stage.news())\(stage.elements)"
    #expect(!told.contains("sesame"))
    let refusal = try stage.refusal(.insertText("sesame", at: 99), on: "Password")
    #expect(!refusal.message.contains("sesame"))
    stage.verify()
  }

  @Test func `an element that a secure field is combined into has nothing of it`() throws {
    let stage = Stage {
      VStack {
        Text("Sign in")
        SecureField("Password", text: .constant("sesame"))
      }
      .accessibilityElement(children: .combine)
    }
    let whole = try #require(stage.elements.first { $0.label?.contains("Sign in") == true })
    #expect(whole.value == "[redacted]" && whole.label == "Sign in, Password")
    stage.verify()
  }
}

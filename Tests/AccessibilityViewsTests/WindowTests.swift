import AccessibilityMirror
import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Windows and sheets` {
  fileprivate final class Mail: ObservableObject {
    @Published var isAsking = false
    @Published var dismissals = 0
  }

  private struct MailApp: App {
    let mail: Mail

    var body: some Scene {
      WindowGroup("Inbox", id: "inbox") { Inbox(mail: mail) }
      Window("Contacts", id: "contacts") { Contacts() }
      WindowGroup("Compose", id: "compose") { Compose() }
    }
  }

  private struct Inbox: View {
    @Environment(\.openWindow) private var openWindow
    @Environment(\.dismissWindow) private var dismissWindow
    let mail: Mail

    var body: some View {
      VStack {
        Button("Contacts…") { openWindow(id: "contacts") }
        Button("Compose…") { openWindow(id: "compose") }
        Button("None…") { openWindow(id: "none") }
        Button("Close all") { dismissWindow(id: "compose") }
        Button("Ask") { mail.isAsking = true }
      }
      .sheet(isPresented: asking, onDismiss: countDismissal) { Question() }
    }

    private func countDismissal() { mail.dismissals += 1 }

    private var asking: Binding<Bool> {
      Binding {
        mail.isAsking
      } set: {
        mail.isAsking = $0
      }
    }
  }

  private struct Question: View {
    @Environment(\.dismiss) private var dismiss

    var body: some View { Button("Answer") { dismiss() } }
  }

  private struct Contacts: View {
    @Environment(\.dismiss) private var dismiss

    var body: some View {
      Button("Hide") { dismiss() }
      Text("Ann")
    }
  }

  private struct Compose: View {
    @State private var text = ""

    var body: some View { TextField("Text", text: $text) }
  }

  private final class Desk {
    let mail = Mail()
    let store = TreeStore(epoch: 1) { 1 }
    let host: ViewHost
    private(set) var commits: [Commit] = []
    private var observation: Observation?

    init() {
      host = ViewHost(name: "sample:mail", app: MailApp(mail: mail), store: store)
      observation = store.observe { [unowned self] in commits.append($0) }
      host.start()
    }

    var elements: [Element] { store.snapshot() }
    var windows: [Element] { elements.filter { $0.role == .window } }
    var active: [String] {
      elements.filter { $0.states.contains(.active) }.compactMap(\.label)
    }

    var focused: String? { elements.first { $0.states.contains(.focused) }?.label }

    func all(_ label: String) -> [Element] { elements.filter { $0.label == label } }

    @discardableResult
    func perform(_ command: ActionCommand, on label: String, at index: Int = 0) throws -> Bool {
      commits = []
      let found = all(label)
      let element = try #require(found.indices.contains(index) ? found[index] : nil, "\(label)")
      var outcome: ActionOutcome?
      host.perform(ActionRequest(element: element.id, command: command, deadline: .max)) {
        outcome = $0
      }
      if case .performed = outcome { return true }
      return false
    }

    func news(_ kind: NotificationKinds) -> [Notification] {
      commits.flatMap(\.notifications).filter { $0.kind == kind }
    }

    func verify() throws {
      host.verify(try #require(host.application), deadline: .max) { report in
        #expect(report.failure == "" && report.differences.isEmpty, "\(report.differences)")
      }
    }
  }

  @Test func `N1 N5 windows open, are in front and have the focus, and give both back`() throws {
    let desk = Desk()
    #expect(desk.windows.map(\.label) == ["Inbox"])
    #expect(desk.active == ["Inbox"])
    try desk.perform(.focus, on: "Contacts…")
    try desk.perform(.press, on: "Contacts…")
    #expect(desk.windows.map(\.label) == ["Inbox", "Contacts"])
    #expect(desk.active == ["Contacts"] && desk.focused == "Hide")
    let contacts = try #require(desk.all("Contacts").first)
    let hide = try #require(desk.all("Hide").first)
    #expect(desk.news(.screen) == [.screenChanged(root: contacts.id, focus: hide.id)])
    let frames = desk.windows.compactMap(\.frame?.rect)
    #expect(!frames[0].intersects(frames[1]))
    // The first window can be used meanwhile, and is in front again.
    try desk.perform(.press, on: "None…")
    #expect(desk.active == ["Inbox"])
    #expect(desk.news(.screen).count == 1)
    // Its only window is not opened twice.
    try desk.perform(.press, on: "Contacts…")
    #expect(desk.windows.count == 2)
    // It comes to the front, and the focus into it.
    #expect(desk.active == ["Contacts"] && desk.focused == "Hide")
    #expect(desk.news(.screen) == [.screenChanged(root: contacts.id, focus: hide.id)])
    try desk.verify()
    #expect(try desk.perform(.press, on: "Hide"))
    #expect(desk.windows.map(\.label) == ["Inbox"])
    #expect(desk.active == ["Inbox"] && desk.focused == "Contacts…")
    try desk.verify()
  }

  @Test func `a group opens a window each time, each with its state, and closes them`() throws {
    let desk = Desk()
    try desk.perform(.press, on: "Compose…")
    try desk.perform(.press, on: "Compose…")
    #expect(desk.windows.map(\.label) == ["Inbox", "Compose", "Compose"])
    try desk.perform(.setText("Hello"), on: "Text", at: 1)
    #expect(desk.all("Text").map(\.value) == ["", "Hello"])
    try desk.perform(.custom("Close"), on: "Compose", at: 0)
    #expect(desk.all("Text").map(\.value) == ["Hello"])
    #expect(desk.active == ["Compose"])
    try desk.perform(.press, on: "Close all")
    #expect(desk.windows.map(\.label) == ["Inbox"])
    #expect(try !desk.perform(.custom("Close"), on: "Inbox"), "the first window stays")
    try desk.verify()
  }

  @Test func `A16 a sheet covers its own window only`() throws {
    let desk = Desk()
    try desk.perform(.press, on: "Contacts…")
    try desk.perform(.press, on: "Ask")
    #expect(try !desk.perform(.press, on: "Ask"))
    #expect(try desk.perform(.focus, on: "Hide"))
    #expect(desk.active == ["Contacts"], "the sheet is not in front either")
    #expect(try desk.perform(.press, on: "Answer"))
    #expect(!desk.mail.isAsking && desk.mail.dismissals == 1)
    try desk.verify()
  }

  @Test func `N1 a sheet that state opens and closes posts a screen and a layout change`() throws {
    let desk = Desk()
    desk.mail.isAsking = true
    let dialog = try #require(desk.elements.first { $0.role == .dialog })
    let answer = try #require(desk.all("Answer").first)
    #expect(desk.news(.screen).contains(.screenChanged(root: dialog.id, focus: answer.id)))
    try desk.perform(.focus, on: "Answer")
    desk.mail.isAsking = false
    #expect(desk.news(.layout).count == 1)
    #expect(desk.mail.dismissals == 1)
  }

  @Test func `N5 the default focus is inside the sheet, and goes back to what opened it`() throws {
    struct Page: View {
      enum Field: Hashable {
        case name, city
      }

      @State private var isOpen = false
      @AccessibilityFocusState private var focus: Field?

      var body: some View {
        Button("Open") { isOpen = true }
        Text("Focus").accessibilityValue(focus.map { "\($0)" } ?? "none")
        VStack {}
          .sheet("Form", isPresented: $isOpen) {
            VStack {
              TextField("Name", text: .constant("")).accessibilityFocused($focus, equals: .name)
              TextField("City", text: .constant("")).accessibilityFocused($focus, equals: .city)
              Button("Next") { focus = .name }
            }
            .accessibilityDefaultFocus($focus, .city)
          }
      }
    }
    let stage = Stage { Page() }
    func focused() -> String? { stage.elements.first { $0.states.contains(.focused) }?.label }
    try stage.perform(.focus, on: "Open")
    try stage.press("Open")
    #expect(focused() == "City")
    #expect(try stage.element("Focus").value == "city")
    try stage.press("Next")
    #expect(focused() == "Name")
    try stage.perform(.focus, on: "Next")
    #expect(try stage.element("Focus").value == "none")
    try stage.perform(.escape, on: "Next")
    #expect(focused() == "Open")
    stage.verify()
  }
}

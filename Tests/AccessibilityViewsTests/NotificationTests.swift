import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Notifications` {
  private struct Camera: View {
    var body: some View {
      Button("Camera") {
        AccessibilityNotification.Announcement("Opening Camera").post()
        var loading = AttributedString("Camera Loading")
        loading.accessibilitySpeechAnnouncementPriority = .low
        AccessibilityNotification.Announcement(loading).post()
        AccessibilityNotification.Announcement("Camera Active", priority: .high).post()
      }
    }
  }

  @Test func `N1 N3 announcements are sent in order with their priorities, in one revision`() throws
  {
    let stage = Stage { Camera() }
    _ = stage.news()
    try stage.press("Camera")
    #expect(stage.commits.count == 1)
    let root = stage.host.application
    #expect(
      stage.news() == [
        .announcement(text: "Opening Camera", priority: .default, element: root),
        .announcement(text: "Camera Loading", priority: .low, element: root),
        .announcement(text: "Camera Active", priority: .high, element: root),
      ])
  }

  private struct Page: View {
    @State private var isShown = false
    @AccessibilityFocusState private var isFocused: Bool

    var body: some View {
      Text("Page").navigationTitle("Settings")
        .sheet("Sounds", isPresented: $isShown) {
          TextField("Name", text: .constant("")).accessibilityFocused($isFocused)
            .accessibilityIdentifier("name")
          Button("Done") { isShown = false }
        }
      Button("Open") {
        isShown = true
        isFocused = true
      }
      Button("Tell") { AccessibilityNotification.LayoutChanged(focus: "open").post() }
      Text("Here").accessibilityIdentifier("open")
    }
  }

  @Test func `N1 N5 a sheet is a new screen with the focus inside, and escape closes it`() throws {
    let stage = Stage { Page() }
    #expect(stage.labels.first == "Settings")
    #expect(try stage.element("Settings").role == .heading)
    _ = stage.news()
    try stage.press("Open")
    let sheet = try stage.element("Sounds")
    let field = try stage.element("Name")
    #expect(sheet.role == .dialog && sheet.traits.contains(.modal))
    #expect(field.states.contains(.focused))
    #expect(
      stage.news() == [
        .screenChanged(root: sheet.id, focus: field.id), .focusMoved(from: nil, to: field.id),
      ])
    stage.perform(.escape, on: field.id)
    #expect(!stage.labels.contains("Sounds"))
    #expect(stage.news().map(\.kind).contains(.layout))
    stage.verify()
  }

  @Test func `N1 scrolling to a page reports the page to the scrolled container`() throws {
    struct Book: View {
      @State private var page = 1

      var body: some View {
        Text("Book")
          .accessibilityScrollAction { _ in
            page += 1
            AccessibilityNotification.PageScrolled("Page \(page) of 5").post()
          }
      }
    }
    let stage = Stage { Book() }
    let book = try stage.element("Book").id
    _ = stage.news()
    try stage.perform(.scroll(.next), on: "Book")
    #expect(
      stage.news() == [.scrolled(container: book, deltaX: 0, deltaY: 0, page: "Page 2 of 5")])
  }

  @Test func `N5 a posted layout change names the element to focus`() throws {
    let stage = Stage { Page() }
    let here = try stage.element("Here").id
    _ = stage.news()
    try stage.press("Tell")
    let window = try #require(
      stage.store.tree.roots.first.flatMap { stage.store.tree[$0]?.children.first })
    #expect(stage.news() == [.layoutChanged(container: window, focus: here)])
  }
}

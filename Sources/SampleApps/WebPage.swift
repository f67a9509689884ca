internal import AccessibilityTree
internal import AccessibilityViews

/// A page of another framework, hosted in a window of views (S5): both sides change each other and perform
/// actions in the same way.
struct WebPageApp: App {
  static let title = "Web page"

  var body: some Scene {
    WindowGroup("Browser") { Browser() }
  }
}

/// The state of the hosted page.
private final class Page: ObservableObject {
  @Published var isVisited = false
  @Published var wantsNews = false
  @Published var zoom = 100.0
}

private struct Browser: View {
  @State private var page = Page()

  var body: some View {
    HStack {
      Button("Reload") {
        page.isVisited = false
        page.wantsNews = false
        AccessibilityNotification.Announcement("Page reloaded").post()
      }
      Text(page.wantsNews ? "News are on" : "News are off")
    }
    HostedElements([document])
  }

  private var document: HostedElement {
    HostedElement(
      "page", element(.document, "Beaches"),
      children: [
        HostedElement("title", element(.heading, "Beaches") { $0.level = 1 }),
        HostedElement(
          "link",
          element(.link, "Tide tables") { [page] in
            if page.isVisited { $0.states.insert(.visited) }
          },
          actions: [Action(.press), Action(.focus)]
        ) { [page] _ in page.isVisited = true },
        HostedElement(
          "news",
          element(.checkBox, "Send me news") { [page] in
            $0.states.insert(.checkable)
            if page.wantsNews { $0.states.insert(.checked) }
          },
          actions: [Action(.press), Action(.focus)]
        ) { [page] _ in page.wantsNews.toggle() },
        HostedElement(
          "zoom",
          element(.slider, "Text size") { [page] in
            $0.range = NumericRange(current: page.zoom, minimum: 50, maximum: 200, step: 10)
          },
          actions: [Action(.increment), Action(.decrement), Action(.focus)]
        ) { [page] in page.zoom = min(max(page.zoom + ($0 == .increment ? 10 : -10), 50), 200) },
      ])
  }

  private func element(
    _ role: Role, _ label: String, _ configure: (inout Element) -> Void = { _ in }
  ) -> Element {
    // The host replaces the id.
    var element = Element(id: ElementID(rawValue: 1), role: role, label: label)
    configure(&element)
    return element
  }
}

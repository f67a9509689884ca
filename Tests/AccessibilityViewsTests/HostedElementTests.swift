import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Hosted elements` {
  private final class Guest: ObservableObject {
    @Published var value = "0"
    @Published var hasMore = false
  }

  private struct Page: View {
    let guest: Guest

    var body: some View {
      Text("Before")
      HostedElements([
        HostedElement(
          "panel", Element(id: ElementID(rawValue: 1), role: .group, label: "Panel"),
          children: [dial] + (guest.hasMore ? [more] : []))
      ])
      Text("After")
    }

    private var dial: HostedElement {
      HostedElement(
        "dial",
        Element(id: ElementID(rawValue: 1), role: .dial, label: "Dial", value: guest.value),
        actions: [Action(.increment)]
      ) { _ in guest.value += "1" }
    }

    private var more: HostedElement {
      HostedElement("more", Element(id: ElementID(rawValue: 1), role: .text, label: "More"))
    }
  }

  @Test func `S5 elements of another framework are in the tree, change, and perform actions`()
    throws
  {
    let guest = Guest()
    let stage = Stage { Page(guest: guest) }
    #expect(stage.labels == ["Before", "Panel", "Dial", "After"])
    let dial = try stage.element("Dial")
    #expect(dial.role == .dial)
    _ = stage.news()
    try stage.perform(.increment, on: "Dial")
    #expect(stage.news() == [.valueChanged(element: dial.id, old: "0", new: "01")])
    guest.hasMore = true
    #expect(stage.labels == ["Before", "Panel", "Dial", "More", "After"])
    #expect(try stage.element("Dial").id == dial.id)
    stage.verify()
  }

  @Test func `E2 S5 traits follow from role and state, and there is one focus`() throws {
    func element(_ role: Role, _ label: String, _ states: States = []) -> Element {
      var element = Element(id: ElementID(rawValue: 1), role: role, label: label)
      element.states = states
      return element
    }
    let stage = Stage {
      HostedElements([
        HostedElement("a", element(.link, "Link"), actions: [Action(.press), Action(.focus)]),
        HostedElement("b", element(.tab, "Tab", .selected), actions: [Action(.press)]),
        HostedElement("c", element(.heading, "Heading")),
      ])
      Button("Ours") {}
    }
    #expect(try stage.element("Link").traits == .link)
    #expect(try stage.element("Tab").traits == .selected)
    #expect(try stage.element("Heading").traits == .header)
    try stage.perform(.focus, on: "Link")
    #expect(try stage.element("Link").states.contains(.focused))
    try stage.perform(.focus, on: "Ours")
    #expect(try !stage.element("Link").states.contains(.focused))
    #expect(try stage.refusal(.focus, on: "Tab").reason == .unsupported)
    stage.verify()
  }
}

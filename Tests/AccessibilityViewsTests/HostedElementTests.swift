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

  @Test func `S5 elements of another framework hang in the tree, change, and take actions`() throws
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
}

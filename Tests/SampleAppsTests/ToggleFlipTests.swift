import AccessibilityTree
import Testing

@testable import SampleApps

@Suite struct `Toggle and Flip sample` {
  @Test func `P2 Flip changes the toggle's value, and sends a value notification`() throws {
    let host = try SampleHost("toggle-flip")
    let toggle = try host.element("Enabled")
    #expect(toggle.effectiveValue == "0")
    try host.press("Flip")
    #expect(
      host.commits.last?.notifications == [
        .valueChanged(element: toggle.id, old: "0", new: "1")
      ])
    try host.press("Flip")
    #expect(
      host.commits.last?.notifications == [
        .valueChanged(element: toggle.id, old: "1", new: "0")
      ])
  }

  @Test func `T2 the toggle is a switch`() throws {
    let toggle = try SampleHost("toggle-flip").element("Enabled")
    #expect(toggle.role == .switch)
    #expect(toggle.traits.contains(.toggle))
    #expect(toggle.actions == [Action(.press), Action(.focus)])
  }
}

import AccessibilityTree
import Testing

@testable import bridge_client

@Suite struct `Values of elements in receipts` {
  @Test func `Those of one element are told once, from the first to the last`() {
    let (clock, field) = (ElementID(rawValue: 7), ElementID(rawValue: 8))
    func change(_ id: ElementID, _ old: String, _ new: String) -> Notification {
      .valueChanged(element: id, old: old, new: new)
    }
    let focus = Notification.focusMoved(from: clock, to: field)
    let changes = ValueChanges([
      change(clock, "1", "2"), focus, change(field, "", "a"), change(clock, "2", "3"),
      change(clock, "3", "4"),
    ])
    #expect(changes.joined == [change(clock, "1", "4"), focus, change(field, "", "a")])
    #expect(changes.joined.map(changes.steps) == [", in 3 steps", "", ""])
  }
}

import AccessibilityMirror
import AccessibilityTree
import Testing

@Suite struct `Derived value and focus notifications` {
  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: @Sendable (inout Element) -> Void = { _ in }
    var after: @Sendable (inout Element) -> Void
    /// `nil`: no notification.
    var told: [String?]?
  }

  static let changes: [Change] = [
    Change(
      testDescription: "text", before: { $0.value = "a" }, after: { $0.value = "b" },
      told: ["a", "b"]),
    Change(testDescription: "first value", after: { $0.value = "b" }, told: [nil, "b"]),
    Change(
      testDescription: "value to none", before: { $0.value = "a" }, after: { $0.value = nil },
      told: ["a", nil]),
    Change(
      testDescription: "empty to none", before: { $0.value = "" }, after: { $0.value = nil },
      told: nil),
    Change(testDescription: "none to empty", after: { $0.value = "" }, told: nil),
    Change(
      testDescription: "number", before: { $0.range = NumericRange(current: 6) },
      after: { $0.range = NumericRange(current: 7) }, told: ["6", "7"]),
    Change(
      testDescription: "number behind unchanged words",
      before: {
        $0.value = "six"
        $0.range = NumericRange(current: 6)
      }, after: { $0.range = NumericRange(current: 6.2) }, told: nil),
    Change(
      testDescription: "P2 toggle", before: { $0.states = [.checkable] },
      after: { $0.states = [.checkable, .checked] }, told: ["0", "1"]),
    Change(
      testDescription: "mixed", before: { $0.states = [.checkable, .checked] },
      after: { $0.states = [.checkable, .mixed] }, told: ["1", "mixed"]),
    Change(testDescription: "label", after: { $0.label = "New" }, told: nil),
    Change(testDescription: "frame", after: { $0.frame = .at(1, 1) }, told: nil),
    Change(testDescription: "state", after: { $0.states.insert(.selected) }, told: nil),
  ]

  @Test(arguments: changes)
  func `N2 a value notification is sent when the spoken value changes`(change: Change) throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let id = try mirror.add(.slider, "Grounds", under: window, change.before)
    let told = try mirror.notifications { try $0.update(id, change.after) }
    let expected: [Notification] =
      change.told.map { [.valueChanged(element: id, old: $0[0], new: $0[1])] } ?? []
    #expect(told == expected)
  }

  @Test func `N2 the first value that is read is not a change, a later one is`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let id = try mirror.add(.cell, "A1", under: window)
    let other = try mirror.add(.cell, "A2", under: window)
    mirror.store.willDiscoverValue(of: id)
    #expect(try mirror.notifications { try $0.update(other) { $0.value = "1" } }.count == 1)
    #expect(try mirror.notifications { try $0.update(id) { $0.value = "5" } }.isEmpty)
    #expect(
      try mirror.notifications { try $0.update(id) { $0.value = "6" } }
        == [.valueChanged(element: id, old: "5", new: "6")])
  }

  @Test func `N1 the focus moves from one element to another`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let first = try mirror.add(.textField, under: window)
    let second = try mirror.add(.textField, under: window)
    #expect(
      try mirror.notifications { try $0.update(first) { $0.states.insert(.focused) } }
        == [.focusMoved(from: nil, to: first)])
    #expect(mirror.store.focused == first)
    let moved = try mirror.notifications { edit in
      try edit.update(second) { $0.states.insert(.focused) }
      try edit.update(first) { $0.states.remove(.focused) }
    }
    #expect(moved == [.focusMoved(from: first, to: second)])
    #expect(
      try mirror.notifications { try $0.remove(second) }.filter { $0.kind == .focus }
        == [.focusMoved(from: second, to: nil)])
    #expect(mirror.store.focused == nil)
  }

  @Test func `an element that loses the focus late does not take it from another`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let first = try mirror.add(.textField, under: window) { $0.states = .focused }
    let second = try mirror.add(.textField, under: window)
    try mirror.notifications { try $0.update(second) { $0.states.insert(.focused) } }
    let late = try mirror.notifications { try $0.update(first) { $0.states.remove(.focused) } }
    #expect(late.isEmpty)
    #expect(mirror.store.focused == second)
  }

  @Test func `a notification that a source posts is sent once, before the derived ones`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let field = try mirror.add(.textField, under: window)
    let told = try mirror.notifications { edit in
      try edit.update(field) {
        $0.states.insert(.focused)
        $0.value = "x"
      }
      edit.post(.focusMoved(from: nil, to: field))
      edit.post(.valueChanged(element: field, old: nil, new: "x"))
      edit.post(.announcement(text: "Ready", priority: .low, element: nil))
    }
    #expect(
      told == [
        .focusMoved(from: nil, to: field), .valueChanged(element: field, old: nil, new: "x"),
        .announcement(text: "Ready", priority: .low, element: nil),
      ])
    #expect(mirror.store.focused == field)
  }

  @Test func `an announcement alone makes a revision`() throws {
    let mirror = MirrorFixture()
    let revision = mirror.store.revision
    mirror.store.edit { $0.post(.announcement(text: "Hi", priority: .high, element: nil)) }
    #expect(mirror.store.revision == revision + 1)
  }
}

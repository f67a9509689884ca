import AccessibilityTree
import Testing

@testable import AccessibilityMirror

/// Of several applications that each say that they have the focus, the one with the active window has it.
@Suite struct `The focus over all applications` {
  private struct Window {
    let id: ElementID
    let field: ElementID
  }

  private let mirror = MirrorFixture()

  private func window(_ name: String) throws -> Window {
    let (_, window) = try mirror.application(name)
    return Window(id: window, field: try mirror.add(.textField, name, under: window))
  }

  private func set(_ states: States, _ isOn: Bool = true, of id: ElementID) throws {
    try mirror.store.edit { edit in
      try edit.update(id) {
        if isOn { $0.states.formUnion(states) } else { $0.states.subtract(states) }
      }
    }
  }

  @Test func `a window that becomes active has the focus that it had all along`() throws {
    let (first, second) = (try window("First"), try window("Second"))
    try set(.active, of: first.id)
    try set(.focused, of: first.field)
    try set(.active, false, of: first.id)
    try set(.active, of: second.id)
    try set(.focused, of: second.field)
    #expect(mirror.store.focused == second.field)
    try set(.active, false, of: second.id)
    let told = try mirror.notifications { try $0.update(first.id) { $0.states.insert(.active) } }
    #expect(mirror.store.focused == first.field)
    #expect(told.filter { $0.kind == .focus } == [.focusMoved(from: second.field, to: first.field)])
  }

  /// As a text of GTK 3 that says so for a moment more, when a menu has opened.
  @Test func `an element that got the focus beside another loses it to that`() throws {
    let window = try window("First")
    let item = try mirror.add(.menuItem, "New", under: window.id)
    try set(.active, of: window.id)
    try set(.focused, of: item)
    try set(.focused, of: window.field)
    let told = try mirror.notifications {
      try $0.update(window.field) { $0.states.remove(.focused) }
    }
    #expect(mirror.store.focused == item)
    #expect(told.filter { $0.kind == .focus } == [.focusMoved(from: window.field, to: item)])
  }

  @Test func `a background application does not take the focus`() throws {
    let (first, second) = (try window("First"), try window("Second"))
    try set([.active], of: first.id)
    try set(.focused, of: first.field)
    try set(.focused, of: second.field)
    #expect(mirror.store.focused == first.field)
    // It has it once its window is the active one.
    try set(.active, false, of: first.id)
    #expect(mirror.store.focused == second.field)
    try set(.active, of: second.id)
    #expect(mirror.store.focused == second.field)
  }

  @Test func `the focus comes back when the application that had it loses it`() throws {
    let (first, second) = (try window("First"), try window("Second"))
    try set(.focused, of: first.field)
    try set(.active, of: second.id)
    try set(.focused, of: second.field)
    try set(.active, false, of: second.id)
    try set(.active, of: first.id)
    try set(.focused, false, of: second.field)
    #expect(mirror.store.focused == first.field)
  }

  @Test func `a window without a focus leaves none to others`() throws {
    let (first, second) = (try window("First"), try window("Second"))
    try set(.active, of: first.id)
    try set(.focused, of: first.field)
    try set(.active, false, of: first.id)
    #expect(mirror.store.focused == first.field)
    try set(.active, of: second.id)
    #expect(mirror.store.focused == nil)
  }

  /// As in LibreOffice, of whose windows none is active while a dialog is open.
  @Test func `what a modal dialog claims comes before the focus of the window that it blocks`()
    throws
  {
    let (root, main) = try mirror.application("Office")
    let page = try mirror.add(.document, "Page", under: main)
    let dialog = try mirror.add(.dialog, "Table", under: root)
    let field = try mirror.add(.textField, "Rows", under: dialog)
    try set([.modal, .showing], of: dialog)
    try set(.focused, of: page)
    #expect(mirror.store.focused == page)
    try set(.focused, of: field)
    #expect(mirror.store.focused == field)
    // The page says so once more.
    try set(.focused, false, of: page)
    try set(.focused, of: page)
    #expect(mirror.store.focused == field)
    try set(.showing, false, of: dialog)
    try set(.modal, false, of: dialog)
    #expect(mirror.store.focused == page)
  }

  @Test func `a menu in a window of its own takes the focus from its application`() throws {
    let (root, main) = try mirror.application("First")
    let field = try mirror.add(.textField, under: main)
    try set(.active, of: main)
    try set(.focused, of: field)
    let popup = try mirror.add(.window, under: root)
    let item = try mirror.add(.menuItem, "Copy", under: popup)
    try set(.focused, of: item)
    #expect(mirror.store.focused == item)
  }

  @Test func `a page without a place does not take the focus from the active window`() throws {
    let (root, main) = try mirror.application("Browser")
    let page = try mirror.add(.document, "News", under: main)
    try set(.active, of: main)
    try set(.focused, of: page)
    let popup = try mirror.add(.window, under: root)
    let list = try mirror.add(.document, under: popup)
    let told = try mirror.notifications { try $0.update(list) { $0.states.insert(.focused) } }
    #expect(mirror.store.focused == page)
    #expect(told.allSatisfy { $0.kind != .focus })
    try mirror.store.edit { edit in
      try edit.update(list) {
        $0.frame = Frame(rect: Rect(x: 0, y: 0, width: 90, height: 40), space: .screen)
      }
    }
    #expect(mirror.store.focused == list)
    // It has the focus where nothing else claims it.
    try mirror.store.edit { edit in try edit.update(list) { $0.frame = nil } }
    try set(.focused, false, of: page)
    #expect(mirror.store.focused == list)
  }
}

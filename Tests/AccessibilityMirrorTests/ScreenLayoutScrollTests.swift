import AccessibilityMirror
import AccessibilityTree
import Testing

@Suite struct `Derived layout, screen and scroll notifications` {
  @Test func `N1 added, removed and moved elements are one layout change`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let list = try mirror.add(.list, under: window)
    let left = try mirror.add(.group, under: list)
    let right = try mirror.add(.group, under: list)
    let text = Element(id: mirror.store.makeID(), role: .text)
    #expect(
      try mirror.notifications { try $0.insert(text, under: left) }
        == [.layoutChanged(container: left, focus: nil)])
    #expect(
      try mirror.notifications { try $0.move(text.id, under: right) }
        == [.layoutChanged(container: list, focus: nil)], "the nearest that holds both")
    #expect(
      try mirror.notifications { try $0.reorderChildren(of: list, to: [right, left]) }
        == [.layoutChanged(container: list, focus: nil)])
    #expect(
      try mirror.notifications { try $0.remove(right) }
        == [.layoutChanged(container: list, focus: nil)])
  }

  @Test func `each application has a layout change of its own`() throws {
    let mirror = MirrorFixture()
    let (_, first) = try mirror.application("A")
    let (_, second) = try mirror.application("B")
    let told = try mirror.notifications { edit in
      for parent in [first, second, first] {
        try edit.insert(Element(id: mirror.store.makeID(), role: .text), under: parent)
      }
    }
    #expect(
      told == [
        .layoutChanged(container: first, focus: nil),
        .layoutChanged(container: second, focus: nil),
      ])
  }

  @Test(arguments: [Role.window, .dialog, .alertDialog])
  func `N1 a new window or dialog is a screen, not a layout`(role: Role) throws {
    let mirror = MirrorFixture()
    let (root, _) = try mirror.application()
    let dialog = Element(id: mirror.store.makeID(), role: role, label: nil)
    var field = Element(id: mirror.store.makeID(), role: .textField)
    field.states = .focused
    let told = try mirror.notifications { edit in
      try edit.insert(dialog, under: root)
      try edit.insert(field, under: dialog.id)
    }
    #expect(
      told.filter { $0.kind != .focus } == [.screenChanged(root: dialog.id, focus: field.id)])
  }

  @Test func `N1 a modal element, and a window that becomes active, are screens`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    var sheet = Element(id: mirror.store.makeID(), role: .group)
    sheet.traits = .modal
    #expect(
      try mirror.notifications { try $0.insert(sheet, under: window) }
        == [.screenChanged(root: sheet.id, focus: nil)])
    #expect(
      try mirror.notifications { try $0.update(window) { $0.states.insert(.active) } }
        == [.screenChanged(root: window, focus: nil)])
    #expect(
      try mirror.notifications { try $0.update(sheet.id) { $0.states.insert(.active) } } == [],
      "an active item is not a screen")
  }

  @Test func `a modal panel that is not shown is no screen`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    var panel = Element(id: mirror.store.makeID(), role: .generic)
    (panel.states, panel.traits) = ([.enabled, .modal], .modal)
    #expect(
      try mirror.notifications { try $0.insert(panel, under: window) }
        == [.layoutChanged(container: window, focus: nil)])
    var shown = Element(id: mirror.store.makeID(), role: .generic)
    shown.states = [.visible, .showing, .modal]
    #expect(
      try mirror.notifications { try $0.insert(shown, under: window) }
        == [.screenChanged(root: shown.id, focus: nil)])
  }

  @Test func `a screen inside a new screen is part of it; other changes are layout changes`()
    throws
  {
    let mirror = MirrorFixture()
    let (root, window) = try mirror.application()
    let outer = Element(id: mirror.store.makeID(), role: .window)
    let inner = Element(id: mirror.store.makeID(), role: .internalFrame)
    let told = try mirror.notifications { edit in
      try edit.insert(outer, under: root)
      try edit.insert(inner, under: outer.id)
      try edit.insert(Element(id: mirror.store.makeID(), role: .text), under: window)
    }
    #expect(
      told == [
        .screenChanged(root: outer.id, focus: nil), .layoutChanged(container: window, focus: nil),
      ])
  }

  @Test func `a control that chooses a colour is no screen`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let part = Element(id: mirror.store.makeID(), role: .colorChooser)
    #expect(
      try mirror.notifications { try $0.insert(part, under: window) }
        == [.layoutChanged(container: window, focus: nil)])
  }

  @Test func `a dialog in a new frame is the screen, and not the frame`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let frame = Element(id: mirror.store.makeID(), role: .internalFrame)
    let dialog = Element(id: mirror.store.makeID(), role: .dialog)
    let told = try mirror.notifications { edit in
      try edit.insert(frame, under: window)
      try edit.insert(dialog, under: frame.id)
    }
    #expect(told == [.screenChanged(root: dialog.id, focus: nil)])
    let empty = Element(id: mirror.store.makeID(), role: .internalFrame)
    #expect(
      try mirror.notifications { try $0.insert(empty, under: window) }
        == [.screenChanged(root: empty.id, focus: nil)])
  }

  private func list(
    _ mirror: MirrorFixture, role: Role = .list, rows: Int = 3
  ) throws -> (list: ElementID, rows: [ElementID]) {
    let (_, window) = try mirror.application()
    let list = try mirror.add(role, under: window) { $0.frame = .at(0, 0) }
    let rows = try (0..<rows).map { row in
      try mirror.add(.listItem, under: list) { $0.frame = .at(0, Double(row) * 20) }
    }
    return (list, rows)
  }

  @Test func `N1 content that moves within its container is scrolled`() throws {
    let mirror = MirrorFixture()
    let (list, rows) = try list(mirror)
    let bar = try mirror.add(.scrollBar, under: list) { $0.frame = .at(90, 0) }
    let text = try mirror.add(.text, under: rows[0]) { $0.frame = .at(5, 0) }
    let told = try mirror.notifications { edit in
      for id in rows + [text] { try edit.update(id) { $0.frame?.rect.y -= 20 } }
      try edit.update(bar) { $0.value = "20" }
    }
    #expect(
      told == [
        .valueChanged(element: bar, old: nil, new: "20"),
        .scrolled(container: list, deltaX: 0, deltaY: -20),
      ])
  }

  @Test func `movements that are not scrolling are not reported as scrolling`() throws {
    let mirror = MirrorFixture()
    let (list, rows) = try list(mirror)
    func told(_ body: (TreeEdit) throws -> Void) rethrows -> [Notification] {
      try mirror.notifications(body).filter { $0.kind == .scroll }
    }
    #expect(
      try told { edit in
        for (index, id) in rows.enumerated() {
          try edit.update(id) { $0.frame?.rect.y -= Double(10 * index + 10) }
        }
      } == [], "each by another way")
    #expect(try told { try $0.update(rows[1]) { $0.frame?.rect.y -= 5 } } == [], "one of three")
    #expect(
      try told { edit in
        for id in rows { try edit.update(id) { $0.frame?.rect.width += 5 } }
      } == [], "another size")
    #expect(
      try told { edit in
        for id in [list] + rows { try edit.update(id) { $0.frame?.rect.y += 5 } }
      } == [], "the container moved too")
    #expect(
      try told { edit in
        for id in rows { try edit.update(id) { $0.frame?.rect.y -= 20 } }
        try edit.update(list) {
          $0.frame?.rect.y -= 20
          $0.frame?.rect.height += 20
        }
      } == [], "the container moved and grew")
    #expect(
      try told { edit in
        try edit.remove(rows[0])
        for id in rows.dropFirst() { try edit.update(id) { $0.frame?.rect.y -= 20 } }
      } == [], "the rows moved up because one went")
  }

  @Test func `a single child that moves counts as scrolling only in a scrolling container`() throws
  {
    for (role, scrolls) in [(Role.scrollArea, true), (.document, true), (.group, false)] {
      let mirror = MirrorFixture()
      let (list, rows) = try list(mirror, role: role, rows: 1)
      let told = try mirror.notifications { try $0.update(rows[0]) { $0.frame?.rect.x += 7 } }
      #expect(told == (scrolls ? [.scrolled(container: list, deltaX: 7, deltaY: 0)] : []))
    }
  }

  @Test func `windows do not scroll`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let ids = try (0..<3).map { n in
      try mirror.add(.button, under: window) { $0.frame = .at(0, Double(n)) }
    }
    let told = try mirror.notifications { edit in
      for id in ids { try edit.update(id) { $0.frame?.rect.x += 7 } }
    }
    #expect(told.isEmpty)
  }
}

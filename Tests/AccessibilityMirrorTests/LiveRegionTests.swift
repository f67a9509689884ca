import AccessibilityMirror
import AccessibilityTree
import Testing

@Suite struct `Announcements of live regions` {
  static let settings: [(role: Role, live: LiveRegion?, priority: AnnouncementPriority?)] = [
    (.group, .polite, .default), (.group, .assertive, .high), (.group, .off, nil),
    (.group, nil, nil), (.alert, nil, .high), (.status, nil, .default), (.log, nil, .default),
    (.timer, nil, nil), (.alert, .off, nil), (.timer, .polite, .default),
  ]

  @Test(arguments: settings)
  func `N3 the setting, or otherwise the role, decides whether changes are announced`(
    role: Role, live: LiveRegion?, priority: AnnouncementPriority?
  ) throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let region = try mirror.add(role, under: window) { $0.liveRegion = live }
    let group = try mirror.add(.group, under: region)
    let text = try mirror.add(.text, "Camera off", under: group)
    let told = try mirror.notifications { try $0.update(text) { $0.label = "Camera on" } }
    let expected: [Notification] =
      priority.map { [.announcement(text: "Camera on", priority: $0, element: region)] } ?? []
    #expect(told == expected)
  }

  @Test
  func `a change that a toolkit reports twice is announced once, and again when it recurs`()
    throws
  {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let region = try mirror.add(.status, under: window) { $0.value = "Ready" }
    let text = try mirror.add(.text, "Ready", under: region)
    let said: [Notification] = [
      .announcement(text: "Saved", priority: .default, element: region)
    ]
    func announcements(_ body: (TreeEdit) throws -> Void) rethrows -> [Notification] {
      try mirror.notifications(body).filter { $0.kind == .announcement }
    }
    // As Chromium: first the region has the text itself, then the text below it is another object.
    #expect(try announcements { try $0.update(region) { $0.value = "Saved" } } == said)
    let echo = try announcements { edit in
      try edit.remove(text)
      try edit.insert(
        Element(id: mirror.store.makeID(), role: .text, label: "Saved"), under: region)
    }
    #expect(echo.isEmpty)
    mirror.letPass(milliseconds: 400)
    try mirror.store.edit { try $0.update(region) { $0.value = nil } }
    #expect(try announcements { try $0.update(region) { $0.value = "Saved" } } == said)
  }

  @Test func `the beginning of a long text is announced as one that is cut`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let region = try mirror.add(.log, under: window) { $0.value = "Ready" }
    let beginning = String(repeating: "x", count: 4_096)
    let told = try mirror.notifications { edit in
      try edit.update(region) {
        $0.value = beginning
        $0.text = TextState(length: 9_000)
      }
    }
    #expect(
      told.filter { $0.kind == .announcement } == [
        .announcement(text: beginning + "…", priority: .default, element: region)
      ])
  }

  @Test func `texts added to a region are one announcement, in order`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let region = try mirror.add(.log, under: window)
    let told = try mirror.notifications { edit in
      for name in ["Ann", "Bob"] {
        try edit.insert(
          Element(id: mirror.store.makeID(), role: .text, label: name), under: region)
      }
    }
    #expect(
      told.filter { $0.kind == .announcement } == [
        .announcement(text: "Ann Bob", priority: .default, element: region)
      ])
  }

  @Test func `a new alert is announced with title and text, once each and without buttons`() throws
  {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    func announced(title: String?) throws -> [Notification] {
      let alert = Element(id: mirror.store.makeID(), role: .alert, label: title)
      var button = Element(id: mirror.store.makeID(), role: .button, label: "OK")
      button.traits = .button
      return try mirror.notifications { edit in
        try edit.insert(alert, under: window)
        try edit.insert(
          Element(id: mirror.store.makeID(), role: .text, label: "Disk full"), under: alert.id)
        try edit.insert(button, under: alert.id)
      }.filter { $0.kind == .announcement }
    }
    func texts(_ notifications: [Notification]) -> [String] {
      notifications.compactMap {
        guard case .announcement(let text, _, _) = $0 else { return nil }
        return text
      }
    }
    #expect(texts(try announced(title: nil)) == ["Disk full"])
    #expect(texts(try announced(title: "Error")) == ["Error Disk full"])
    #expect(texts(try announced(title: "Error: Disk full OK")) == ["Disk full"])
  }

  @Test func `a value inside a region is announced, and also sent as a value change`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let status = try mirror.add(.status, "Progress", under: window)
    #expect(
      try mirror.notifications { try $0.update(status) { $0.value = "50%" } } == [
        .valueChanged(element: status, old: nil, new: "50%"),
        .announcement(text: "50%", priority: .default, element: status),
      ])
  }

  @Test func `removals and empty texts are not announced`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let status = try mirror.add(.status, under: window)
    let text = try mirror.add(.text, "x", under: status)
    #expect(try mirror.notifications { try $0.update(text) { $0.label = "" } }.isEmpty)
    let told = try mirror.notifications { try $0.remove(text) }
    #expect(told == [.layoutChanged(container: status, focus: nil)])
  }

  @Test(arguments: [false, true])
  func `what a region says that comes back with the page around it is no announcement`(
    inParts: Bool
  )
    throws
  {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let document = try mirror.add(.document, under: window)
    var parts: [ElementID] = []
    func showPage(_ text: String) throws -> [String] {
      let field = Element(id: mirror.store.makeID(), role: .textField, label: "Name")
      let status = Element(id: mirror.store.makeID(), role: .status)
      let line = Element(id: mirror.store.makeID(), role: .text, label: text)
      parts = [field.id, status.id]
      let told =
        try mirror.notifications {
          try $0.insert(field, under: document)
          try $0.insert(status, under: document)
          if !inParts { try $0.insert(line, under: status.id) }
        } + (inParts ? mirror.notifications { try $0.insert(line, under: status.id) } : [])
      return texts(told)
    }
    func hide(_ ids: [ElementID]) throws {
      try mirror.store.edit { edit in for id in ids { try edit.remove(id) } }
    }
    func texts(_ notifications: [Notification]) -> [String] {
      notifications.compactMap {
        if case .announcement(let text, _, _) = $0 { text } else { nil }
      }
    }
    #expect(try showPage("Saved") == ["Saved"])
    for _ in 0..<2 {
      mirror.letPass(milliseconds: 5000)
      try hide(parts)
      mirror.letPass(milliseconds: 5000)
      #expect(try showPage("Saved") == [])
    }
    // What else it says is new, and what it says again later.
    try hide(parts)
    #expect(try showPage("Failed") == ["Failed"])
    mirror.letPass(milliseconds: 5000)
    try hide(parts)
    #expect(try showPage("Failed") == [])
    mirror.letPass(milliseconds: 5000)
    let again = try mirror.notifications { edit in
      try edit.insert(
        Element(id: mirror.store.makeID(), role: .text, label: "Failed"), under: parts[1])
    }
    #expect(texts(again) == ["Failed"])
  }

  @Test func `a region that goes and comes alone is announced each time`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    for _ in 0..<3 {
      let alert = Element(id: mirror.store.makeID(), role: .alert, label: "Disk full")
      let told = try mirror.notifications { try $0.insert(alert, under: window) }
      #expect(
        told.contains(.announcement(text: "Disk full", priority: .high, element: alert.id)))
      mirror.letPass(milliseconds: 1000)
      try mirror.store.edit { try $0.remove(alert.id) }
    }
  }

  @Test func `an application that is still being read makes no announcements`() throws {
    let mirror = MirrorFixture()
    let (root, window) = try mirror.application(load: .loading)
    let alert = Element(id: mirror.store.makeID(), role: .alert, label: "Old news")
    var field = Element(id: mirror.store.makeID(), role: .textField, label: "Name")
    field.states = .focused
    let told = try mirror.notifications { edit in
      try edit.insert(alert, under: window)
      try edit.insert(Element(id: mirror.store.makeID(), role: .dialog), under: root)
      try edit.insert(field, under: window)
    }
    #expect(told.isEmpty)
    #expect(mirror.store.focused == field.id, "where the focus is, is known all the same")
    #expect(try mirror.notifications { try $0.update(field.id) { $0.value = "x" } }.isEmpty)
    for state in [LoadState.structure, .complete] {
      #expect(mirror.notifications { $0.updateApplication(root) { $0.load = state } }.isEmpty)
      let value = "\(state)"
      let told = try mirror.notifications { try $0.update(field.id) { $0.value = value } }
      #expect(told.count == (state == .complete ? 1 : 0), "details that are still read are no news")
    }
  }
}

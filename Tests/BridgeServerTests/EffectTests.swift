import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Testing

/// What a receipt says of the effect of an action, beside things that change by themselves.
@Suite(.timeLimit(.minutes(10)))
struct EffectTests {
  private typealias Setup = EffectSetup

  private func setUp(
    _ onPerform: @escaping @Sendable (Setup.Elements, World) -> ActionOutcome = { _, _ in
      .performed(method: "fake")
    }
  ) async throws -> Setup { try await Setup.start(onPerform) }

  private func setUpActive() async throws -> Setup {
    let setup = try await setUp()
    try await setup.server.run { [window = setup.window] world in
      try world.change(window) { $0.states.insert(.active) }
    }
    return setup
  }

  @Test func `Nothing is confirmed by what changes without actions`() async throws {
    let still = try await setUp().perform()
    #expect(still.outcome == .unconfirmed && still.effect == .notSeen && still.retry == .unsafe)
    let setup = try await setUp()
    try await setup.tickClock()
    let ticking = try await setup.perform()
    #expect(ticking.outcome == .unconfirmed && ticking.effect == .uncertain)
    #expect(ticking.isQuiet, "a clock does not keep the receipt waiting")
  }

  @Test func `An effect is seen beside what changes without actions`() async throws {
    let setup = try await setUp { setup, world in
      try? world.change(setup.status) { $0.label = "done" }
      return .performed(method: "fake")
    }
    try await setup.tickClock()
    let receipt = try await setup.perform()
    #expect(receipt.outcome == .confirmed && receipt.effect == .seen)
  }

  @Test func `A box that is checked is an effect, however much else of it changes by itself`()
    async throws
  {
    let setup = try await setUp()
    let window = setup.window
    let box = try await setup.server.run { try $0.add(.checkBox, "Gift", under: window) }
    try await setup.tick(box) { world, step in try? world.change(box) { $0.hint = "\(step)" } }
    #expect(try await setup.effect(of: box) { _ in } == .uncertain)
    let effect = try await setup.effect(of: box) { world in
      try world.change(box) { $0.states.insert(.checked) }
    }
    #expect(effect == .seen)
  }

  @Test func `An action of which only a part was done is unconfirmed, whatever was seen`()
    async throws
  {
    for isSeen in [true, false] {
      let setup = try await setUp { setup, world in
        if isSeen { try? world.change(setup.button) { $0.states.insert(.selected) } }
        return .performed(method: "fake", note: "set without a click", reservations: .isPartial)
      }
      let receipt = try await setup.perform()
      #expect(receipt.outcome == .unconfirmed && receipt.retry == .unsafe)
      #expect(receipt.effect == (isSeen ? .partial : .notSeen))
      #expect(receipt.note == "set without a click")
    }
  }

  /// The pages of the settings of Kate.
  @Test func `An action of a part is confirmed where its application did more`() async throws {
    for appears in [true, false] {
      let setup = try await setUp { setup, world in
        try? world.change(setup.button) { $0.states.insert(.selected) }
        if appears {
          _ = try? world.add(.checkBox, "Wrap words", under: setup.window)
        } else {
          try? world.change(setup.status) { $0.label = "Editing" }
        }
        return .performed(method: "fake", note: "set without a click", reservations: .isPartial)
      }
      try await setup.start()
      let receipt = try await setup.perform()
      #expect(receipt.outcome == .confirmed && receipt.effect == .seen)
      #expect(receipt.retry == .unsafe)
      #expect(
        receipt.note == "set without a click; what appeared or was renamed followed from setting it"
      )
    }
  }

  /// The line of the formula bar of LibreOffice Calc.
  @Test func `That a text without words has another size is no effect`() async throws {
    let setup = try await setUp()
    let (empty, text) = try await setup.server.run { [window = setup.window] world in
      let line = try world.add(.paragraph, "", under: window) {
        ($0.label, $0.text) = (nil, TextState(length: 0, caret: 0))
      }
      return (line, try world.add(.paragraph, "Sum", under: window))
    }
    try await setup.start()
    @Sendable func resize(_ id: ElementID, to height: Double, _ world: World) throws {
      try world.change(id) {
        $0.frame = Frame(rect: Rect(x: 0, y: 0, width: 1, height: height), space: .screen)
      }
    }
    try await setup.server.run { world in
      for id in [empty, text] { try resize(id, to: 16, world) }
    }
    #expect(try await setup.effect(of: setup.button) { try resize(empty, to: 11, $0) } == .notSeen)
    try await setup.start()
    try await setup.server.run { $0.pass(.seconds(3)) }
    #expect(try await setup.effect(of: setup.button) { try resize(text, to: 11, $0) } == .seen)
  }

  @Test func `A box that is checked and unchecked by itself is no effect`() async throws {
    let setup = try await setUp()
    let window = setup.window
    let box = try await setup.server.run { try $0.add(.checkBox, "Blink", under: window) }
    try await setup.tick(box) { world, _ in
      try? world.change(box) { $0.states.formSymmetricDifference(.checked) }
    }
    #expect(try await setup.effect(of: box) { _ in } == .uncertain)
    #expect(try await setup.perform(.press, box).shortfall == nil)
  }

  @Test func `A button that is only down, or the default one, has had no effect`() async throws {
    let setup = try await setUp()
    let button = setup.button
    let effect = try await setup.effect(of: button) { world in
      try world.change(button) { $0.states.formUnion([.focused, .checked, .default]) }
    }
    #expect(effect == .notSeen)
  }

  @Test func `Rows that come and go by themselves are no effect, and a dialog is one`() async throws
  {
    let setup = try await setUp()
    let list = try await setup.server.run { [window = setup.window] world in
      let list = try world.add(.list, "Rows", under: window)
      try world.add(.listItem, "Row", under: list)
      return list
    }
    try await setup.tick(list) { world, step in
      guard let row = world.store.tree[list]?.children.first else { return }
      try? world.remove(row)
      guard let new = try? world.add(.listItem, "Row \(step)", under: list) else { return }
      _ = try? world.add(.text, "in row \(step)", under: new)
    }
    #expect(try await setup.perform().effect == .uncertain)
    try await setup.server.run { [window = setup.window] world in
      world.source.onPerform = { [unowned world] _, done in
        _ = try? world.add(.dialog, "Sure?", under: window)
        done(.performed(method: "fake"))
      }
    }
    #expect(try await setup.perform().effect == .seen)
  }

  @Test
  func `Rows that change before they go are no effect, although they are too new to be known`()
    async throws
  {
    let setup = try await setUp()
    let list = try await setup.server.run { [window = setup.window] world in
      let list = try world.add(.list, "Rows", under: window)
      try world.add(.listItem, "Row", under: list)
      return list
    }
    try await setup.tick(list) { world, step in
      guard let row = world.store.tree[list]?.children.first else { return }
      try? world.change(row) { $0.states.remove(.visible) }
      try? world.change(row) { $0.label = nil }
      try? world.remove(row)
      _ = try? world.add(.listItem, "Row \(step)", under: list)
    }
    #expect(try await setup.perform().effect == .uncertain)
  }

  @Test func `What changes outside the page of the target is not known to be an effect`()
    async throws
  {
    let setup = try await setUp()
    let window = setup.window
    let (button, heading) = try await setup.server.run { world in
      let page = try world.add(.document, "Page", under: window)
      return (
        try world.add(.button, "In the page", under: page),
        try world.add(.heading, "Heading", under: page)
      )
    }
    try await setup.start()
    func effect(of change: @escaping @Sendable (World) throws -> Void) async throws
      -> Receipt.Effect?
    {
      try await setup.effect(of: button, change)
    }
    let status = setup.status
    #expect(try await effect { try $0.change(status) { $0.label = "loaded" } } == .uncertain)
    #expect(try await effect { try $0.add(.button, "New", under: window) } == .uncertain)
    #expect(try await effect { try $0.change(window) { $0.label = "Title" } } == .seen)
    #expect(try await effect { try $0.change(heading) { $0.label = "Done" } } == .seen)
    #expect(try await effect { try $0.add(.dialog, "Sure?", under: window) } == .seen)
    #expect(try await effect { try $0.add(.document, "Other", under: window) } == .seen)
    try await setup.start()
    #expect(
      try await setup.perform(.press, setup.button).effect == .seen,
      "what is in no page may change any")
  }

  @Test func `What a browser finds out late of a page that it has opened is no effect`()
    async throws
  {
    let setup = try await setUp()
    let window = setup.window
    let (page, button, group) = try await setup.server.run { world in
      let page = try world.add(.document, "Page", under: window)
      return (
        page, try world.add(.button, "In the page", under: page),
        try world.add(.generic, "", under: page)
      )
    }
    try await setup.start()
    func effect(of change: @escaping @Sendable (World) throws -> Void) async throws
      -> Receipt.Effect?
    {
      try await setup.effect(of: button, change)
    }
    #expect(try await effect { try $0.change(group) { $0.role = .group } } == .uncertain)
    #expect(try await effect { try $0.change(group) { $0.role = .list } } == .uncertain)
    #expect(try await effect { try $0.change(group) { $0.role = .button } } == .seen)
    #expect(
      try await effect {
        try $0.change(group) { ($0.role, $0.label) = (.group, "Done") }
      } == .seen)
    #expect(
      try await effect { try $0.change(window) { $0.label = "Page - Browser" } } == .uncertain,
      "the switch to the tab")
    #expect(
      try await effect { world in
        world.store.edit { $0.post(.focusMoved(from: nil, to: page)) }
      } == .uncertain)
    let next = try await effect { world in
      try world.change(window) { $0.label = "Next - Browser" }
      try world.change(page) { $0.label = "Next" }
    }
    #expect(next == .seen, "another page")
  }

  @Test func `A dialog that its button closes is an effect, however often dialogs came and went`()
    async throws
  {
    let setup = try await setUp()
    let window = setup.window
    let (dialog, button) = try await setup.server.run { world in
      for number in 0..<4 {
        try world.remove(world.add(.dialog, "\(number)", under: window))
      }
      let dialog = try world.add(.dialog, "Sure?", under: window)
      return (dialog, try world.add(.button, "Yes", under: dialog))
    }
    try await setup.start()
    let effect = try await setup.effect(of: button) { try $0.remove(dialog) }
    #expect(effect == .seen)
  }

  /// What a page draws again while one of its buttons is pressed.
  enum Redrawn: CaseIterable {
    case same, oneLess, oneChecked, oneMore
  }

  @Test(arguments: Redrawn.allCases)
  func `A list that is drawn again as it was is no effect of what was pressed in it`(
    _ redrawn: Redrawn
  ) async throws {
    let setup = try await setUp()
    let window = setup.window
    @Sendable func draw(_ world: World, _ redrawn: Redrawn = .same) throws -> ElementID {
      let list = try world.add(.list, "Fruit", under: window)
      var buttons: [ElementID] = []
      for name in ["Apple", "Pear", "Plum"] where redrawn != .oneLess || name != "Plum" {
        let row = try world.add(.listItem, name, under: list)
        buttons.append(
          try world.add(.toggleButton, "Take \(name)", under: row) { element in
            if redrawn == .oneChecked, name == "Pear" { element.states.insert(.checked) }
          })
      }
      if redrawn == .oneMore { try world.add(.text, "taken", under: list) }
      return buttons[0]
    }
    let button = try await setup.server.run { try draw($0) }
    // Until it is forgotten that the window got these elements.
    try await setup.server.run { $0.pass(.seconds(12)) }
    let effect = try await setup.effect(of: button) { world in
      let old = world.store.tree.read(window) { $0.children.last } ?? nil
      // In several commits, as with an application that reports each of them.
      try world.change(button) { ($0.states, $0.actions) = ([.defunct], []) }
      try old.map(world.remove)
      _ = try draw(world, redrawn)
    }
    #expect(effect == (redrawn == .same ? .uncertain : .seen), "\(redrawn)")
  }

  /// What becomes of a pressed button before the page removes it and adds an equal one.
  enum LastReading: CaseIterable {
    case isShown, isTakenDown, losesFocus, isRenamed, isDisabled, isKept
  }

  @Test(arguments: LastReading.allCases)
  func `A button that is read once more before it is drawn again has had no effect`(
    _ reading: LastReading
  ) async throws {
    let setup = try await setUp()
    let (page, clone) = try await setup.server.run { [window = setup.window] world in
      let page = try world.add(.document, "Page", under: window)
      let clone = try world.add(.button, "Clone", under: page) { element in
        element.actions = [Action(.press)]
        if reading == .losesFocus { element.states.insert(.focused) }
        if reading == .isShown || reading == .isKept { element.states.remove(.showing) }
      }
      return (page, clone)
    }
    try await setup.start()
    let effect = try await setup.effect(of: clone) { world in
      try world.change(clone) { element in
        switch reading {
        case .isShown, .isKept: element.states.insert(.showing)
        case .isTakenDown: element.actions = []
        case .losesFocus: break
        case .isRenamed: element.label = "Cloning…"
        case .isDisabled: element.states.remove(.enabled)
        }
      }
      if reading == .isKept { return }
      // The receipt is not given, and the button is examined, until then.
      world.source.isBusy = true
      world.later(.milliseconds(100)) { [unowned world] in
        world.source.isBusy = false
        try? world.remove(clone)
        if reading == .losesFocus { try? world.change(page) { $0.states.insert(.focused) } }
        _ = try? world.add(.button, "Clone", under: page)
      }
    }
    switch reading {
    case .isShown, .isTakenDown, .losesFocus: #expect(effect == .uncertain)
    case .isRenamed, .isDisabled, .isKept: #expect(effect == .seen)
    }
  }

  @Test func `That keys give a field the focus, and select its text, is no effect of the keys`()
    async throws
  {
    let setup = try await setUp()
    let field = try await setup.server.run { [window = setup.window, button = setup.button] world in
      try world.change(button) { $0.states.insert(.focused) }
      return try world.add(.textField, "Name", under: window) {
        $0.value = "Ada"
        $0.text = TextState(length: 3, caret: 0)
      }
    }
    try await setup.start()
    func effect(
      _ change: @escaping @Sendable (inout Element) -> Void
    ) async throws -> Receipt.Effect? {
      try await setup.server.run { [button = setup.button] world in
        world.source.onPerform = { [unowned world] _, done in
          try? world.store.edit {
            try $0.update(button) { $0.states.remove(.focused) }
            try $0.update(field) {
              $0.states.insert(.focused)
              change(&$0)
            }
          }
          done(.performed(method: "fake"))
        }
      }
      let keys = try KeyChord.parse("F5")
      return try await setup.perform(.keys(keys), field).effect
    }
    #expect(
      try await effect { $0.text = TextState(length: 3, caret: 3, selections: [0..<3]) } == .notSeen
    )
    // It has the focus now: that the caret moves is what the key did.
    #expect(try await effect { $0.text = TextState(length: 3, caret: 1) } == .seen)
  }

  @Test func `What a field says of itself once keys have given it the focus is no effect of them`()
    async throws
  {
    let setup = try await setUp()
    let window = setup.window
    let (address, search, other) = try await setup.server.run { world in
      let page = try world.add(.document, "Shop", under: window)
      return (
        try world.add(.textField, "Address", under: window) { $0.placeholder = "Type a URL" },
        try world.add(.textField, "Search", under: page) {
          $0.states.insert(.focused)
          $0.placeholder = "Words; press Enter to search"
        },
        try world.add(.textField, "Name", under: page)
      )
    }
    try await setup.start()
    /// Focuses the address as keys do, which then changes further.
    func effect(
      of change: @escaping @Sendable (inout Element) -> Void,
      returningTo receiver: ElementID? = nil
    ) async throws -> Receipt.Effect? {
      try await setup.server.run { world in
        try world.store.edit {
          try $0.update(address) {
            $0.states.remove(.focused)
            $0.placeholder = "Type a URL"
          }
          try $0.update(other) { $0.states.remove(.focused) }
          try $0.update(search) {
            $0.states.insert(.focused)
            $0.placeholder = "Words; press Enter to search"
          }
        }
        world.pass(.seconds(20))
        world.source.onPerform = { [unowned world] _, done in
          try? world.store.edit {
            try $0.update(search) {
              $0.states.remove(.focused)
              $0.placeholder = "Words"
            }
            try $0.update(address) {
              $0.states.insert(.focused)
              $0.placeholder = "Type a URL. Press the arrow down for suggestions"
              change(&$0)
            }
          }
          if let receiver {
            try? world.change(receiver) { $0.states.insert(.focused) }
          }
          done(.performed(method: "fake"))
        }
      }
      return try await setup.perform(.keys(try KeyChord.parse("F8")), address).effect
    }
    #expect(try await effect { _ in } == .uncertain)
    for receiver in [search, other] {
      #expect(try await effect(of: { _ in }, returningTo: receiver) == .uncertain)
    }
    // Whatever else becomes of it is.
    #expect(try await effect { $0.value = "shop" } == .seen)
    #expect(try await effect { $0.states.insert(.invalid) } == .seen)
    let button = setup.button
    #expect(try await effect(of: { _ in }, returningTo: button) == .seen)
  }

  @Test func `A receipt says that a window which is not accessible came to the front`() async throws
  {
    let setup = try await setUp()
    let (window, root) = try await setup.server.run { [window = setup.window] world in
      try world.change(window) { $0.states.insert(.active) }
      world.source.inaccessibleWindow = "Open File"
      return (window, world.store.tree[window]?.application)
    }
    let application = try #require(root)
    let still = try await setup.perform()
    #expect(still.effect == .notSeen && still.obstacle == nil, "the window is still in front")
    try await setup.server.run { world in
      world.source.onPerform = { [unowned world] _, done in
        try? world.change(window) { $0.states.remove(.active) }
        done(.performed(method: "fake"))
      }
    }
    let receipt = try await setup.perform()
    #expect(receipt.outcome == .confirmed && receipt.effect == .seen)
    let obstacle = try #require(receipt.obstacle)
    #expect(obstacle.message.contains("\"Open File\", which is in front and not accessible"))
    #expect(
      obstacle.detail?.remedy
        == "Run \"keys '\(application)' Escape --synthesize\", which presses Escape in that window."
    )
    // It was not in front at the request.
    let later = try await setup.perform()
    #expect(later.effect == .notSeen && later.obstacle == nil)
  }

  @Test func `A menu that is in no accessibility tree is in the way`() async throws {
    let setup = try await setUp()
    let window = setup.window
    try await setup.server.run { world in
      try world.change(window) { $0.states.insert(.active) }
      world.source.hasInaccessibleMenu = true
    }
    let set = try await setup.perform()
    #expect(set.effect == .notSeen, "one may have been open before")
    let obstacle = try #require(set.obstacle)
    #expect(
      obstacle.message == "a menu is open that is in no accessibility tree, and gets the keys")
    #expect(obstacle.detail?.remedy.contains("escape '\(window)' --synthesize") == true)
    try await setup.server.run { world in
      world.source.onPerform = { _, done in done(.performed(method: "fake", isSynthesised: true)) }
    }
    #expect(try await setup.perform().effect == .seen)
    let searches = try await setup.server.run { $0.source.menuSearches }
    _ = try await setup.perform(.focus)
    #expect(try await setup.server.run { $0.source.menuSearches } == searches)
  }

  /// The menus of the path in Dolphin.
  @Test func `A press that opens a menu that is in no accessibility tree is confirmed`()
    async throws
  {
    let setup = try await setUpActive()
    func press(opening opens: Bool) async throws -> Receipt {
      try await setup.openInaccessibleMenu(opens, isSynthesised: false)
      return try await setup.perform()
    }
    let opened = try await press(opening: true)
    #expect(opened.effect == .seen && opened.obstacle != nil && opened.note == "")
    let within = try await press(opening: true)
    #expect(within.effect == .notSeen && within.obstacle != nil)
    let closed = try await press(opening: false)
    #expect(closed.effect == .uncertain && closed.note == "the menu that was open is closed")
    // It may be that of an action before, which had no effect yet.
    #expect(try await press(opening: false).effect == .notSeen)
    #expect(try await press(opening: true).effect == .uncertain)
  }

  /// The menu of an item that the key Menu opens in Dolphin.
  @Test func `Keys that open or close a menu that is in no accessibility tree are confirmed`()
    async throws
  {
    let setup = try await setUpActive()
    func press(opening opens: Bool) async throws -> Receipt {
      try await setup.openInaccessibleMenu(opens, isSynthesised: true)
      let request = PerformRequest(
        target: .id(setup.button), command: .keys([KeyChord(.named(.menu))]), allowSynthesis: true)
      return try await setup.client.call(request, timeout: .patience).receipt
    }
    let opened = try await press(opening: true)
    #expect(opened.effect == .seen && opened.obstacle != nil && opened.note == "")
    let within = try await press(opening: true)
    #expect(within.effect == .notSeen && within.obstacle != nil)
    let closed = try await press(opening: false)
    #expect(closed.effect == .seen && closed.obstacle == nil)
    #expect(closed.note == "the menu that was open is closed")
    #expect(try await press(opening: false).effect == .notSeen)
  }

  /// The window "Open File" of Chromium.
  @Test func `Keys that close a window that is in no accessibility tree are confirmed`()
    async throws
  {
    let setup = try await setUp()
    let window = setup.window
    let root = try await setup.server.run { $0.store.tree[window]?.application }
    let application = try #require(root)
    func press(in target: ElementID, activating isActivated: Bool) async throws -> Receipt {
      try await setup.server.run { world in
        try world.change(window) { $0.states.remove(.active) }
        world.source.onPerform = { [unowned world] _, done in
          if isActivated { try? world.change(window) { $0.states.insert(.active) } }
          done(.performed(method: "fake", isSynthesised: true))
        }
      }
      let request = PerformRequest(target: .id(target), command: .escape, allowSynthesis: true)
      return try await setup.client.call(request, timeout: .patience).receipt
    }
    let note = "the window that was in front is closed"
    #expect(try await press(in: application, activating: false).effect == .notSeen)
    let closed = try await press(in: application, activating: true)
    #expect(closed.effect == .seen && closed.note == note)
    // The window may have been put in front to get the keys.
    #expect(try await press(in: setup.button, activating: true).note == "")
  }

  @Test func `A receipt has the note of its source`() async throws {
    let setup = try await setUp()
    try await setup.server.run { world in
      world.source.onPerform = { _, done in done(.performed(method: "fake", note: "half of it")) }
    }
    #expect(try await setup.perform().note == "half of it")
  }

  @Test func `A number that a spin button shows with fewer digits is not the one that was set`()
    async throws
  {
    let setup = try await setUp()
    let spin = try await setup.server.run { [window = setup.window] world in
      let spin = try world.add(.spinButton, "Count", under: window)
      world.source.onPerform = { [unowned world] _, done in
        try? world.change(spin) {
          ($0.value, $0.range) = ("8", NumericRange(current: 8.4, step: 1))
        }
        done(.performed(method: "fake"))
      }
      return spin
    }
    let receipt = try await setup.perform(.setValue(8.4), spin)
    #expect(receipt.effect == .notSeen)
    #expect(receipt.shortfall?.message == "spinbutton \"Count\" shows 8, not 8.4")
    try await setup.server.run { world in
      world.source.onPerform = { [unowned world] _, done in
        try? world.change(spin) {
          ($0.value, $0.range) = ("8.4", NumericRange(current: 8.4, step: 1))
        }
        done(.performed(method: "fake"))
      }
    }
    #expect(try await setup.perform(.setValue(8.4), spin).effect == .seen)
  }

  @Test(arguments: [false, true])
  func `A number that is as it was again is no effect`(isOfTarget: Bool) async throws {
    let setup = try await setUp()
    let spin = try await setup.server.run { [window = setup.window] world in
      let spin = try world.add(.spinButton, "Count", under: window)
      try world.change(spin) { ($0.value, $0.range) = ("50", NumericRange(current: 50)) }
      return spin
    }
    @Sendable func set(_ number: Int, _ world: World) throws {
      try world.change(spin) {
        ($0.value, $0.range) = ("\(number)", NumericRange(current: Double(number)))
      }
    }
    let target = isOfTarget ? spin : setup.button
    #expect(try await setup.effect(of: target) { try set(51, $0) } == .seen)
    let back = try await setup.effect(of: target) { world in
      try set(52, world)
      world.later(.milliseconds(20)) { try? set(51, world) }
    }
    #expect(back == .uncertain)
    #expect(try await setup.effect(of: target) { try set(53, $0) } == .seen)
  }

  @Test func `A page's title is an effect also where the page itself is read later`() async throws {
    let setup = try await setUp()
    let window = setup.window
    let button = try await setup.server.run { world in
      try world.change(window) { $0.label = "Page - Browser" }
      let page = try world.add(.document, "Page", under: window)
      return try world.add(.button, "In the page", under: page)
    }
    // Until what the window became at its start is forgotten.
    try await setup.server.run { $0.pass(.seconds(12)) }
    let title = try await setup.effect(of: button) {
      try $0.change(window) { $0.label = "Page 2 - Browser" }
    }
    #expect(title == .seen)
  }

  @Test func `A page's name that its window had before is no effect, and another one is`()
    async throws
  {
    let setup = try await setUp()
    let window = setup.window
    let (page, button) = try await setup.server.run { world in
      try world.change(window) { $0.label = "Page 2 - Browser" }
      let page = try world.add(.document, "Page", under: window)
      return (page, try world.add(.button, "In the page", under: page))
    }
    for (title, name, effect) in [
      ("Page 2 - Browser", "Page 2", Receipt.Effect.uncertain),
      ("Page 2 - Browser", "Page 3", .seen), ("Page 3 - Browser", "Page", .seen),
    ] {
      try await setup.server.run { world in
        try world.change(window) { $0.label = title }
        // Until what the window became is forgotten.
        world.pass(.seconds(12))
      }
      let seen = try await setup.effect(of: button) { try $0.change(page) { $0.label = name } }
      #expect(seen == effect, "\(name)")
    }
  }

  @Test func `Keys without an effect may have had one elsewhere`() async throws {
    for isSynthesised in [false, true] {
      let setup = try await setUp { _, _ in
        .performed(method: "fake", isSynthesised: isSynthesised)
      }
      let receipt = try await setup.perform(.expand)
      #expect(receipt.effect == .notSeen)
      #expect(receipt.retry == (isSynthesised ? .unsafe : .safe))
    }
  }

  @Test func `What a text says is no name of it`() async throws {
    let setup = try await setUp()
    let paragraph = try await setup.server.run { [window = setup.window] world in
      let paragraph = try world.add(.paragraph, "", under: window) { $0.value = "before" }
      world.source.onPerform = { [unowned world] _, done in
        try? world.change(paragraph) { $0.value = "after" }
        done(.performed(method: "fake"))
      }
      return paragraph
    }
    let receipt = try await setup.perform(.setText("after"), paragraph)
    #expect(receipt.outcome == .confirmed && !receipt.targetChanged, "\(receipt)")
  }

  @Test func `That the pressed element gets the focus is no effect, and that another does is one`()
    async throws
  {
    let setup = try await setUp { setup, world in
      try? world.change(setup.button) { $0.states.insert(.focused) }
      try? world.change(setup.window) { $0.states.insert(.active) }
      return .performed(method: "fake")
    }
    #expect(try await setup.perform().effect == .notSeen)
    try await setup.server.run { world in
      world.source.onPerform = { [unowned world] _, done in
        try? world.store.edit {
          try $0.update(setup.button) { $0.states.remove(.focused) }
          try $0.update(setup.status) { $0.states.insert(.focused) }
        }
        done(.performed(method: "fake"))
      }
    }
    #expect(try await setup.perform().effect == .seen)
  }

  @Test func `That an item is selected only while it has the focus is no effect`() async throws {
    for keepsFocus in [false, true] {
      let setup = try await setUp()
      let (window, button) = (setup.window, setup.button)
      let item = try await setup.server.run { world in
        let item = try world.add(.treeItem, "Leaf", under: window)
        try world.change(item) { $0.states.formUnion([.focused, .selected]) }
        return item
      }
      let effect = try await setup.effect(of: button) { world in
        try world.store.edit {
          try $0.update(item) { $0.states.subtract(keepsFocus ? [] : [.focused]) }
          if !keepsFocus { try $0.update(button) { $0.states.insert(.focused) } }
        }
        try world.change(item) { $0.states.remove(.selected) }
      }
      #expect(effect == (keepsFocus ? .seen : .uncertain))
    }
  }

  @Test func `That what was pressed before gets the focus late is no effect`() async throws {
    for hadFocus in [false, true] {
      let setup = try await setUp()
      let (window, status) = (setup.window, setup.status)
      let other = try await setup.server.run { try $0.add(.button, "Other", under: window) }
      #expect(
        try await setup.effect(of: other) { world in
          if hadFocus { try world.change(other) { $0.states.insert(.focused) } }
        } == .notSeen)
      try await setup.server.run { world in
        try world.store.edit {
          try $0.update(other) { $0.states.remove(.focused) }
          try $0.update(status) { $0.states.insert(.focused) }
        }
      }
      let effect = try await setup.effect(of: setup.button) { world in
        try world.store.edit {
          try $0.update(status) { $0.states.remove(.focused) }
          try $0.update(other) { $0.states.insert(.focused) }
        }
      }
      // A page may move the focus back to a field that had it.
      #expect(effect == (hadFocus ? .seen : .uncertain))
    }
  }

  @Test func `That a frame around the pressed element gets the focus is no effect`() async throws {
    let setup = try await setUp()
    let window = setup.window
    let (page, frame, button, list, item) = try await setup.server.run { world in
      let page = try world.add(.document, "Shop", under: window)
      let frame = try world.add(.document, "Frame", under: page)
      let list = try world.add(.list, "Files", under: frame)
      return (
        page, frame, try world.add(.button, "In frame", under: frame), list,
        try world.add(.listItem, "One", under: list)
      )
    }
    try await setup.start()
    @Sendable func focus(_ id: ElementID) -> @Sendable (World) throws -> Void {
      { world in
        try world.store.edit { edit in
          if let former = world.store.focused {
            try edit.update(former) { $0.states.remove(.focused) }
          }
          try edit.update(id) { $0.states.insert(.focused) }
        }
      }
    }
    for around in [frame, page] {
      #expect(try await setup.effect(of: button, focus(around)) == .uncertain)
      try await setup.start()
    }
    #expect(try await setup.effect(of: button, focus(list)) == .seen)
    // Keys may give the focus to what is around their target, and not to its page.
    for (id, effect) in [(frame, Receipt.Effect.uncertain), (list, .seen)] {
      try await setup.server.run { world in
        world.source.onPerform = { [unowned world] _, done in
          try? focus(id)(world)
          done(.performed(method: "fake"))
        }
      }
      let keys = [KeyChord(.named(.escape))]
      #expect(try await setup.perform(.keys(keys), item).effect == effect)
    }
  }

  @Test func `A button that stays down, or up, was switched`() async throws {
    let setup = try await setUp()
    let button = setup.button
    for _ in 0..<2 {
      let effect = try await setup.effect(of: button) { world in
        try world.change(button) { $0.states.formSymmetricDifference(.pressed) }
      }
      #expect(effect == .seen)
    }
    let held = try await setup.effect(of: button) { world in
      try world.change(button) { $0.states.insert(.pressed) }
      world.later(.milliseconds(100)) {
        try? world.change(button) { $0.states.remove(.pressed) }
      }
    }
    #expect(held == .notSeen)
  }

  @Test func `A button that is down only where it is a toggle button is not waited for`()
    async throws
  {
    let setup = try await setUp()
    try await setup.server.run { $0.source.showsPress = false }
    var fastest = Duration.seconds(60)
    for _ in 0..<4 {
      let start = ContinuousClock.now
      let effect = try await setup.effect(of: setup.button) { world in
        try world.change(setup.button) { $0.states.formSymmetricDifference(.pressed) }
      }
      #expect(effect == .seen)
      fastest = min(fastest, ContinuousClock.now - start)
    }
    // A push button that is down is waited for that long.
    #expect(fastest < .milliseconds(400))
  }

  @Test func `What an action before has begun to show or hide is no effect when more of it comes`()
    async throws
  {
    for isShown in [true, false] {
      let setup = try await setUp()
      let (window, button) = (setup.window, setup.button)
      let tab = try await setup.server.run { try $0.add(.tab, "Page", under: window) }
      let panel = try await setup.server.run { world in
        try world.add(.group, "Panel", under: window) {
          if isShown {
            $0.states.subtract([.showing, .visible])
          } else {
            $0.states.formUnion([.showing, .visible])
          }
        }
      }
      try await setup.start()
      @Sendable func change(_ state: States, _ isSet: Bool) -> @Sendable (World) throws -> Void {
        { world in
          try world.change(panel) {
            if isSet { $0.states.formUnion(state) } else { $0.states.subtract(state) }
          }
        }
      }
      #expect(try await setup.effect(of: tab, change(.showing, isShown)) == .seen)
      #expect(try await setup.effect(of: button, change(.visible, isShown)) == .uncertain)
      // The opposite is another effect.
      #expect(try await setup.effect(of: button, change(.showing, !isShown)) == .seen)
      // And so is what becomes of it besides.
      let rename: @Sendable (World) throws -> Void = { world in
        try change(.visible, !isShown)(world)
        try world.change(panel) { $0.label = "Other" }
      }
      #expect(try await setup.effect(of: button, rename) == .seen)
    }
  }

  @Test func `What a progress bar shows is no effect, unless it is new or the target`() async throws
  {
    let setup = try await setUp()
    let window = setup.window
    let bar = try await setup.server.run { world in
      try world.add(.progressBar, "Copying", under: window) { $0.traits.insert(.updatesFrequently) }
    }
    // What was added before is long past.
    try await setup.server.run { $0.pass(.seconds(11)) }
    let change: @Sendable (World) throws -> Void = { world in
      try world.change(bar) { $0.value = "\(world.store.revision)" }
    }
    // Nothing was known of it before: its toolkit does not report its value.
    #expect(try await setup.effect(of: setup.button, change) == .uncertain)
    #expect(try await setup.effect(of: bar, change) == .seen)
    let effect = try await setup.effect(of: setup.button) { world in
      _ = try world.add(.progressBar, "Moving", under: window)
    }
    #expect(effect == .seen)
  }

  @Test func `How long a scroll bar is that is not shown is no effect`() async throws {
    for (isShown, effect) in [(false, Receipt.Effect.uncertain), (true, .seen)] {
      let setup = try await setUp()
      let window = setup.window
      let bar = try await setup.server.run { world in
        let bar = try world.add(.scrollBar, "Bar", under: window)
        try world.change(bar) { $0.states = isShown ? [.visible, .showing] : [.visible] }
        world.pass(.seconds(11))
        return bar
      }
      let change: @Sendable (World) throws -> Void = { world in
        try world.change(bar) { $0.value = "\(world.store.revision)" }
      }
      #expect(try await setup.effect(of: setup.button, change) == effect)
    }
  }

  @Test
  func
    `What a growing list changes in its rows is no effect, and what the action changes beside it is one`()
    async throws
  {
    for isEffect in [false, true] {
      let setup = try await setUp { setup, world in
        let rows = (world.store.tree[setup.window]?.children ?? []).compactMap { id in
          world.store.tree[id].flatMap { $0.role == .list ? $0.children.first : nil }
        }
        for row in rows { try? world.change(row) { $0.setSize = 99 } }
        if isEffect { try? world.change(setup.status) { $0.label = "done" } }
        return .performed(method: "fake")
      }
      try await setup.server.run { [window = setup.window] world in
        let list = try world.add(.list, "Log", under: window)
        for number in 0..<5 {
          _ = try world.add(.listItem, "Row \(number)", under: list)
        }
      }
      #expect(try await setup.perform().effect == (isEffect ? .seen : .uncertain))
    }
  }

  @Test func `A text that only loses its caret is no effect, and one that changes is one`()
    async throws
  {
    func setUpLosing(_ length: Int) async throws -> Setup {
      let setup = try await setUp { setup, world in
        try? world.store.edit {
          try $0.update(setup.status) { $0.states.remove(.focused) }
          try $0.update(setup.button) { $0.states.insert(.focused) }
        }
        try? world.change(setup.status) { $0.text = TextState(length: length) }
        return .performed(method: "fake")
      }
      try await setup.server.run { world in
        try world.change(setup.status) {
          $0.text = TextState(length: 5, caret: 5, selections: [0..<5])
          $0.states.insert(.focused)
        }
      }
      return setup
    }
    #expect(try await setUpLosing(5).perform().effect == .notSeen)
    #expect(try await setUpLosing(4).perform().effect == .seen)
  }

  /// Adds a button that renames an element, of which labels were found out before.
  private static func addButton(
    to world: World, under parent: ElementID, renaming target: ElementID, found labels: [String]
  ) throws -> ElementID {
    for label in labels { try world.change(target) { $0.label = label } }
    world.source.onPerform = { [unowned world] _, done in
      try? world.change(target) { $0.label = "pressed" }
      done(.performed(method: "fake"))
    }
    return try world.add(.button, "Go", under: parent)
  }

  @Test func `What is found out late of something new is no rhythm`() async throws {
    let setup = try await setUp()
    let button = try await setup.server.run { [window = setup.window] world in
      let list = try world.add(.list, "List", under: window)
      for row in 0..<4 { try world.add(.listItem, "Row \(row)", under: list) }
      let row = try world.add(.listItem, "", under: list)
      return try Self.addButton(to: world, under: window, renaming: row, found: ["a", "b", "c"])
    }
    // For a second the row counts as one that changes by itself.
    try await setup.start()
    #expect(try await setup.perform(.press, button).effect == .seen)
  }

  @Test func `A page that is there at once is being loaded for a second`() async throws {
    let setup = try await setUp()
    let button = try await setup.server.run { [window = setup.window] world in
      let page = try world.add(.document, "Page", under: window)
      let group = try world.add(.group, "", under: page)
      for row in 0..<4 { try world.add(.text, "Text \(row)", under: group) }
      let text = try world.add(.text, "none", under: group)
      return try Self.addButton(to: world, under: page, renaming: text, found: ["a", "b", "none"])
    }
    try await setup.start()
    #expect(try await setup.perform(.press, button).effect == .seen)
  }

  /// The loads of an application until an action on it.
  static let starts: [(loads: [LoadState], isOver: Bool, opens: Receipt.Effect)] = [
    ([.structure], false, .uncertain), ([.structure, .complete], false, .seen),
    ([.structure, .complete], true, .seen), ([.structure, .partial("large")], true, .seen),
  ]

  @Test(arguments: starts)
  func `While an application starts, only what becomes of the target is known to be an effect`(
    loads: [LoadState], isOver: Bool, opens: Receipt.Effect
  ) async throws {
    let setup = try await setUp()
    let (window, status, button) = (setup.window, setup.status, setup.button)
    func effect(of change: @escaping @Sendable (World, ElementID) throws -> Void) async throws
      -> Receipt.Effect?
    {
      let root = try await setup.server.run { world in
        let root = try #require(world.store.tree[window]?.application)
        for load in loads {
          world.store.edit { $0.updateApplication(root) { $0.load = load } }
        }
        return root
      }
      if isOver { try await setup.start() }
      return try await setup.effect(of: button) { try change($0, root) }
    }
    let other: Receipt.Effect = isOver ? .seen : .uncertain
    #expect(
      try await effect { world, _ in try world.change(status) { $0.label = "late" } } == other)
    #expect(
      try await effect { world, _ in _ = try world.add(.button, "Late", under: status) } == other)
    #expect(
      try await effect { world, _ in
        world.store.edit { $0.post(.focusMoved(from: nil, to: status)) }
      } == other)
    #expect(
      try await effect { world, _ in
        try world.change(button) { $0.states.insert(.focused) }
      } == .notSeen)
    #expect(
      try await effect { world, root in _ = try world.add(.dialog, "Sure?", under: root) } == opens)
    let field = try await setup.server.run {
      try $0.add(.textField, "Sum", under: status) { $0.value = "1" }
    }
    #expect(try await effect { world, _ in try world.change(field) { $0.value = "2" } } == opens)
    #expect(
      try await effect { world, _ in try world.change(button) { $0.states.insert(.expanded) } }
        == .seen)
    #expect(try await effect { world, _ in try world.change(button) { $0.label = "On" } } == .seen)
  }

  @Test func `Elements that moved are the effect of a press only where none ended just before`()
    async throws
  {
    let setup = try await setUp()
    try await setup.start()
    let status = setup.status
    @Sendable func move(_ world: World, to x: Double) throws {
      try world.change(status) {
        $0.frame = Frame(rect: Rect(x: x, y: 0, width: 10, height: 10), space: .screen)
      }
    }
    _ = try await setup.effect(of: setup.button) { try move($0, to: 1) }
    #expect(try await setup.effect(of: setup.button) { try move($0, to: 2) } == .uncertain)
    let recount: @Sendable (World) throws -> Void = { world in
      try world.change(status) {
        $0.setSize = ($0.setSize ?? 0) + 1
        $0.attributes = [ToolkitAttribute(name: "setsize", value: "\($0.setSize ?? 0)")]
      }
    }
    #expect(try await setup.effect(of: setup.button, recount) == .uncertain)
    let sort: @Sendable (World) throws -> Void = { world in
      try world.change(status) {
        $0.attributes = [ToolkitAttribute(name: "sort", value: "ascending")]
      }
    }
    #expect(try await setup.effect(of: setup.button, sort) == .seen)
    // Whoever scrolls moves elements each time.
    try await setup.server.run { world in
      world.source.onPerform = { [unowned world] _, done in
        try? move(world, to: 3)
        done(.performed(method: "fake"))
      }
    }
    #expect(try await setup.perform(.scroll(.down)).effect == .seen)
    try await setup.start()
    #expect(try await setup.effect(of: setup.button) { try move($0, to: 4) } == .seen)
  }

  @Test func `Elements that are moved by a growing clock are no effect`() async throws {
    func moving() async throws -> Setup {
      try await setUp { setup, world in
        try? world.change(setup.status) {
          $0.frame = Frame(rect: Rect(x: 9, y: 0, width: 10, height: 10), space: .screen)
        }
        return .performed(method: "fake")
      }
    }
    #expect(try await moving().perform().effect == .seen, "nothing else moves it")
    let setup = try await moving()
    try await setup.tickClock()
    #expect(try await setup.perform().effect == .uncertain)
  }

  @Test func `A late effect of an earlier action does not make an element restless`() async throws {
    let setup = try await setUp { setup, world in
      try? world.change(setup.status) { $0.label = "\(world.source.requests.count)" }
      return .performed(method: "fake")
    }
    for _ in 0..<5 { #expect(try await setup.perform().effect == .seen) }
  }

  @Test func `What follows late upon each action is no rhythm, and what goes on is one`()
    async throws
  {
    for changes in [1, 6] {
      let setup = try await setUp()
      try await setup.start()
      let status = setup.status
      let change: @Sendable (World) throws -> Void = { world in
        try world.change(status) { $0.label = "\(world.store.revision)" }
      }
      for _ in 0..<4 {
        #expect(try await setup.effect(of: setup.button) { _ in } != .seen)
        try await setup.server.run { world in
          for _ in 0..<changes {
            world.pass(.milliseconds(250))
            try change(world)
          }
        }
      }
      let effect = try await setup.effect(of: setup.button, change)
      #expect(effect == (changes == 1 ? .seen : .uncertain))
    }
  }

  @Test func `A tick that comes late, as on a busy machine, is no effect`() async throws {
    let setup = try await setUp()
    try await setup.start()
    let tick: @Sendable (World) throws -> Void = { [status = setup.status] world in
      try world.change(status) { $0.label = "\(world.store.revision)" }
    }
    try await setup.server.run { world in
      for _ in 0..<10 {
        world.pass(.milliseconds(100))
        try tick(world)
      }
    }
    for _ in 0..<4 {
      try await setup.server.run { $0.pass(.milliseconds(900)) }
      #expect(try await setup.effect(of: setup.button, tick) == .uncertain)
    }
  }

  @Test func `What comes back again and again during an action is no effect of the next`()
    async throws
  {
    let setup = try await setUp()
    try await setup.start()
    for (changes, pause, last) in [
      (5, 100, Receipt.Effect.uncertain), (2, 200, .seen), (6, 20, .seen),
    ] {
      try await setup.server.run { $0.pass(.seconds(30)) }
      var effects: [Receipt.Effect?] = []
      for _ in 0..<3 {
        let effect = try await setup.effect(of: setup.button) { [status = setup.status] world in
          for _ in 0..<changes {
            world.pass(.milliseconds(pause))
            try world.change(status) { $0.label = "\(world.store.revision)" }
          }
        }
        effects.append(effect)
      }
      #expect(effects == [.seen, last, last], "\(changes) changes")
    }
  }

  @Test func `An application that stops answering is no effect`() async throws {
    let setup = try await setUp { setup, world in
      world.source.isBusy = true
      let root = world.store.tree[setup.button]?.application
      _ = world.loop.schedule(after: .milliseconds(100)) { [unowned world] in
        world.store.edit { edit in
          if let root { edit.updateApplication(root) { $0.health = .slow } }
        }
      }
      return .performed(method: "fake")
    }
    try await setup.tickClock()
    let receipt = try await setup.perform()
    #expect(receipt.outcome == .unconfirmed && receipt.effect == .notResponding)
    #expect(receipt.retry == .unsafe)
  }

  @Test
  func `An application that stops answering before its source gives up is not waited for again`()
    async throws
  {
    let setup = try await setUp()
    try await setup.server.run { [button = setup.button] world in
      let root = try #require(world.store.tree[button]?.application)
      world.source.onPerform = { [unowned world] _, done in
        (world.source.isBusy, world.source.silence) = (true, .milliseconds(600))
        world.store.edit { $0.updateApplication(root) { $0.health = .slow } }
        _ = world.loop.schedule(after: .milliseconds(400)) { done(.performed(method: "fake")) }
        // It is back before the longest time after that is over.
        _ = world.loop.schedule(after: .milliseconds(600)) { [weak world] in
          world?.source.isBusy = false
          world?.source.silence = .zero
        }
      }
    }
    let request = PerformRequest(target: .id(setup.button), command: .press, settleMs: 400)
    let receipt = try await setup.client.call(request, timeout: .patience).receipt
    #expect(receipt.effect == .notResponding && !receipt.isQuiet)
  }

  @Test
  func `An application that was slow and answers does not count as one that stopped answering`()
    async throws
  {
    let setup = try await setUp { setup, world in
      (world.source.isBusy, world.source.silence) = (true, .milliseconds(100))
      if let root = world.store.tree[setup.button]?.application {
        world.store.edit { $0.updateApplication(root) { $0.health = .slow } }
      }
      return .performed(method: "fake")
    }
    #expect(try await setup.perform().effect == .notSeen)
  }

  @Test func `An application that ends is no effect, and the receipt comes at once`() async throws {
    let setup = try await setUp { setup, world in
      let root = world.store.tree[setup.button]?.application
      world.store.edit { if let root { $0.removeApplication(root) } }
      return .performed(method: "fake")
    }
    // A first effect would be waited for during a quarter of the time.
    let request = PerformRequest(
      target: .id(setup.button), command: .press, settleMs: 60_000)
    let receipt = try await setup.client.call(request, timeout: .patience).receipt
    #expect(receipt.outcome == .unconfirmed && receipt.effect == .ended)
    #expect(receipt.retry == .unsafe && receipt.settledUs < 10_000_000, "\(receipt.settledUs)")
  }

  @Test func `An application that is lost during an action may have acted`() async throws {
    let setup = try await setUp { _, _ in .interrupted(method: "fake") }
    let press = try await setup.perform()
    #expect(press.outcome == .unconfirmed && press.effect == .ended && press.retry == .unsafe)
    #expect(try await setup.perform(.setText("a")).retry == .safe, "twice is the same as once")
  }

  @Test func `An element that is renamed again and again is not known to be what was pressed`()
    async throws
  {
    let setup = try await setUp()
    try await setup.tick(setup.button) { world, step in
      try? world.change(setup.button) { $0.label = "Row \(step)" }
    }
    let receipt = try await setup.perform()
    #expect(receipt.effect == .targetChanged && receipt.targetChanged)
    #expect(receipt.outcome == .unconfirmed && receipt.retry == .unsafe)
  }

  @Test func `What changes while a document is loaded, or a moment later, is not restless for it`()
    async throws
  {
    let setup = try await setUp { setup, world in
      try? world.change(setup.status) { $0.label = "done" }
      return .performed(method: "fake")
    }
    try await setup.server.run { [window = setup.window, status = setup.status] world in
      let root = try #require(world.store.tree[window]?.application)
      for isLoading in [true, false] {
        world.store.edit { $0.updateApplication(root) { $0.isLoadingDocument = isLoading } }
        for step in 0..<4 { try world.change(status) { $0.label = "\(isLoading) \(step)" } }
      }
    }
    try await setup.start()
    #expect(try await setup.perform().effect == .seen)
  }

  /// A counter on a page that is pressed as soon as it is there.
  @Test(arguments: [
    (["1", "2", "3", "4"], 1100, Receipt.Effect.uncertain), (["1", "2", "3", "4"], 3000, .seen),
    (["1", "2"], 1100, .seen),
    (["One", "One, two", "One, two, three", "One, two, three, 4"], 1100, .seen),
  ])
  func `What says other texts while a document is loaded is restless for a moment`(
    texts: [String], pause: Int, effect: Receipt.Effect
  ) async throws {
    let setup = try await setUp()
    try await setup.server.run { [window = setup.window, status = setup.status] world in
      let root = try #require(world.store.tree[window]?.application)
      world.store.edit { $0.updateApplication(root) { $0.isLoadingDocument = true } }
      for text in texts {
        world.pass(.milliseconds(100))
        try world.change(status) { $0.label = text }
      }
      world.store.edit { $0.updateApplication(root) { $0.isLoadingDocument = false } }
    }
    func press() async throws -> Receipt.Effect? {
      try await setup.effect(of: setup.button) { [status = setup.status] world in
        try world.change(status) { $0.label = "\(world.store.revision)" }
      }
    }
    #expect(try await press() == .uncertain, "it is being loaded")
    try await setup.server.run { $0.pass(.milliseconds(pause)) }
    #expect(try await press() == effect)
  }

  @Test func `What a page called a restless element is not known to be what it pressed`()
    async throws
  {
    func effect(
      renames: Int, ofRow: Bool = false, isOfCopy: Bool = true,
      _ change: @escaping @Sendable (Setup.Elements, World) -> Void = { _, _ in }
    ) async throws -> Receipt.Effect? {
      let setup = try await setUp { setup, world in
        let target = ElementIdentity(role: .button, label: world.store.tree[setup.button]?.label)
        change(setup, world)
        return .performed(
          method: "fake",
          target: TargetSighting(before: target, after: target, isOfCopy: isOfCopy))
      }
      try await setup.server.run { [window = setup.window, button = setup.button] world in
        var renamed = button
        if ofRow {
          renamed = try world.add(.row, "Row", under: window)
          try world.store.edit { [renamed] in try $0.move(button, under: renamed) }
        }
        for step in 0..<renames { try world.change(renamed) { $0.label = "Row \(step)" } }
      }
      return try await setup.perform().effect
    }
    #expect(try await effect(renames: 4) == .targetChanged)
    #expect(try await effect(renames: 1) == .targetChanged, "a moment ago")
    #expect(try await effect(renames: 4, ofRow: true) == .targetChanged)
    #expect(try await effect(renames: 0) == .notSeen)
    #expect(try await effect(renames: 4, isOfCopy: false) == .notSeen)
    let done = try await effect(renames: 4) { setup, world in
      try? world.change(setup.status) { $0.label = "done" }
    }
    #expect(done == .seen, "the page has reported since")
    let silent = try await effect(renames: 4) { setup, world in
      world.source.isBusy = true
      guard let root = world.store.tree[setup.button]?.application else { return }
      world.store.edit { $0.updateApplication(root) { $0.health = .slow } }
    }
    #expect(silent == .targetChanged, "an application that stops answering has not told either")
    let focused = try await effect(renames: 4) { setup, world in
      try? world.change(setup.status) { $0.states.insert(.focused) }
      try? world.change(setup.clock) { $0.states.insert(.checked) }
    }
    #expect(focused == .targetChanged, "that may be late")
    let toggled = try await effect(renames: 1) { setup, world in
      try? world.change(setup.button) { $0.label = "Pause" }
    }
    #expect(toggled == .seen)
  }

  @Test func `A button that renames itself once is an effect`() async throws {
    let setup = try await setUp { setup, world in
      try? world.change(setup.button) { $0.label = "Pause" }
      return .performed(method: "fake")
    }
    let receipt = try await setup.perform()
    #expect(receipt.effect == .seen && receipt.targetChanged)
    #expect(receipt.target?.label == "Press" && receipt.targetOther?.label == "Pause")
  }

  @Test func `A receipt says which other elements were renamed, but not those that tick`()
    async throws
  {
    let setup = try await setUp { setup, world in
      try? world.change(setup.status) { $0.label = "saving" }
      try? world.change(setup.status) { $0.label = String(repeating: "saved", count: 50) }
      try? world.change(setup.button) { $0.label = "Pause" }
      return .performed(method: "fake")
    }
    try await setup.tickClock()
    let change = try #require(try await setup.perform().labelChanges.first)
    #expect(change.element == setup.status && change.before.label == "ready")
    #expect(change.after.label?.hasPrefix("savedsaved") == true)
    #expect(change.after.label?.utf8.count == LabelChange.maxLabel)
    #expect(change.after.label?.hasSuffix("sa…") == true)
    // It stays what it is.
    #expect(try await setup.perform().labelChanges.isEmpty)
  }

  /// Chromium says only in the attributes of a new alert that it is a dialog.
  @Test func `What is new was not renamed when more of it is read`() async throws {
    let setup = try await setUp { setup, world in
      let bar = try? world.add(.alert, "Infobar", under: setup.window)
      if let bar { try? world.change(bar) { $0.role = .alertDialog } }
      return .performed(method: "fake")
    }
    let receipt = try await setup.perform()
    #expect(receipt.effect == .seen && receipt.labelChanges.isEmpty, "\(receipt)")
  }

  @Test func `What is shown stands before what is not among what was renamed`() async throws {
    let setup = try await setUp { setup, world in
      let others = world.store.tree[setup.window]?.children.suffix(LabelChange.maxCount) ?? []
      for id in others {
        try? world.change(id) { $0.label = "Icon only" }
      }
      try? world.change(setup.status) { $0.label = "saved" }
      return .performed(method: "fake")
    }
    try await setup.server.run { world in
      for index in 0..<LabelChange.maxCount {
        try world.add(.comboBox, "Box \(index)", under: setup.window) { $0.states = [.enabled] }
      }
    }
    let changes = try await setup.perform().labelChanges
    #expect(changes.first?.element == setup.status && changes.count == LabelChange.maxCount)
  }

  @Test func `A receipt says what became disabled or checked, the target first`() async throws {
    let setup = try await setUp { setup, world in
      try? world.change(setup.clock) { $0.states.insert(.checked) }
      try? world.change(setup.status) { $0.states.insert(.showing) }
      try? world.change(setup.button) { $0.states.subtract([.enabled, .sensitive]) }
      return .performed(method: "fake")
    }
    try await setup.server.run { world in
      try world.change(setup.button) { $0.states.formUnion([.enabled, .sensitive]) }
    }
    let changes = try await setup.perform().stateChanges
    #expect(
      changes == [
        StateChange(setup.button, gained: [], lost: .enabled),
        StateChange(setup.clock, gained: .checked, lost: []),
      ])
    // It stays what it is.
    #expect(try await setup.perform().stateChanges.isEmpty)
  }

  /// As a toggle button of GTK 4.
  @Test func `A button that stays down is said to be pressed where push buttons never are`()
    async throws
  {
    let setup = try await setUp { setup, world in
      try? world.change(setup.button) { $0.states.formSymmetricDifference(.pressed) }
      return .performed(method: "fake")
    }
    try await setup.server.run { $0.source.showsPress = false }
    let changes = [
      StateChange(setup.button, gained: .pressed, lost: []),
      StateChange(setup.button, gained: [], lost: .pressed),
    ]
    for change in changes { #expect(try await setup.perform().stateChanges == [change]) }
  }

  @Test func `What is selected for a moment only, and what is new, has no other states`()
    async throws
  {
    let setup = try await setUp { setup, world in
      try? world.change(setup.status) { $0.states.insert(.selected) }
      try? world.change(setup.status) { $0.states.remove(.selected) }
      let box = try? world.add(.checkBox, "New", under: setup.window)
      if let box { try? world.change(box) { $0.states.insert(.checked) } }
      return .performed(method: "fake")
    }
    #expect(try await setup.perform().stateChanges.isEmpty)
  }

  @Test func `A refusal says whether some was done`() async throws {
    let refusal = ActionRefusal(.rejected, "no more keys")
    let nothing = try await setUp { _, _ in .refused(refusal) }.perform()
    #expect(nothing.effect == .refused && nothing.retry == .safe)
    let some = try await setUp { _, _ in .refused(refusal.afterActing) }.perform()
    #expect(some.effect == .refused && some.retry == .unsafe)
  }
}

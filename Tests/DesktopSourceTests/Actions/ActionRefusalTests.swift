import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// Actions that are refused, and the messages about it (A16).
@Suite(.ownThreadInTurn)
struct ActionRefusalTests {
  @Test
  func `A16: an action on a disabled element is refused without a call`() throws {
    let fixture = try ActionFixture(states: [.visible])
    fixture.offer(["click"])
    let refusal = try #require(fixture.perform(.press).refusal)
    #expect(refusal.reason == .disabled)
    #expect(refusal.message.contains("button \"Save\""))
    #expect(fixture.done.isEmpty)
    #expect(fixture.readAnew.isEmpty)
  }

  @Test
  func `A16: an escape that needs a key names the command that presses it`() throws {
    let fixture = try ActionFixture(role: .dialog)
    fixture.offer([])
    let refusal = try #require(fixture.perform(.escape).refusal)
    #expect(refusal.reason == .unsupported)
    #expect(
      refusal.advice?.hasPrefix("Run \"escape '\(fixture.element)' --synthesize\"") == true)
  }

  /// As the paragraph in a cell of LibreOffice Writer.
  @Test
  func `A16: a refusal names the only element inside that has the action`() throws {
    let fixture = try ActionFixture(role: .cell, interfaces: [.component])
    let paragraph = fixture.store.makeID()
    var inner = Element(id: paragraph, role: .paragraph)
    inner.actions = [Action(.setText)]
    try fixture.store.edit { try $0.insert(inner, under: fixture.element) }
    let refusal = try #require(fixture.perform(.setText("Name")).refusal)
    #expect(refusal.reason == .unsupported)
    #expect(refusal.advice?.contains("paragraph") == true)
    #expect(refusal.advice?.contains("'\(paragraph)'") == true, "\(refusal)")
    inner = Element(id: fixture.store.makeID(), role: .paragraph)
    inner.actions = [Action(.setText)]
    try fixture.store.edit { try $0.insert(inner, under: fixture.element) }
    #expect(try #require(fixture.perform(.setText("Name")).refusal).advice == nil)
  }

  @Test
  func `A16: an object that is gone is stale`() throws {
    let fixture = try ActionFixture(states: [.enabled, .sensitive, .defunct])
    #expect(try fixture.perform(.press).refusal?.reason == .stale)
    fixture.service.on("org.a11y.atspi.Accessible", "GetState") { _ in
      .error("org.freedesktop.DBus.Error.UnknownObject", "no /a")
    }
    #expect(try fixture.perform(.press).refusal?.reason == .stale)
  }

  @Test
  func `A16: an application that ends during an action leaves a stale element, at once`() throws {
    let fixture = try ActionFixture()
    fixture.offer(["click"])
    fixture.service.on("org.a11y.atspi.Action", "GetName") { _ in
      fixture.service.vanish()
      return .silence
    }
    #expect(try fixture.perform(.press).refusal?.reason == .stale)
  }

  @Test
  func `A16: an action on a hanging application fails by its deadline`() throws {
    let fixture = try ActionFixture()
    fixture.service.isHanging = true
    let start = MonotonicTime.now().nanoseconds
    let refusal = try #require(fixture.perform(.press, within: 0.3).refusal)
    #expect(refusal.reason == .timedOut)
    let milliseconds = (MonotonicTime.now().nanoseconds - start) / 1_000_000
    #expect(milliseconds >= 250, "\(milliseconds) ms")
  }

  @Test
  func `A16: an application known to hang gets one second to answer, whatever the deadline`()
    throws
  {
    let fixture = try ActionFixture()
    fixture.service.isHanging = true
    for _ in 0..<3 {
      fixture.queue.call("/a", "test.Fake", "Ping", timeout: .milliseconds(20)) { _ in }
    }
    fixture.loop.run { fixture.queue.health != .responsive }
    let refusal = try #require(fixture.perform(.press, within: 8).refusal)
    #expect(refusal.reason == .notResponding)
  }

  @Test
  func `A16: an action after its deadline is refused without a call`() throws {
    let fixture = try ActionFixture()
    #expect(try fixture.perform(.press, within: 0).refusal?.reason == .timedOut)
    #expect(fixture.service.received.isEmpty)
  }

  @Test
  func `A16: a missing action is unsupported, and the refusal lists the existing ones`() throws {
    let fixture = try ActionFixture()
    fixture.offer(["clipboard.copy", "reply"])
    let refusal = try #require(fixture.perform(.press).refusal)
    #expect(refusal.reason == .unsupported)
    #expect(refusal.message.contains("\"Reply\""))
    #expect(refusal.message.contains("allow_synthesis"))
    #expect(fixture.done.isEmpty, "an action was invoked blindly")
  }

  @Test
  func `A16: a negative answer of the application is a rejection`() throws {
    let fixture = try ActionFixture()
    fixture.offer(["click"], answer: false)
    #expect(try fixture.perform(.press).refusal?.reason == .rejected)
  }

  @Test
  func `A16: invalid arguments are refused without a call`() throws {
    let fixture = try ActionFixture()
    #expect(try fixture.perform(.setValue(.infinity)).refusal?.reason == .invalidArgument)
    #expect(try fixture.perform(.setText("a\0b")).refusal?.reason == .invalidArgument)
    #expect(try fixture.perform(.insertText("a", at: -1)).refusal?.reason == .outOfRange)
    #expect(try fixture.perform(.setSelection(-2..<3)).refusal?.reason == .outOfRange)
    #expect(fixture.service.received.isEmpty)
  }

  @Test
  func `A16: an action that no desktop supports is refused as unsupported`() throws {
    let fixture = try ActionFixture()
    fixture.offer(["click"])
    for command: ActionCommand in [
      .directTouch([]), .passThroughGesture([]), .intent(type: "x", parameters: [:]),
      .drag(point: nil), .magicTap, .zoomIn(at: nil),
    ] {
      #expect(try fixture.perform(command).refusal?.reason == .unsupported)
    }
  }

  @Test
  func `A13: the pointer draws for one finger, and only if synthesis is allowed`() throws {
    let fixture = try ActionFixture()
    fixture.offer(["click"])
    let swipe = try GestureText.parse("1,1 9,9")
    let pinch = try GestureText.parse("down 1,1 1:down 9,9 up 1:up")
    let plain = try fixture.perform(.passThroughGesture(swipe)).refusal
    #expect(plain?.reason == .unsupported)
    #expect(plain?.message.contains("allow_synthesis") == true)
    let two = try fixture.perform(.passThroughGesture(pinch), allowSynthesis: true).refusal
    #expect(two?.reason == .unsupported)
    #expect(two?.message.contains("one finger") == true)
    let nowhere = try fixture.perform(.passThroughGesture(swipe), allowSynthesis: true).refusal
    #expect(nowhere?.reason == .notOnScreen)
    try fixture.store.edit {
      try $0.update(fixture.element) {
        $0.frame = Frame(rect: Rect(x: 0, y: 0, width: 10, height: 10), space: .screen)
      }
    }
    let slow = try GestureText.parse("1,1 9,9 +60000")
    let late = try fixture.perform(.passThroughGesture(slow), allowSynthesis: true).refusal
    #expect(late?.reason == .outOfRange)
    #expect(late?.message.contains("takes 60000 ms") == true)
  }

  @Test
  func `answers of the wrong type are a rejection, not a trap`() throws {
    let fixture = try ActionFixture()
    fixture.service.on("org.a11y.atspi.Accessible", "GetState") { _ in .values([.string("x")]) }
    #expect(try fixture.perform(.press).refusal?.reason == .rejected)
    let second = try ActionFixture()
    second.service.onProperty("org.a11y.atspi.Action", "NActions", .string("x"))
    #expect(try second.perform(.press).refusal?.reason == .unsupported)
    second.service.onProperty("org.a11y.atspi.Action", "NActions", .int32(-1))
    #expect(try second.perform(.press).refusal?.reason == .unsupported)
  }

  @Test func `a button that can be pressed no longer is being taken down, and keys do not help`()
    throws
  {
    let fixture = try ActionFixture(interfaces: [.action])
    fixture.offer(["focus"])
    #expect(try fixture.perform(.press).refusal?.reason == .unsupported)
    try fixture.store.edit {
      try $0.update(fixture.element) { $0.actions.append(Action(.press, nativeName: "press")) }
    }
    let refusal = try #require(fixture.perform(.press).refusal)
    #expect(refusal.reason == .stale && !refusal.mayHaveActed)
    #expect(!refusal.message.contains("allow_synthesis"), "\(refusal.message)")
    // It is read again, so that nobody is offered the press.
    #expect(fixture.readAnew == [fixture.element])
  }
}

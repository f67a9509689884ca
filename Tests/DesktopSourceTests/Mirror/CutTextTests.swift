import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Firefox tells a text that replaces a shorter one cut to the length of that, until it has taken in the whole.
@Suite(.serialized, .ownThreadInTurn)
struct CutTextTests {
  private func started(
    _ toolkit: String, attributes: [String: String] = [:]
  ) throws -> (FakeDesktop, FakeApplication, FakeObject) {
    var made: FakeObject?
    let (desktop, application) = try FakeDesktop.started(toolkit, "115") { application in
      let window = try #require(application["/o/1"])
      let line = application.add("", role: 85, under: window)
      line.interfaces.append("Text")
      line.text = "live go"
      line.attributes = attributes
      made = line
    }
    #expect(value(desktop) == "live go")
    return (desktop, application, try #require(made))
  }

  private static let live = ["container-live": "polite"]

  private func value(_ desktop: FakeDesktop) -> String? {
    let tree = desktop.store.tree
    return tree.index.elements(role: .section).lazy.compactMap { tree[$0]?.value }.first
  }

  private func values(_ desktop: FakeDesktop) -> [String] {
    desktop.notifications.compactMap { notification in
      if case .valueChanged(_, _, let new?) = notification { new } else { nil }
    }
  }

  /// - Parameter cut: How often the text is told as it is cut.
  private func replace(
    _ line: FakeObject, _ application: FakeApplication, cut: Int
  ) throws {
    line.text = "Round 3"
    var asked = 0
    application.whenAsked = { object, member in
      guard object === line, member == "GetText" else { return }
      if asked == cut { line.text = "Round 3: the order was sent" }
      asked += 1
    }
    try application.emit(line, "TextChanged", "insert", 0, 27, .string(""))
  }

  @Test func `a text that is cut is told only when it is whole`() throws {
    let (desktop, application, line) = try started("Gecko")
    try replace(line, application, cut: 1)
    try desktop.wait("it is told") { value(desktop) != "live go" }
    try desktop.settle()
    #expect(values(desktop) == ["Round 3: the order was sent"])
    try desktop.expectTrue()
  }

  @Test func `a text that is as long as the one before is told once it was read again`() throws {
    let (desktop, application, line) = try started("Gecko")
    try replace(line, application, cut: .max)
    try desktop.wait("it is told") { value(desktop) == "Round 3" }
    line.text = "Round 4"
    try application.emit(line, "TextChanged", "insert", 6, 1, .string(""))
    try desktop.wait("so is the next") { value(desktop) == "Round 4" }
    #expect(values(desktop) == ["Round 3", "Round 4"])
  }

  /// What it was cut to may be the length of a text that was never read.
  @Test func `a text in a live region is told only when it stays`() throws {
    let (desktop, application, line) = try started("Gecko", attributes: Self.live)
    let texts = ["go on", "the w", "the whole text"]
    var asked = 0
    application.whenAsked = { object, member in
      guard object === line, member == "GetText" else { return }
      line.text = texts[min(asked, 2)]
      asked += 1
    }
    try application.emit(line, "TextChanged", "insert", 0, 5, .string(""))
    try desktop.wait("it is told") { value(desktop) != "live go" }
    try desktop.settle()
    #expect(values(desktop) == ["the whole text"])
    try desktop.expectTrue()
  }

  @Test func `the text of another toolkit is told at once`() throws {
    let (desktop, application, line) = try started("gtk")
    try replace(line, application, cut: 1)
    try desktop.wait("it is told") { value(desktop) == "Round 3" }
  }
}

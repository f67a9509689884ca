import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// Outlines say that elements are missing while what has just come on screen is being read, and only then.
@Suite(.serialized, .ownThreadInTurn)
struct UnreadElementTests {
  private func started() throws -> (FakeDesktop, FakeApplication, ElementID) {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") { addWindow($0) }
    desktop.source.start()
    try desktop.settle()
    return (desktop, application, try #require(desktop.store.tree.roots.first))
  }

  private func addDialog(_ application: FakeApplication, sections: Int) -> FakeObject {
    let dialog = application.add("Preferences", role: 16, under: application.root)
    for number in 0..<sections {
      let section = application.add("Section \(number)", role: 39, under: dialog)
      for item in 0..<5 { application.add("Item \(number).\(item)", role: 43, under: section) }
    }
    return dialog
  }

  /// As Preferences of GNOME applications, which answer a question at a time while they are laid out.
  @Test(arguments: [3, 12])
  func `a dialog has unread elements until all that is in it is there`(sections: Int) throws {
    let (desktop, application, root) = try started()
    let dialog = addDialog(application, sections: sections)
    application.whenAsked = { _, member in
      if member == "GetChildren" { spendTime(for: .milliseconds(60)) }
    }
    try application.emitChildrenChanged(application.root, "add", dialog)
    let all = 1 + 6 * sections
    var untrue: [Int] = []
    var wasPartial = false
    try desktop.wait("the dialog is read") {
      guard let shown = desktop.element("Preferences") else { return false }
      let count = desktop.store.tree.subtree(of: [shown.id]).count
      let isComplete = !desktop.source.hasUnreadElements(root)
      if count < all {
        wasPartial = true
        if isComplete { untrue.append(count) }
      }
      return isComplete && count == all
    }
    application.whenAsked = { _, _ in }
    #expect(wasPartial, "it was shown at once")
    #expect(untrue == [])
    try desktop.expectTrue()
  }

  @Test func `what changes all the time is no unread element`() throws {
    let (desktop, application, root) = try started()
    let clock = try #require(application.objects.values.first { $0.name == "One" })
    var looks = 0
    var marked = 0
    for tick in 0..<40 {
      clock.name = "tick \(tick)"
      try application.emit(clock, "PropertyChange", "accessible-name", 0, 0, .string(clock.name))
      try application.emit(clock, "BoundsChanged")
      try desktop.wait("the clock shows \(tick)") {
        looks += 1
        if desktop.source.hasUnreadElements(root) { marked += 1 }
        return desktop.element("tick \(tick)") != nil
      }
    }
    #expect(looks >= 40 && marked == 0)
  }

  @Test func `what comes without a break is waited for ten seconds, and anew after an action`() {
    let start = MonotonicTime(nanoseconds: 1_000_000_000_000)
    var period = UnreadPeriod()
    var time = Duration.zero
    func goOn(for seconds: Int) -> Bool {
      for _ in 0..<(2 * seconds) {
        period.note(at: start.advanced(by: time))
        time += .milliseconds(500)
      }
      return period.isOver(at: start.advanced(by: time))
    }
    #expect(!goOn(for: 9))
    #expect(goOn(for: 3))
    #expect(goOn(for: 60))
    period.restart()
    #expect(!goOn(for: 9))
    #expect(goOn(for: 3))
    time += .seconds(1)
    #expect(!goOn(for: 9), "there was a break")
  }

  @Test func `an object that goes before it was read is not waited for`() throws {
    let (desktop, application, root) = try started()
    let dialog = addDialog(application, sections: 3)
    var isGone = false
    application.whenAsked = { [application] object, member in
      guard object.name.hasPrefix("Section"), member == "GetChildren", !isGone else { return }
      isGone = true
      application.remove(dialog)
    }
    try application.emitChildrenChanged(application.root, "add", dialog)
    try desktop.wait("it was asked") { isGone }
    application.whenAsked = { _, _ in }
    try application.emitChildrenChanged(application.root, "remove", dialog)
    try desktop.wait("it is gone") { desktop.element("Preferences") == nil }
    try desktop.wait("nothing is unread") { !desktop.source.hasUnreadElements(root) }
  }
}

/// Takes processor time on this thread, as an application does that lays out a page between two answers.
private func spendTime(for time: Duration) {
  let end = MonotonicTime.now().advanced(by: time)
  while MonotonicTime.now() < end {}
}

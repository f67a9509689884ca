import AccessibilityTree
import AssistiveClients
import Testing

/// What an action made of its element is told apart from what others made of it.
@Suite
struct `V1–V4: the value that an action left` {
  private func steps() throws -> (tree: Tree, acted: ActedElement) {
    var stage = try Stage()
    let slider = try stage.add(.slider, "Coffee", value: "4 ounces", actions: [Action(.increment)])
    var acted = ActedElement(slider, in: stage.tree, at: 10)
    for (revision, value) in [(11, "5 ounces"), (12, "6 ounces"), (14, "7 ounces")] {
      try stage.change(slider) { $0.value = value }
      acted.record(stage.tree, at: Revision(revision))
    }
    return (stage.tree, acted)
  }

  @Test
  func `the element is shown as it was at the revision of the action`() throws {
    let (tree, acted) = try steps()
    func value(_ revision: Revision) -> String? {
      acted.tree(tree, asOf: revision).flatMap { $0[acted.id]?.value }
    }
    #expect(value(11) == "5 ounces")
    #expect(value(12) == "6 ounces")
    // Updates that were merged into one are known by its end.
    #expect(value(13) == nil, "it is the same now")
    #expect(value(14) == nil && value(15) == nil)
  }

  @Test
  func `a value that another one had changed meanwhile is said, although it was said before`()
    throws
  {
    func said<Client: AssistiveClient>(_ client: Client, _ commands: String...) throws -> [String] {
      var stage = try Stage()
      let slider = try stage.slider("Coffee", 5)
      try stage.change(slider) { $0.value = "5 ounces" }
      var driver = Driver(client, stage)
      _ = driver.begin()
      for command in commands { _ = driver(command) }
      _ = try driver.happens()
      return driver.finish(hasNewValue: true)
    }
    #expect(try said(VoiceOver(verbosity: .brief), "up") == ["5 ounces"])
    #expect(try said(KeyboardAccess(), "increment") == ["5 ounces"])
    #expect(try said(SwitchControl(mode: .items), "select", "select") == ["5 ounces"])
    #expect(try said(VoiceControl(), "increment coffee") == ["increment Coffee", "5 ounces"])
  }
}

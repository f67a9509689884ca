import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Choosing in combo boxes of Qt, whose lists have a place only while they are open, whatever their states say.
@Suite(.serialized, .ownThreadInTurn)
struct OptionListTests {
  /// A form of Qt with a combo box.
  private final class Form {
    let desktop = try! FakeDesktop()
    private(set) var list: FakeObject!
    private(set) var presses = 0

    /// - Parameter staysOpen: Whether the list is open after a press that opens it.
    init(staysOpen: Bool = true) throws {
      let application = try desktop.launch("App") {
        addWindow($0)
        ($0.toolkit, $0.version) = ("Qt", "5.15.8")
        let box = $0.add("Red", role: 11, under: try #require($0["/o/1"]))
        (box.interfaces, box.actions) = (["Accessible", "Component", "Action"], ["Press"])
        list = $0.add("", role: 31, under: box)
        for name in ["Red", "Green", "Blue"] { $0.add(name, role: 32, under: list) }
      }
      list.extents = (0, 0, 0, 0)
      application.service.on("org.a11y.atspi.Action", "DoAction") { [unowned self] _ in
        presses += 1
        let isOpen = list.extents.2 > 0
        list.extents = isOpen || !staysOpen ? (0, 0, 0, 0) : (10, 20, 30, 40)
        return .values([.bool(true)])
      }
      desktop.source.start()
      try desktop.settle()
    }

    func choose(_ option: String, allowSynthesis: Bool = true) throws -> ActionRefusal? {
      var outcomes: [ActionOutcome] = []
      let box = try #require(desktop.element("Red"))
      desktop.source.perform(
        ActionRequest(
          element: box.id, command: .setText(option),
          deadline: desktop.store.time + 30_000_000_000, allowSynthesis: allowSynthesis)
      ) { outcomes.append($0) }
      try desktop.wait("\(option) is chosen, or not") { !outcomes.isEmpty }
      return outcomes.first?.refusal
    }
  }

  @Test(arguments: [true, false])
  func `an option that there is not is refused, and no list is opened`(mayUseKeys: Bool) throws {
    let form = try Form()
    let refusal = try #require(try form.choose("Plum", allowSynthesis: mayUseKeys))
    #expect(refusal.message.contains("has no option \"Plum\", but \"Red\", \"Green\", \"Blue\""))
    #expect(!refusal.mayHaveActed && form.presses == 0)
  }

  @Test func `options that may be others by now are looked for in the list, which is closed again`()
    throws
  {
    let form = try Form()
    form.list.claimedChildren = 4
    let refusal = try #require(try form.choose("Plum"))
    #expect(refusal.message.contains("has no option \"Plum\""))
    #expect(form.presses == 2 && form.list.extents.2 == 0)
  }

  @Test func `a list that has closed itself is not opened again`() throws {
    let form = try Form(staysOpen: false)
    form.list.claimedChildren = 4
    #expect(try form.choose("Plum") != nil)
    #expect(form.presses == 1)
  }
}

import AccessibilityMirror
import AccessibilityQueries
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import Testing

@testable import BridgeServer

/// What is said of a selector without a match while elements may still come.
@Suite(.timeLimit(.minutes(10)))
struct MissTests {
  /// A mirror whose time stands still, and what is said of misses in it.
  private final class Desk {
    private(set) var milliseconds: UInt64 = 1000
    private(set) lazy var store = TreeStore(epoch: 1) { [unowned self] in milliseconds * 1_000_000 }
    private(set) lazy var targets = TargetResolver(
      store, sources: { [] }, limits: Limits(), started: .now())
    private var observation: Observation?

    init() {
      observation = store.observe { [unowned self] in targets.progress.apply($0) }
    }

    func pass(milliseconds: UInt64) { self.milliseconds += milliseconds }

    func addApplication(_ name: String, isLoadingDocument: Bool = false) throws -> ElementID {
      let root = store.makeID()
      var application = Application(root: root, name: name, source: "fake")
      (application.load, application.isLoadingDocument) = (.complete, isLoadingDocument)
      try store.edit {
        try $0.addApplication(application, root: Element(id: root, role: .application, label: name))
      }
      return root
    }

    /// Adds rows, one after the other, with a time between them.
    @discardableResult
    func addRows(_ count: Int, each pause: UInt64 = 0, under parent: ElementID) throws
      -> [ElementID]
    {
      try (0..<count).map {
        pass(milliseconds: $0 == 0 ? 0 : pause)
        return try store.add(.row, "\($0)", under: parent) { _ in }
      }
    }

    func remove(_ ids: [ElementID]) throws {
      for id in ids { _ = try store.edit { try $0.remove(id) } }
    }

    func miss(_ selector: String) throws -> Status {
      targets.noMatch(try Selector(parsing: selector), .standard)
    }
  }

  @Test func `a miss says that an application does not respond`() throws {
    let desk = Desk()
    let files = try desk.addApplication("Files")
    _ = try desk.addApplication("Clock")
    #expect(try desk.miss("slider").message == "nothing matches slider")
    desk.store.edit { $0.updateApplication(files) { $0.health = .notResponding } }
    desk.pass(milliseconds: 11_000)
    #expect(
      try desk.miss("slider").message
        == "nothing matches slider; \"Files\" is not responding, and was last heard 12 s ago")
    let named = "application[name=Clock] slider"
    #expect(try desk.miss(named).message == "nothing matches \(named)")
  }

  @Test func `a miss in an application that grows says by how much`() throws {
    let desk = Desk()
    let chromium = try desk.addApplication("Chromium")
    _ = try desk.addApplication("Clock")
    // What comes with an application is no growth.
    try desk.addRows(5, under: chromium)
    #expect(try desk.miss("slider").message == "nothing matches slider")
    desk.pass(milliseconds: 3000)
    try desk.addRows(30, each: 200, under: chromium)
    desk.pass(milliseconds: 100)
    for selector in ["slider", "application[name=Chromium] slider"] {
      let miss = try desk.miss(selector)
      #expect(
        miss.message
          == "nothing matches \(selector) so far: \"Chromium\" has grown by 10 elements in the last 2 s"
      )
      #expect(miss.detail?.remedy == Remedy.awaitReading.rawValue)
    }
    let elsewhere = "application[name=Clock] slider"
    #expect(try desk.miss(elsewhere).message == "nothing matches \(elsewhere)")
    desk.pass(milliseconds: 2000)
    #expect(try desk.miss("slider").message == "nothing matches slider")
  }

  @Test func `elements that come and go are no growth, and a page in the place of another is`()
    throws
  {
    let desk = Desk()
    let root = try desk.addApplication("Chromium")
    desk.pass(milliseconds: 500)
    var rows = try desk.addRows(50, under: root)
    desk.pass(milliseconds: 20_000)
    // Another page.
    try desk.remove(rows)
    desk.pass(milliseconds: 500)
    rows = try desk.addRows(8, under: root)
    #expect(try desk.miss("slider").message.contains("so far"))
    // A message that blinks.
    for _ in 0..<3 {
      desk.pass(milliseconds: 1500)
      try desk.remove(rows)
      desk.pass(milliseconds: 1500)
      rows = try desk.addRows(8, under: root)
    }
    #expect(try desk.miss("slider").message == "nothing matches slider")
  }

  @Test func `a page that does not end loading is not mentioned for ever`() throws {
    let desk = Desk()
    _ = try desk.addApplication("Chromium", isLoadingDocument: true)
    let note = " so far: \"Chromium\" is still being loaded since"
    desk.pass(milliseconds: 29_000)
    #expect(
      try desk.miss("slider").message == "nothing matches slider\(note) 29 s (1 element so far)")
    desk.pass(milliseconds: 2000)
    #expect(try desk.miss("slider").message == "nothing matches slider")
    let named = "application[name=Chromium] slider"
    #expect(
      try desk.miss(named).message == "nothing matches \(named)\(note) 31 s (1 element so far)")
  }

  @Test func `an application whose name is not read yet may be the one that a selector names`()
    throws
  {
    let desk = Desk()
    let root = desk.store.makeID()
    try desk.store.edit {
      try $0.addApplication(
        Application(root: root, name: "python3.11", source: "fake"),
        root: Element(id: root, role: .application))
    }
    _ = try desk.addApplication("Clock")
    let note = " so far: \"python3.11\" is still being read (1 element so far)"
    let big = "application[name*=big] slider"
    #expect(try desk.miss(big).message == "nothing matches \(big)\(note)")
    #expect(try desk.miss(big).detail?.remedy == Remedy.awaitReading.rawValue)
    // The one that is meant is there.
    let named = "application[name=Clock] slider"
    #expect(try desk.miss(named).message == "nothing matches \(named)")
    desk.store.edit { $0.updateApplication(root) { $0.health = .notResponding } }
    #expect(
      try desk.miss(big).message.hasSuffix(
        "\(note); \"python3.11\" is not responding, and was last heard 1 s ago"))
    // It has another name.
    try desk.store.edit { edit in try edit.update(root) { $0.label = "files" } }
    #expect(try desk.miss(big).message == "nothing matches \(big)")
  }

  @Test func `every way to miss says that the application grows`() async throws {
    let server = try await TestServer.start()
    let window = try await server.run { try $0.addApplication("Chromium").window }
    let client = try await server.client()
    // What comes with an application is no growth.
    try await Task.sleep(for: .milliseconds(200))
    let steps: [Step] = [
      Step(.get(GetElementRequest(target: .selector("slider")))),
      Step(.find(FindRequest(selector: "slider"))),
      Step(.outline(GetOutlineRequest(target: .selector("slider")))),
      Step(.expect(WaitForRequest(target: .selector("slider")))),
      Step(.wait(WaitForRequest(target: .selector("slider"))), timeoutMs: 1),
      Step(.perform(PerformRequest(target: .selector("slider"), command: .press))),
    ]
    for step in steps {
      try await server.run { _ = try $0.add(.row, "One", under: window) }
      let failure = try await client.run([step]).failure
      #expect(
        failure?.message.contains(" so far: \"Chromium\" has grown by ") == true,
        "\(step): \(failure as Any)")
    }
  }
}

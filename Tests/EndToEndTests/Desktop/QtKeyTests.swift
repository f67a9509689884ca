import BridgeTestSupport
import Testing

/// What only keys do in applications of Qt, and what their keys do on a display that has had none yet.
@Suite struct `Keys in applications of Qt` {
  private func start(_ version: String) async throws -> (Desktop, RunningProcess) {
    let desktop = try await Desktop.start()
    let application = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/keys-qt.py"), version], name: "keys-qt.py")
    return (desktop, application)
  }

  @Test(arguments: ["5", "6"])
  func `the first key of a display has its Shift`(version: String) async throws {
    let (desktop, application) = try await start(version)
    try await desktop.confirm("keys", "textbox[label=Name]", "D e a r Space A d a", "--synthesize")
    try await desktop.wait("textbox[label=Name][value=\"Dear Ada\"]")
    #expect(application.isRunning)
  }

  @Test(arguments: ["5", "6"])
  func `the first key of a display has its Ctrl`(version: String) async throws {
    let (desktop, application) = try await start(version)
    try await desktop.confirm("set", "textbox[label=Name]", "Ada")
    let keys = try await desktop.bridge.client(
      "keys", "textbox[label=Name]", "Ctrl+A B", "--synthesize")
    #expect(keys.code == 0, "\(keys)")
    try await desktop.wait("textbox[label=Name][value=\"B\"]")
    #expect(application.isRunning)
  }

  @Test(arguments: ["5", "6"])
  func `an item of a tree is expanded and collapsed by keys`(version: String) async throws {
    let (desktop, application) = try await start(version)
    let item = "cell[label=Depot]"
    let refused = try await desktop.bridge.client("expand", item)
    #expect(refused.code == 1 && refused.standardError.contains("retry: safe"), "\(refused)")
    #expect(refused.standardError.contains("--synthesize\", which clicks it"), "\(refused)")
    for _ in 1...2 {
      try await desktop.confirm("expand", item, "--synthesize")
      try await desktop.wait("\(item):expanded")
      try await desktop.confirm("collapse", item, "--synthesize")
      try await desktop.wait("\(item):not(:expanded)")
    }
    #expect(application.isRunning)
  }

  @Test(arguments: ["5", "6"])
  func `the menu of an item that was pressed is closed`(version: String) async throws {
    let (desktop, application) = try await start(version)
    _ = try await desktop.bridge.client("press", "menubar > menuitem[label=Tools]")
    try await desktop.wait("menuitem[label=Count]:visible")
    let pressed = try await desktop.bridge.client("press", "menuitem[label=Count]")
    #expect(pressed.code == 0, "\(pressed)")
    try await desktop.wait("[label=counted]")
    try await desktop.wait("menuitem[label=Count]:visible", until: "disappears")
    #expect(application.isRunning)
  }

  @Test(arguments: ["5", "6"])
  func `the advice for a cell that cannot be set edits it`(version: String) async throws {
    let (desktop, application) = try await start(version)
    let refused = try await desktop.bridge.client("set", "cell[label=Axle]", "Wheel")
    #expect(refused.code == 1 && refused.standardError.contains("retry: safe"), "\(refused)")
    let advice = try #require(
      refused.standardError.firstMatch(
        of: /run "select '(#\d+)' --synthesize", and then "keys '#\d+' '(.+)' --synthesize"/),
      "\(refused)")
    let (cell, keys) = (String(advice.1), String(advice.2))
    let early = try await desktop.bridge.client("keys", cell, keys, "--synthesize")
    #expect(early.code == 1 && early.standardError.contains("select '\(cell)'"), "\(early)")
    try await desktop.confirm("select", cell, "--synthesize")
    try await desktop.confirm("keys", cell, keys, "--synthesize")
    try await desktop.wait("cell[label=Wheel]")
    #expect(application.isRunning)
  }
}

import BridgeTestSupport
import SampleApps
import Testing

@Suite
struct `All samples at once` {
  @Test
  func `N1 A9: one window is active, at first the first one, then the one that was used last`()
    async throws
  {
    let bridge = try await Bridge(source: "sample")
    #expect(try await bridge.found("window:active").map { $0.text("label") } == ["Calculator"])
    try await bridge.act("[label=Flip]", "press")
    #expect(
      try await bridge.found("window:active").map { $0.text("label") } == ["Toggle and Flip"])
    try await bridge.act("[label=Flip]", "focus")
    try await bridge.act("[label=multiply]", "focus")
    #expect(try await bridge.found(":focused").map { $0.text("label") } == ["multiply"])
    let heard = try await bridge.client("voiceover", "--verbosity", "brief", "--do", "next")
    #expect(heard.lines.first == "multiply, button", "it begins where the focus is")
  }

  @Test
  func `V5: the samples before they are made accessible are listed, and served by name only`()
    async throws
  {
    let bridge = try await Bridge(source: "sample")
    let applications = try await bridge.found("application").compactMap { $0.text("label") }
    #expect(applications.count == SampleCatalog.names.count)
    #expect(!applications.contains { $0.hasSuffix("before") })
    let program = try Places.builtProgram("a11y-bridge")
    let help = try await Subprocess.run(program, ["--help"])
    let unknown = try await Subprocess.run(program, ["--source", "sample:coffee-after"])
    #expect(unknown.code == 2)
    for name in SampleCatalog.names + SampleCatalog.variantNames {
      let words = help.standardOutput.split { $0.isWhitespace || $0 == "," || $0 == "." }
      #expect(words.contains { $0 == name }, "\(name)")
      #expect(unknown.standardError.contains(name), "\(name)")
    }
    for line in help.lines { #expect(line.count <= 80, "\(line)") }
  }

  @Test
  func `S7: the pointer leaves one application when it comes over another`() async throws {
    let both = try await Bridge(sources: ["sample:beach", "sample:beach-before"])
    let after = "application[label=Beach] image"
    let before = "application[label=\"Beach before\"] image"
    func attachments() async throws -> Int {
      try await both.found("button[label=location]").count
    }
    try await both.act(after, "hover")
    try await both.act(before, "hover")
    #expect(try await attachments() == 1)
    #expect(try await both.found("application[label=\"Beach before\"] [label=location]").count == 1)
    #expect(try await both.found("window:active").map { $0.text("label") } == ["Messages"])
    try await both.act(before, "escape")
    #expect(try await attachments() == 0)
  }

  @Test
  func `A14: touches of one application go on when another is used, until it is used again`()
    async throws
  {
    let bridge = try await Bridge(source: "sample")
    let cat = "group[label=\"Virtual cat\"]"
    try await bridge.act(cat, "press")
    #expect(try await bridge.client("touch", cat, "down @ up").code == 0)
    try await bridge.act("[label=multiply]", "focus")
    #expect(try await bridge.client("touch", cat, "down @ up").code == 0)
    try await bridge.act("[label=\"Leave alone\"]", "press")
    #expect(try await bridge.refusal("touch", cat, "down @ up").contains("press it"))
  }
}

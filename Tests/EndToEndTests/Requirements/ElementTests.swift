import BridgeTestSupport
import Testing

/// The attributes of elements, read over TCP from samples.
@Suite
struct `E, T: elements of samples` {
  @Test
  func `E1: an absent attribute differs from an empty one`() async throws {
    let bridge = try await Bridge(source: "sample:audit-gallery")
    func element(_ identifier: String) async throws -> JSONObject {
      try await bridge.element("[identifier=\(identifier)]")
    }
    let without = try await element("missing-label")
    #expect(without["label"] == nil && without["value"] == nil && without["hint"] == nil)
    #expect(try await element("image-undecided")["label"] == nil)
    #expect(try await element("empty-image-label").text("label") == "")
    #expect(try await element("empty-label").text("label") == " ")
    #expect(try await element("hint-repeats-label").text("hint") == "Undo")
    let unnamed = try await bridge.found("button[label=Reply]")
    #expect(unnamed.count == 2 && unnamed.count { $0["identifier"] == nil } == 1)
    // Selectors distinguish the two as well.
    #expect(try await bridge.found("image[label=\"\"]").count == 1)
    #expect(try await bridge.found("image:not([label])").count == 1)
  }

  @Test
  func `E2 T1 T2: an element has a role and traits together`() async throws {
    let bridge = try await Bridge(source: "sample")
    for (application, selector, role, traits) in [
      ("Contrast Ratio", "heading[value]", "heading", ["header", "static-text"]),
      ("Coffee", "[label=\"Coffee dispenser\"]", "slider", ["adjustable"]),
      ("Virtual cat", "window [label=\"Virtual cat\"]", "group", ["allows-direct-interaction"]),
      ("Settings", "switch", "switch", ["button", "toggle"]),
      ("Photo filter", "image", "image", ["image", "supports-zoom"]),
      ("Photo filter", "button[label=Camera]", "button", ["button"]),
    ] {
      let element = try await bridge.element("application[name=\"\(application)\"] \(selector)")
      #expect(element.text("role") == role, "\(selector)")
      let missing = Set(traits).subtracting(element.texts("traits"))
      #expect(missing.isEmpty, "\(selector): \(missing)")
    }
  }

  @Test
  func `T1 S2: combine merges the traits that matter from children`() async throws {
    let bridge = try await Bridge(source: "sample:beach")
    let comment = try await bridge.element("[label*=sunscreen]")
    #expect(comment.text("role") == "button")
    #expect(Set(comment.texts("traits")) == ["button", "static-text"])
    let trip = try await bridge.element("image")
    #expect(Set(trip.texts("traits")) == ["image", "static-text"])
    let separate = try await bridge.receipt("press", "switch[label=\"Combine comments\"]")
    #expect(separate.text("outcome") == "confirmed")
    #expect(
      try await bridge.element("[label*=sunscreen]").texts("traits") == ["static-text"])
  }

  @Test(arguments: [
    (
      "equalizer", "[label=\"Filter chart\"]",
      ["move up", "move right", "move down", "move left"]
    ),
    ("beach", "[label*=wonderful]", ["favorite", "reply"]),
    ("beach", "[label*=sunscreen]", ["super favorite", "reply"]),
    ("beach", "image", ["location", "recording"]),
    ("virtual-cat", "[label=\"Virtual cat\"]", ["pet", "tap", "pinch"]),
  ])
  func `E4 P7 P12: custom actions have names and an order, and are found without opening a menu`(
    sample: String, selector: String, names: [String]
  ) async throws {
    let bridge = try await Bridge(source: "sample:\(sample)")
    let element = try await bridge.element("window \(selector)")
    let custom = element.objects("actions").filter { $0.text("kind") == "custom" }
    #expect(custom.map { $0.text("name")?.lowercased() } == names)
    #expect(element.text("revision") == "1", "nothing was done to find them")
    #expect(try await bridge.found("menu").isEmpty)
    for name in names.reversed() {
      #expect(try await bridge.client("custom", "window \(selector)", name).code == 0)
    }
  }

  @Test
  func `E6 P10: an outline for accessibility alone determines hit testing`() async throws {
    let bridge = try await Bridge(source: "sample:photo-filter")
    func hit(_ x: Double, _ y: Double) async throws -> String? {
      let found = try await bridge.client("--json", "hit", "\(x),\(y)")
      return try jsonLines(found.standardOutput).first?.text("label")
    }
    for name in ["Red", "Green", "Blue"] {
      let button = try await bridge.element("button[label=\(name)]")
      let rect = try #require(button.object("frame")?.object("rect"))
      let (x, y) = (try #require(rect.number("x")), try #require(rect.number("y")))
      let width = try #require(rect.number("width"))
      // On the edge of the circle, and outside of it in each corner of the frame.
      #expect(try await hit(x + width / 2, y + 1) == name)
      #expect(try await hit(x + 1, y + width / 2) == name)
      let near = width * 0.1
      for (dx, dy) in [(near, near), (width - near, near), (near, width - near)] {
        #expect(try await hit(x + dx, y + dy) != name, "\(name) at \(dx), \(dy)")
      }
    }
    // Without a shape, the element is hit anywhere in its frame.
    let filter = try #require(
      try await bridge.element("[label=Filter]").object("frame")?.object("rect"))
    let (x, y) = (try #require(filter.number("x")), try #require(filter.number("y")))
    #expect(try await hit(x + 1, y + 1) == "Filter")
  }

  @Test
  func `E12 V5: an unlabelled image has the name of its asset, which the audit reports`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:audit-gallery")
    let image = try await bridge.element("[identifier=asset-label]")
    #expect(image.text("label") == "beach_0231")
    #expect(
      image.objects("attributes").map { [$0.text("name"), $0.text("value")] } == [
        ["label-source", "asset-name"]
      ])
    let findings = try jsonLines(
      try await bridge.client("--json", "audit", "--rule", "asset-label").standardOutput)
    #expect(findings.map { $0.text("element_id") } == [image.text("id")])
    #expect(findings.first?.text("severity") == "error")
  }

  @Test
  func `E12 E9 P7: symbols have default names, also where a custom label is disabled`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:beach")
    try await bridge.act("switch[label=\"Combine comments\"]", "press")
    #expect(
      try await bridge.found("window > button").map { $0.text("label") } == [
        "favorite", "reply", "favorite", "reply", "Super favorite", "reply",
      ])
    #expect(try await bridge.found("image").count == 1, "a decorative image is no element")
    try await bridge.act("button[label=\"Super favorite\"]", "press")
    #expect(try await bridge.found("window > button[label=favorite]").count == 3)
  }
}

import BridgeTestSupport
import SampleApps
import Testing

/// The samples as the talks begin with them, beside what the talks make of them.
@Suite
struct `Samples before and after they are made accessible` {
  struct Pair: Sendable, CustomTestStringConvertible {
    /// The sample; with "-before", the one that it mends.
    let name: String
    /// The rules that the audit finds broken before.
    let findings: Set<String>
    /// What is heard of some elements before, by their selector.
    let before: [(selector: String, heard: String)]
    /// What is heard in their place.
    let after: [(selector: String, heard: String)]
    /// What to press before looking.
    var press: [String] = []

    var testDescription: String { name }
  }

  static let pairs: [Pair] = [
    Pair(
      name: "calculator", findings: ["symbol-label"],
      before: [("button:nth(8)", "×, button"), ("text", "0")],
      after: [("button:nth(8)", "multiply, button"), ("text", "Result, 0")]),
    Pair(
      name: "settings", findings: ["asset-label"],
      before: [("window > :nth(1)", "Settings"), ("image", "horizon, image")],
      after: [
        ("window > :nth(1)", "Settings, heading"), ("switch", "Comments, switch button, off"),
      ]),
    Pair(
      name: "sign-up", findings: ["asset-label"],
      before: [("image", "CheckmarkGlyph, image")],
      after: [("image", "Sign up complete, image")],
      press: ["switch", "button"]),
    Pair(
      name: "system-voice", findings: ["missing-label"],
      before: [("popup-button", "Alex, pop up button")],
      after: [("popup-button", "Alex, System Voice, pop up button")]),
    Pair(
      name: "contrast", findings: ["missing-label", "gesture-only"],
      before: [("[label*=\"11.4\"]", "11.4 : 1"), ("window > :nth(1)", "11.4 : 1")],
      after: [
        ("[label=\"Contrast ratio\"]", "Contrast ratio, 11.4 to 1, heading"),
        ("window > :nth(1)", "Reset colors, button"),
      ]),
    Pair(
      name: "people", findings: ["duplicate-names"],
      before: [("list > :nth(2)", "Follow, button")],
      after: [("list > :nth(2)", "Person 2, button")]),
    Pair(
      name: "beach", findings: ["asset-label", "duplicate-names", "hover-only"],
      before: [
        ("button:nth(5)", "sparkle, button"),
        ("[label*=Nick]", "Looks like a wonderful time, Nick"),
      ],
      after: [
        ("[label*=sunscreen]", "Unread, Hope you wore sunscreen, Beth, button"),
        ("[label*=Nick]", "Unread, Looks like a wonderful time, Nick, button"),
      ]),
    Pair(
      name: "alert-sounds", findings: ["drag-only"],
      before: [("[label=Cheers]", "Cheers, draggable, alert, no sounds")],
      after: [("[label=Cheers]", "Cheers, draggable, alert, no sounds")]),
    Pair(
      name: "beach-widget", findings: ["duplicate-names"],
      before: [("[label*=Baker]", "Baker beach, no rating")],
      after: [("[label*=Baker]", "Baker beach, no rating, button")]),
    Pair(
      name: "photo-filter", findings: ["asset-label", "gesture-only"],
      before: [("[label=Filter]", "Filter, button"), ("image", "tree, image")],
      after: [
        ("[label=Filter]", "Filter, switch button, off"),
        ("image", "Zooming image view, Not Filtered, image"),
      ]),
    Pair(
      name: "coffee", findings: ["gesture-only"],
      before: [
        ("window > :nth(1)", "Settings, button"), ("window > :nth(2)", "6 ounces"),
        ("window > :nth(3)", "Drag up or down on the cup"),
      ],
      after: [("slider", "Coffee dispenser, 6 ounces, adjustable")]),
    Pair(
      name: "equalizer", findings: ["asset-label", "gesture-only"],
      before: [
        ("image:nth(1)", "axis-frequency, image"), ("image:nth(2)", "axis-amplitude, image"),
      ],
      after: [("window > :nth(1)", "Filter chart, frequency 0, amplitude 10")]),
    Pair(
      name: "virtual-cat", findings: ["asset-label", "gesture-only"],
      before: [
        ("image", "cat.fill.space, image"), ("text", "Touch the cat to interact."),
      ],
      after: [("[label=\"Virtual cat\"]:allows-direct-interaction", "Virtual cat, sleeping")]),
  ]

  private func look(_ name: String, _ pair: Pair) async throws -> Bridge {
    let bridge = try await Bridge(source: "sample:\(name)")
    for target in pair.press { try await bridge.act(target, "press") }
    return bridge
  }

  private func findings(_ bridge: Bridge) async throws -> Set<String> {
    let audit = try await bridge.client("--json", "audit", "--severity", "note")
    return Set(try jsonLines(audit.standardOutput).compactMap { $0.text("rule") })
  }

  @Test func `every variant stands in the table`() {
    #expect(Self.pairs.map { "\($0.name)-before" } == SampleCatalog.variantNames)
  }

  @Test(arguments: pairs)
  func `V5: what the audit finds before is gone after`(_ pair: Pair) async throws {
    let before = try await findings(look("\(pair.name)-before", pair))
    #expect(before == pair.findings)
    let after = try await findings(look(pair.name, pair))
    #expect(after.isDisjoint(with: before))
  }

  @Test(arguments: pairs)
  func `V1: what is heard before says less than what is heard after`(_ pair: Pair) async throws {
    let before = try await look("\(pair.name)-before", pair)
    for (selector, heard) in pair.before {
      #expect(try await before.speech(selector) == [heard], "\(selector)")
    }
    let after = try await look(pair.name, pair)
    for (selector, heard) in pair.after {
      #expect(try await after.speech(selector) == [heard], "\(selector)")
    }
    #expect(!pair.before.isEmpty && !pair.after.isEmpty)
  }

  @Test func `P8 A12: a sound has one place to drop it before, and four after`() async throws {
    func places(_ name: String) async throws -> [String] {
      let bridge = try await Bridge(source: "sample:\(name)")
      let heard = try await bridge.script("keyboard", "drag", "find cheers", "actions")
      return heard.filter { $0.hasSuffix("drop ready") && $0 != "drop ready" }
    }
    #expect(try await places("alert-sounds-before") == ["1 Drop, drop ready"])
    #expect(
      try await places("alert-sounds") == [
        "1 Drop, drop ready", "2 Set Sound 1, drop ready", "3 Set Sound 2, drop ready",
        "4 Set Sound 3, drop ready",
      ])
  }
}

import AccessibilityTree
import AssistiveClients
import Testing

/// What an application announces and shows is heard once.
@Suite
struct `V1 N3: what is announced and shown is heard once` {
  @Test
  func `an announcement of the text that the cursor has gone to`() throws {
    var stage = try Stage()
    let button = try stage.button("Sign in")
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    _ = reader("activate")
    let said = try reader.happens([.heard("Signed in as Ada", .default)]) { stage in
      try stage.remove(button)
      try stage.add(.text, "Signed in as Ada")
    }
    #expect(said + reader.finish() == ["Signed in as Ada"])
    #expect(try reader.happens([.heard("Signed in as Ada", .default)]) == ["Signed in as Ada"])
  }

  @Test
  func `a change that an announcement tells with the name`() throws {
    var stage = try Stage()
    let cat = try stage.add(.canvas, "Cat", value: "purring")
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    #expect(reader.begin() == ["Cat, purring"])
    func changes(to value: String, announcing text: String) throws -> [String] {
      try reader.happens([.heard(text, .default)]) { try $0.change(cat) { $0.value = value } }
    }
    #expect(try changes(to: "sleeping", announcing: "Cat, sleeping") == ["Cat, sleeping"])
    #expect(try changes(to: "hissing", announcing: "hissing") == ["hissing"])
    #expect(try changes(to: "purring", announcing: "Fed") == ["Fed", "purring"])
  }
}

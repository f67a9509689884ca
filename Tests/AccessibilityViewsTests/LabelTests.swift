import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Labels and images` {
  private struct Trip: View {
    @State private var rating: String? = "Half star"

    var body: some View {
      Image("bridge", label: Text("Saturday"))
        .accessibilityLabel { label in
          if let rating { Text(rating) }
          label
        }
        .accessibilityIdentifier("trip")
      Button("Forget") { rating = nil }
    }
  }

  @Test func `E8 a label is combined from an added part, which may be absent, and its own`()
    throws
  {
    let stage = Stage { Trip() }
    #expect(stage.labels == ["Half star, Saturday", "Forget"])
    let id = try #require(stage.elements.first?.id)
    try stage.press("Forget")
    #expect(stage.labels == ["Saturday", "Forget"])
    #expect(stage.elements.first?.id == id)
    stage.verify()
  }

  private struct Favorite: View {
    @State private var isSuper = false

    var body: some View {
      Button {
        isSuper.toggle()
      } label: {
        Image(systemName: isSuper ? "sparkles" : "star.fill")
      }
      .accessibilityLabel("Super Favorite", isEnabled: isSuper)
    }
  }

  @Test func `E9 a disabled modifier leaves the default label`() throws {
    let stage = Stage { Favorite() }
    try stage.press("favorite")
    try stage.press("Super Favorite")
    #expect(stage.labels == ["favorite"])
  }

  @Test func `E12 labelled, decorative, symbol and unlabelled images have the right labels`() throws
  {
    let stage = Stage {
      Image("tick", label: Text("Signed up"))
      Image(decorative: "tick")
      Image(systemName: "star.fill")
      Image("IMG_0042")
      Button {
      } label: {
        Image("Camera")
      }
    }
    #expect(stage.labels == ["Signed up", "favorite", "IMG_0042", "Camera"])
    let source = stage.elements.map { $0.attributes.first { $0.name == "label-source" }?.value }
    #expect(source == [nil, nil, "asset-name", "asset-name"])
    #expect(stage.elements.prefix(3).allSatisfy { $0.role == .image })
  }

  @Test func `E1 label, value, hint and identifier are absent unless they are set`() throws {
    let stage = Stage {
      Text("Plain")
      Text("Rich").accessibilityValue("").accessibilityHint("Help").accessibilityIdentifier("rich")
        .accessibilityInputLabels(["Wealthy"])
    }
    let plain = try stage.element("Plain")
    #expect(plain.value == nil && plain.hint == nil && plain.identifier == nil)
    let rich = try stage.element("Rich")
    #expect(rich.value == "" && rich.hint == "Help" && rich.identifier == "rich")
    #expect(rich.inputLabels == ["Wealthy"])
  }

  @Test func `E7 a pair links a control with its label, and both remain elements`() throws {
    struct Voice: View {
      @State private var voice = "Alex"

      var body: some View {
        LabeledContent("System Voice") {
          Picker("", selection: $voice) {
            ForEach(["Alex", "Kate"], id: \.self) { Text($0).tag($0) }
          }
        }
      }
    }
    let stage = Stage { Voice() }
    let label = try stage.element("System Voice")
    let picker = try #require(stage.elements.first { $0.role == .popUpButton })
    #expect(picker.relations == [Relation(.labelledBy, [label.id])])
    #expect(label.relations == [Relation(.labelFor, [picker.id])])
    #expect(picker.value == "Alex")
    stage.perform(.press, on: picker.id)
    try stage.press("Kate")
    #expect(stage.store.tree[picker.id]?.value == "Kate")
    #expect(stage.elements.count == 2, "the menu is closed again")
    stage.verify()
  }
}

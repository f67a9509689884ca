import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Tree shape` {
  @Test func `S1 stacks, spacers and shapes make no element, a labelled shape does`() throws {
    let stage = Stage {
      VStack {
        HStack {
          Circle().frame(width: 8, height: 8)
          Spacer()
          Divider()
          Text("")
          Text("One")
        }
        Circle().frame(width: 8, height: 8).accessibilityLabel("Unread")
      }
    }
    #expect(stage.labels == ["One", "Unread"])
    stage.verify()
  }

  private struct Comment: View {
    @State var log: [String] = []
    var isUnread = true

    var body: some View {
      HStack {
        Circle().accessibilityLabel("Unread").opacity(isUnread ? 1 : 0)
        Text("Looks like a wonderful time")
        Text("Nick")
        Spacer()
        Button("Favorite") { log.append("favorite") }
        Button("Reply") { log.append("reply") }
      }
      .accessibilityElement(children: .combine)
      Text(log.joined(separator: " ")).accessibilityLabel("Log").accessibilityValue(
        log.joined(separator: " "))
    }
  }

  @Test func `S2 combine joins labels in order, turns controls into actions, and merges traits`()
    throws
  {
    let stage = Stage { Comment() }
    let comment = try stage.element("Unread, Looks like a wonderful time, Nick")
    #expect(comment.actions.map(\.name) == ["Favorite", "Reply", "focus"])
    #expect(comment.role == .button && comment.traits.contains(.button))
    stage.perform(.custom("Reply"), on: comment.id)
    stage.perform(.custom("Favorite"), on: comment.id)
    #expect(try stage.element("Log").value == "reply favorite")
    stage.verify()
  }

  @Test func `S2 E3 combined buttons are one button when it can be pressed`() throws {
    let stage = Stage {
      HStack {
        Text("Nick")
        Button("Favorite") {}
        Button("Reply") {}
      }
      .accessibilityElement(children: .combine)
      .accessibilityAction {}
    }
    let row = try stage.element("Nick")
    #expect(row.role == .button && row.traits.contains(.button))
    #expect(row.actions.map(\.name) == ["Favorite", "Reply", "press", "focus"])
    stage.verify()
  }

  @Test func `S2 T2 of several controls a toggle that is on does not select the whole`() throws {
    struct Row: View {
      @State private var isOn = true

      var body: some View {
        HStack {
          Text("Rain")
          Toggle("Loud", isOn: $isOn)
          Button("Play") {}
        }
        .accessibilityElement(children: .combine)
        HStack {
          Text("Waves")
          Toggle("Quiet", isOn: $isOn)
        }
        .accessibilityElement(children: .combine)
      }
    }
    let stage = Stage { Row() }
    let several = try stage.element("Rain")
    #expect(several.actions.map(\.name) == ["Loud", "Play", "focus"])
    #expect(several.traits == [.staticText, .button] && several.effectiveValue == nil)
    let one = try stage.element("Waves, Quiet")
    #expect(one.traits == [.staticText, .button, .toggle, .selected])
    #expect(one.effectiveValue == "1" && one.states.contains(.selected))
    stage.perform(.custom("Loud"), on: several.id)
    #expect(try stage.element("Waves, Quiet").effectiveValue == "0")
    stage.verify()
  }

  @Test func `S2 contain makes a group, and ignore makes one element without children`() throws {
    let stage = Stage {
      VStack {
        Text("a")
        Text("b")
      }
      .accessibilityElement(children: .contain)
      .accessibilityLabel("Both")
      VStack { Text("c") }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel("None")
    }
    #expect(stage.labels == ["Both", "a", "b", "None"])
    let group = try stage.element("Both")
    #expect(group.role == .group)
    #expect(group.children.count == 2)
    #expect(try stage.element("None").children.isEmpty)
  }

  @Test func `S3 hidden and invisible views are removed from the tree, and return`() throws {
    struct Page: View {
      @State private var opacity = 1.0
      @State private var isHidden = true

      var body: some View {
        Text("Faint").opacity(opacity)
        VStack { Text("Secret") }.accessibilityHidden(isHidden)
        Button("Fade") { opacity = opacity > 0 ? 0 : 1 }
        Button("Show") { isHidden.toggle() }
      }
    }
    let stage = Stage { Page() }
    #expect(stage.labels == ["Faint", "Fade", "Show"])
    try stage.press("Fade")
    #expect(stage.labels == ["Fade", "Show"])
    try stage.press("Fade", "Show")
    #expect(stage.labels == ["Faint", "Secret", "Fade", "Show"])
    stage.verify()
  }

  @Test
  func `S4 order is by sort priority, stable, within the nearest stack, a z-stack from the back`()
    throws
  {
    let stage = Stage {
      Text("first")
      HStack {
        Text("ratio")
        Text("other")
        Button("Swap") {}.accessibilitySortPriority(1)
        Text("last").accessibilitySortPriority(-1)
      }
      ZStack {
        Text("back")
        Text("front")
      }
    }
    #expect(stage.labels == ["first", "Swap", "ratio", "other", "last", "back", "front"])
    #expect(try stage.element("Swap").sortPriority == 1)
  }

  @Test func `S6 500 combined rows are 500 elements`() throws {
    let stage = Stage {
      List(0..<500, id: \.self) { row in
        HStack {
          Text("Person \(row)")
          Button("Follow") {}
          Button("Share") {}
        }
        .accessibilityElement(children: .combine)
      }
    }
    #expect(stage.elements.count == 501)
    #expect(stage.elements.count { $0.states.contains(.showing) } < 50)
  }

  @Test func `S7 controls of hover content are actions of the view, as many as currently exist`()
    throws
  {
    struct Trip: View {
      @State private var hasRecording = false

      @ViewBuilder var attachments: some View {
        Button("Location") {}
        if hasRecording { Button("Recording") {} }
      }

      var body: some View {
        Image("beach", label: Text("Beach"))
          .overlay { attachments.opacity(0) }
          .accessibilityActions { attachments }
        Button("Record") { hasRecording = true }
      }
    }
    let stage = Stage { Trip() }
    #expect(try stage.element("Beach").actions.map(\.name) == ["Location", "focus"])
    try stage.press("Record")
    #expect(try stage.element("Beach").actions.map(\.name) == ["Location", "Recording", "focus"])
    #expect(stage.labels == ["Beach", "Record"])
    stage.verify()
  }
}

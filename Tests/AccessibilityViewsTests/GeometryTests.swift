import AccessibilityQueries
import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Geometry` {
  @Test func `frames of a column do not overlap, are inside the window, and move with it`()
    throws
  {
    let stage = Stage {
      Text("One")
      HStack {
        Text("Left")
        Spacer()
        Button("Right") {}
      }
      Toggle("Switch", isOn: .constant(true))
      Text("A text that is long enough to need a second line in a window of this width, and more")
    }
    let window = try #require(
      stage.store.tree.roots.first.flatMap { stage.store.tree[$0]?.children.first })
    let outer = try #require(stage.store.tree[window]?.frame?.rect)
    #expect(outer.x == 100 && outer.y == 50)
    let frames = stage.elements.compactMap(\.frame?.rect)
    #expect(frames.count == 5)
    for (index, frame) in frames.enumerated() {
      #expect(frame.x >= outer.x && frame.x + frame.width <= outer.x + outer.width)
      #expect(frame.y >= outer.y && frame.y + frame.height <= outer.y + outer.height)
      #expect(!frames[(index + 1)...].contains { $0.intersects(frame) })
    }
    #expect(frames[4].height == 40)
  }

  @Test func `E6 a content shape changes only the outline for hit testing`() throws {
    let stage = Stage {
      Button("Red") {}.contentShape(.accessibility, Circle()).frame(width: 100, height: 100)
    }
    let red = try stage.element("Red")
    let frame = try #require(red.frame?.rect)
    #expect(red.contentPath == .ellipse(frame))
    let tree = stage.store.tree
    #expect(tree.hitTest(frame.center) == red.id)
    #expect(tree.hitTest(Point(x: frame.x + 2, y: frame.y + 2)) != red.id)
  }

  @Test func `E5 activation points are where the modifier puts them`() throws {
    let stage = Stage {
      Rectangle().frame(width: 80, height: 40).accessibilityLabel("Unit")
        .accessibilityActivationPoint(UnitPoint(x: 0.25, y: 0.5))
      Rectangle().frame(width: 80, height: 40).accessibilityLabel("Pixels")
        .accessibilityActivationPoint(Point(x: 10, y: 30))
      Text("Plain")
    }
    for (label, dx, dy) in [("Unit", 20.0, 20.0), ("Pixels", 10, 30)] {
      let element = try stage.element(label)
      let frame = try #require(element.frame?.rect)
      #expect(element.activationPoint == Point(x: frame.x + dx, y: frame.y + dy))
    }
    let plain = try stage.element("Plain")
    #expect(
      plain.activationPoint == nil && plain.effectiveActivationPoint == plain.frame?.rect.center)
  }

  @Test func `a spacer takes the remaining space along its stack, and none across it`() throws {
    let stage = Stage {
      HStack {
        Text("Left")
        Spacer()
        Divider()
        Text("Right")
      }
      VStack {
        Text("Up")
        Spacer()
        Text("Down")
      }
      .frame(height: 200)
    }
    func rect(_ label: String) throws -> Rect { try #require(stage.element(label).frame?.rect) }
    #expect(try rect("Left").x == 112)
    #expect(try rect("Right").x + rect("Right").width == 100 + 400 - 12)
    #expect(try rect("Down").y - rect("Up").y == 180)
  }

  @Test func `a view that grows moves only the views below it`() throws {
    struct Page: View {
      @State private var lines = 1

      var body: some View {
        VStack(alignment: .leading) {
          Text("Top")
          VStack { ForEach(0..<lines, id: \.self) { Text("Line \($0)") } }
          Button("More") { lines += 1 }
        }
      }
    }
    let stage = Stage { Page() }
    let top = try stage.element("Top").frame
    let more = try #require(try stage.element("More").frame?.rect)
    try stage.press("More")
    #expect(try stage.element("Top").frame == top)
    #expect(try stage.element("More").frame?.rect.y == more.y + 28)
    stage.verify()
  }
}

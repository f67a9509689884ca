import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Styles` {
  private struct Badge: LabelStyle {
    func makeBody(configuration: Configuration) -> some View {
      HStack {
        configuration.icon
        Text("new")
      }
    }
  }

  private struct Column: LabeledContentStyle {
    func makeBody(configuration: Configuration) -> some View {
      VStack {
        configuration.content
        configuration.label
      }
    }
  }

  private struct Dots: ProgressViewStyle {
    func makeBody(configuration: Configuration) -> some View {
      Text("\(Int((configuration.fractionCompleted ?? 0) * 10)) dots")
    }
  }

  private struct Dial: GaugeStyle {
    func makeBody(configuration: Configuration) -> some View {
      Text("at \(configuration.value)")
    }
  }

  private struct Page: View {
    var body: some View {
      VStack {
        Label("Inbox", systemImage: "envelope")
        LabeledContent("Voice", value: "Alex")
        ProgressView("Loading", value: 1, total: 4)
        Gauge(value: 3, in: 1...5) {
          Text("Rain")
        } currentValueLabel: {
          Text("3 mm")
        } minimumValueLabel: {
          Text("1")
        } maximumValueLabel: {
          Text("5")
        }
      }
    }
  }

  /// What an element is, apart from its place.
  private func words(_ element: Element) -> String {
    "\(element.role.name) \(element.label ?? "") \(element.value ?? "") \(element.traits.rawValue) "
      + "\(element.relations.map(\.kind.name)) \(element.range?.current ?? -1)"
  }

  @Test func `T2 a style changes how a view looks, not what its element is`() throws {
    let plain = Stage { Page() }
    let styled = Stage {
      Page()
        .labelStyle(Badge())
        .labeledContentStyle(Column())
        .progressViewStyle(Dots())
        .gaugeStyle(Dial())
    }
    #expect(plain.labels == ["Inbox", "Voice", "Alex", "Loading", "Rain"])
    #expect(styled.labels == ["Inbox", "Alex", "Voice", "Loading", "Rain"])
    for label in plain.labels {
      #expect(try words(styled.element(label)) == words(plain.element(label)))
    }
    #expect(try styled.element("Loading").value == "25%")
    #expect(try styled.element("Rain").value == "3 mm")
    #expect(try styled.element("Alex").relations.map(\.kind) == [.labelledBy])
    styled.verify()
  }

  @Test func `T2 styles of the library are named as in SwiftUI`() throws {
    let stage = Stage {
      VStack {
        Label("Share", systemImage: "square.and.arrow.up").labelStyle(.iconOnly)
        Button {
        } label: {
          Label("Delete", systemImage: "trash").labelStyle(.titleOnly)
        }
        ProgressView().progressViewStyle(.circular)
      }
    }
    #expect(stage.labels == ["Share", "Delete", ""])
    #expect(stage.elements.last?.states.contains(.busy) == true)
  }

  @Test func `T2 a style that is another one is used, and reads its environment`() throws {
    struct Page: View {
      @State private var colour = "red"
      @State private var isOn = false
      let seen: Seen

      var body: some View {
        Toggle("Lamp", isOn: $isOn).toggleStyle(Probe(colour: colour, seen: seen))
        Button("Green") { colour = "green" }
      }
    }
    let seen = Seen()
    let stage = Stage { Page(seen: seen) }
    try stage.press("Lamp", "Green")
    #expect(seen.bodies == ["red false true", "red true true", "green true true"])
    #expect(try stage.element("Lamp").states.contains(.checked))
  }

  private final class Seen {
    var bodies: [String] = []
  }

  private struct Probe: ToggleStyle {
    let colour: String
    let seen: Seen

    @Environment(\.isEnabled) private var isEnabled

    func makeBody(configuration: Configuration) -> some View {
      seen.bodies.append("\(colour) \(configuration.isOn) \(isEnabled)")
      return Capsule()
    }
  }

  @Test func `T2 a style that sets isOn turns the toggle on`() throws {
    struct Setting: ToggleStyle {
      func makeBody(configuration: Configuration) -> some View {
        configuration.label.onAppear { configuration.isOn = true }
      }
    }
    struct Page: View {
      @State private var isOn = false

      var body: some View { Toggle("Lamp", isOn: $isOn).toggleStyle(Setting()) }
    }
    let stage = Stage { Page() }
    #expect(try stage.element("Lamp").states.contains(.checked))
  }
}

internal import AccessibilityTree
internal import AccessibilityViews

/// A weather station of views that each have a style of their own, which their elements do not show (T2), with
/// an intent that takes a while and a second window.
struct StylesApp: App {
  static var intents: [any AppIntent.Type] { [RefreshIntent.self] }

  var body: some Scene {
    WindowGroup("Weather", id: "weather") { WeatherView() }
    Window("Legend", id: "legend") { LegendView() }
  }
}

private final class Weather: ObservableObject {
  @Published var humidity = 58
  @Published var progress = 1.0
  @Published var isMetric = true
}

/// Reads the station again, which takes a while.
struct RefreshIntent: AppIntent {
  static let title: LocalizedStringResource = "Refresh"

  @Dependency(default: Weather()) private var weather

  func perform() async throws -> some IntentResult & ProvidesDialog {
    guard weather.progress == 1 else {
      throw ActionRefusal(.rejected, "the station is being read; wait until that is done")
    }
    weather.progress = 0.5
    // Also when it is cancelled, or nobody could refresh again.
    defer { weather.progress = 1 }
    try await Task.sleep(for: .milliseconds(150))
    weather.humidity = 64
    return .result(dialog: "Weather updated")
  }
}

private struct WeatherView: View {
  @Environment(\.openWindow) private var openWindow
  @Dependency(default: Weather()) private var weather

  var body: some View {
    VStack(alignment: .leading) {
      Label("Rain", systemImage: "cloud.rain")
        .labelStyle(BadgeLabelStyle())
      LabeledContent("Wind", value: weather.isMetric ? "12 km/h" : "7 mph")
        .labeledContentStyle(ColumnStyle())
      Gauge(value: Double(weather.humidity), in: 0...100) {
        Text("Humidity")
      } currentValueLabel: {
        Text("\(weather.humidity)%")
      }
      .gaugeStyle(RingGaugeStyle())
      ProgressView("Reading", value: weather.progress)
        .progressViewStyle(DotsProgressViewStyle())
      Toggle(
        "Metric units",
        isOn: Binding {
          weather.isMetric
        } set: {
          weather.isMetric = $0
        }
      )
      .toggleStyle(TickToggleStyle())
      HStack {
        Button(intent: RefreshIntent()) { Text("Refresh") }
        Button("Legend") { openWindow(id: "legend") }
      }
      .buttonStyle(PillButtonStyle())
    }
  }
}

private struct LegendView: View {
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    Text("Dots show how much of the station was read.")
    Button("Done") { dismiss() }
  }
}

private struct BadgeLabelStyle: LabelStyle {
  func makeBody(configuration: Configuration) -> some View {
    HStack {
      configuration.title
      configuration.icon.overlay { Circle() }
    }
  }
}

private struct ColumnStyle: LabeledContentStyle {
  func makeBody(configuration: Configuration) -> some View {
    VStack {
      configuration.label
      configuration.content
    }
  }
}

/// A ring that is filled as far as the gauge, with the number inside.
private struct RingGaugeStyle: GaugeStyle {
  func makeBody(configuration: Configuration) -> some View {
    ZStack {
      Circle().frame(width: 100 * configuration.value, height: 100 * configuration.value)
      configuration.currentValueLabel
    }
  }
}

/// Ten dots, of which as many are shown as tenths are done.
private struct DotsProgressViewStyle: ProgressViewStyle {
  func makeBody(configuration: Configuration) -> some View {
    HStack {
      ForEach(0..<Int((configuration.fractionCompleted ?? 0) * 10)) { _ in
        Circle().frame(width: 8, height: 8)
      }
    }
  }
}

private struct TickToggleStyle: ToggleStyle {
  func makeBody(configuration: Configuration) -> some View {
    HStack {
      Image(decorative: configuration.isOn ? "tick" : "box")
      configuration.label
    }
  }
}

private struct PillButtonStyle: ButtonStyle {
  func makeBody(configuration: Configuration) -> some View {
    configuration.label
      .padding(.horizontal, 12)
      .opacity(configuration.isPressed ? 0.5 : 1)
  }
}

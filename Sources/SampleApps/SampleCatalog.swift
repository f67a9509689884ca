package import AccessibilityMirror
package import AccessibilityTree
package import AccessibilityViews

/// The sample applications by name.
package enum SampleCatalog {
  private struct Sample: Sendable {
    let name: String
    let host: @Sendable (_ name: String, TreeStore, Point, SharedScreen) -> ViewHost

    init<Content: App>(_ name: String, _ app: @escaping @Sendable () -> Content) {
      self.name = name
      host = { ViewHost(name: $0, app: app(), store: $1, origin: $2, screen: $3) }
    }
  }

  private static let samples: [Sample] = [
    Sample("calculator") { CalculatorApp() },
    Sample("toggle-flip") { ToggleFlipApp() },
    Sample("settings") { SettingsApp() },
    Sample("sign-up") { SignUpApp() },
    Sample("system-voice") { SystemVoiceApp() },
    Sample("contrast") { ContrastApp() },
    Sample("people") { PeopleApp() },
    Sample("beach") { BeachApp() },
    Sample("alert-sounds") { AlertSoundsApp() },
    Sample("beach-widget") { BeachWidgetApp() },
    Sample("photo-filter") { PhotoFilterApp() },
    Sample("coffee") { CoffeeApp() },
    Sample("equalizer") { EqualizerApp() },
    Sample("virtual-cat") { VirtualCatApp() },
    Sample("shopping-list") { ShoppingListApp() },
    Sample("traits") { TraitsApp() },
    Sample("spoken-text") { SpokenTextApp() },
    Sample("styles") { StylesApp() },
    Sample("web-page") { WebPageApp() },
    Sample("voice-memos") { VoiceMemosApp() },
    Sample("sign-in") { SignInApp() },
    // Last, because its defects should not be the first thing people see.
    Sample("audit-gallery") { AuditGalleryApp() },
  ]

  /// Samples as the talks begin with them, before they are made accessible. Named after the sample that mends them.
  private static let variants: [Sample] = [
    Sample("calculator-before") { CalculatorBeforeApp() },
    Sample("settings-before") { SettingsBeforeApp() },
    Sample("sign-up-before") { SignUpBeforeApp() },
    Sample("system-voice-before") { SystemVoiceBeforeApp() },
    Sample("contrast-before") { ContrastBeforeApp() },
    Sample("people-before") { PeopleBeforeApp() },
    Sample("beach-before") { BeachBeforeApp() },
    Sample("alert-sounds-before") { AlertSoundsBeforeApp() },
    Sample("beach-widget-before") { BeachWidgetBeforeApp() },
    Sample("photo-filter-before") { PhotoFilterBeforeApp() },
    Sample("coffee-before") { CoffeeBeforeApp() },
    Sample("equalizer-before") { EqualizerBeforeApp() },
    Sample("virtual-cat-before") { VirtualCatBeforeApp() },
  ]

  /// The names in the order in which they are shown: "calculator", "toggle-flip", and so on. These are all samples;
  /// the variants are served by name only.
  package static var names: [String] { samples.map(\.name) }

  /// The names of the samples as they are before they are made accessible: "coffee-before" for "coffee".
  package static var variantNames: [String] { variants.map(\.name) }

  /// Returns the source "sample:NAME", not yet started.
  ///
  /// - Parameters:
  ///   - origin: The position of the sample's window on screen; `nil` uses a position that
  ///     no other sample overlaps.
  ///   - screen: The screen that the sample shares with others, one of which is in front.
  package static func source(
    named name: String, store: TreeStore, origin: Point? = nil,
    screen: SharedScreen = SharedScreen()
  ) throws(UnknownSample) -> ViewHost {
    let all = samples + variants
    guard let index = all.firstIndex(where: { $0.name == name }) else {
      throw UnknownSample(name: name)
    }
    return all[index].host("sample:\(name)", store, origin ?? place(index), screen)
  }

  /// Returns a position in a grid of four columns: windows are at most 400 pixels wide and 600 high, unless
  /// their content needs more.
  private static func place(_ index: Int) -> Point {
    Point(x: Double(index % 4) * 880, y: Double(index / 4) * 720)
  }
}

/// There is no sample application with the name.
package struct UnknownSample: Error, Hashable, CustomStringConvertible {
  package let name: String

  package var description: String {
    "there is no sample \"\(name)\"; the samples are: "
      + (SampleCatalog.names + SampleCatalog.variantNames).joined(separator: ", ")
  }
}

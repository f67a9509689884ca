internal import AccessibilityMirror
internal import AccessibilityViews
internal import BridgeTransport
internal import DesktopSource
internal import Glibc
internal import SafeText
internal import SampleApps

/// A choice of the trees to serve.
enum SourceChoice: Hashable {
  case desktop
  case sample(String)

  /// Parses `desktop`, `sample` (all samples) or `sample:NAME`.
  static func parse(_ text: String) throws(ProgramError) -> [SourceChoice] {
    switch text {
    case "desktop": return [.desktop]
    case "sample": return SampleCatalog.names.map(SourceChoice.sample)
    default: break
    }
    let known =
      ["desktop", "sample"]
      + (SampleCatalog.names + SampleCatalog.variantNames).map { "sample:\($0)" }
    guard known.contains(text) else {
      let meant = closest(to: text, among: known).map { "did you mean \($0)? The" } ?? "the"
      throw ProgramError(
        "unknown source \"\(text)\"; \(meant) sources are: \(known.joined(separator: ", "))",
        isUsage: true)
    }
    return [.sample(String(text.dropFirst("sample:".count)))]
  }

  /// Returns the desktop when there is one, otherwise the samples; and the reason.
  static func fromEnvironment() -> (choices: [SourceChoice], reason: String) {
    let variables = [
      "AT_SPI_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY", "DISPLAY",
    ]
    if let variable = variables.first(where: isSet) { return ([.desktop], "\(variable) is set") }
    return (
      SampleCatalog.names.map(SourceChoice.sample),
      "no desktop: none of \(variables.joined(separator: ", ")) is set"
    )
  }

  /// - Parameter screen: The screen that the samples share.
  func make(
    store: TreeStore, loop: EventLoop, screen: SharedScreen, log: Log
  ) throws(ProgramError) -> any TreeSource {
    switch self {
    case .desktop:
      var configuration = DesktopConfiguration()
      configuration.log = { log.warning($0) }
      return DesktopSource(store: store, loop: loop, configuration: configuration)
    case .sample(let name):
      do throws(UnknownSample) {
        let source = try SampleCatalog.source(named: name, store: store, screen: screen)
        let handle = loop.handle
        source.submit = { body in handle.submit { _ in body() } }
        return source
      } catch {
        throw ProgramError(error.description, isUsage: true)
      }
    }
  }

  private static func isSet(_ name: String) -> Bool {
    guard let value = unsafe getenv(name) else { return false }
    return unsafe value.pointee != 0
  }
}

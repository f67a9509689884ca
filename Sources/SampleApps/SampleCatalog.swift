public import AccessibilityMirror
public import AccessibilityTree

/// The sample applications by name.
public enum SampleCatalog {
  private static let samples: [(name: String, make: @Sendable () -> any SampleApp)] = [
    ("calculator", { CalculatorApp() })
  ]

  /// In the order that they are shown: "calculator".
  public static var names: [String] { samples.map(\.name) }

  /// The source "sample:NAME", not yet started.
  ///
  /// - Parameter origin: where on the screen the sample puts its windows.
  public static func source(
    named name: String, store: TreeStore, origin: Point = Point(x: 0, y: 0)
  ) throws(UnknownSample) -> SampleSource {
    guard let sample = samples.first(where: { $0.name == name }) else {
      throw UnknownSample(name: name)
    }
    return SampleSource(
      name: "sample:\(sample.name)", app: sample.make(), store: store, origin: origin)
  }
}

/// No sample application has that name.
public struct UnknownSample: Error, Hashable, CustomStringConvertible {
  public let name: String

  public var description: String {
    "there is no sample \"\(name)\"; the samples are: "
      + SampleCatalog.names.joined(separator: ", ")
  }
}

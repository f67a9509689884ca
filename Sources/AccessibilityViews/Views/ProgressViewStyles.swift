/// The appearance of progress. It does not change its element.
public protocol ProgressViewStyle {
  associatedtype Body: View
  typealias Configuration = ProgressViewStyleConfiguration

  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct ProgressViewStyleConfiguration {
  /// From 0 to 1; `nil`: indeterminate.
  public let fractionCompleted: Double?
  public let label: AnyView?
  public let currentValueLabel: AnyView?
}

public struct LinearProgressViewStyle: ProgressViewStyle {
  public init() {}

  public func makeBody(configuration: Configuration) -> some View {
    VStack(alignment: .leading) {
      configuration.label
      Capsule().frame(height: 4)
      configuration.currentValueLabel
    }
  }
}

public struct CircularProgressViewStyle: ProgressViewStyle {
  public init() {}

  public func makeBody(configuration: Configuration) -> some View {
    VStack {
      Circle().frame(width: 20, height: 20)
      configuration.label
      configuration.currentValueLabel
    }
  }
}

extension ProgressViewStyle where Self == LinearProgressViewStyle {
  public static var automatic: LinearProgressViewStyle { LinearProgressViewStyle() }
  public static var linear: LinearProgressViewStyle { LinearProgressViewStyle() }
}

extension ProgressViewStyle where Self == CircularProgressViewStyle {
  public static var circular: CircularProgressViewStyle { CircularProgressViewStyle() }
}

extension View {
  public func progressViewStyle(_ style: some ProgressViewStyle) -> some View {
    styled(style) { style, configuration in style.makeBody(configuration: configuration) }
  }
}

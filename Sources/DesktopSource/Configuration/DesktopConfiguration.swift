/// The configuration of the desktop source.
public struct DesktopConfiguration: Sendable {
  /// The address of the accessibility bus; found automatically when `nil`.
  public var busAddress: String?
  /// An application that leaves a call unanswered for this long is not responding.
  public var callTimeout = Duration.seconds(2)
  /// Whether the session uses Wayland, where no application knows the positions of its windows.
  public var isWayland = false
  public var limits = DesktopLimits()
  /// Called with a line for the log, for example when the bus is lost and when it is back.
  public var log: @Sendable (String) -> Void = { _ in }

  public init() {}
}

/// What the desktop source does, and how far it goes.
public struct DesktopConfiguration: Sendable {
  /// The accessibility bus to use; found by itself when `nil`.
  public var busAddress: String?
  /// An application that left a call unanswered for so long is not responding.
  public var patience = Duration.seconds(2)
  /// Under Wayland no application knows where its windows are.
  public var isWayland = false
  public var limits = DesktopLimits()
  /// Takes a line for the log: that the bus was lost, and that it is back.
  public var log: @Sendable (String) -> Void = { _ in }

  public init() {}
}

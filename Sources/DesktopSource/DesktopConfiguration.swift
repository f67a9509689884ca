/// What the desktop source does, and how far it goes.
public struct DesktopConfiguration: Sendable {
  /// Turn accessibility on for the session where it is off (`org.a11y.Status.IsEnabled`).
  public var enablesAccessibility = true
  /// Also say that a screen reader runs (`ScreenReaderEnabled`), which some applications wait for
  /// before they tell anything. It makes some behave differently, so it is off.
  public var claimsScreenReader = false
  /// The accessibility bus to use; found by itself when `nil`.
  public var busAddress: String?
  /// Whether a background check compares an application with its mirror after it was active.
  public var checksItself = true
  /// An application that left a call unanswered for so long is not responding.
  public var patience = Duration.seconds(2)
  /// Under Wayland no application knows where its windows are.
  public var isWayland = false
  public var limits = DesktopLimits()

  public init() {}
}

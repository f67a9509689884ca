internal import BridgeTransport
internal import Glibc

/// Finds the accessibility bus, and turns accessibility on.
///
/// Tries `AT_SPI_BUS_ADDRESS`, then the session bus (`org.a11y.Bus.GetAddress`, which starts the
/// accessibility bus), then the X11 display (`AT_SPI_BUS` of the root window).
struct BusFinder {
  let loop: EventLoop
  let configuration: DesktopConfiguration

  /// The reason why no accessibility bus was found.
  struct NotFound: Error {
    var reason: String
  }

  static let service = "org.a11y.Bus"
  static let path = "/org/a11y/bus"

  /// Returns the address of the bus. Throws `NotFound` when the task is cancelled meanwhile.
  func find() async throws(NotFound) -> String {
    if let address = configuration.busAddress ?? Self.environment("AT_SPI_BUS_ADDRESS") {
      return address
    }
    let reason: String
    do throws(NotFound) {
      return try await askSession()
    } catch {
      reason = error.reason
    }
    guard !Task.isCancelled else { throw NotFound(reason: reason) }
    let display = Self.environment("DISPLAY") ?? ""
    guard !display.isEmpty else {
      throw NotFound(reason: "\(reason); DISPLAY is not set")
    }
    guard let address = await DisplayBusAddress.find(on: loop) else {
      throw NotFound(reason: "\(reason); display \(display) does not publish its address")
    }
    return address
  }

  // MARK: Session bus

  private func askSession() async throws(NotFound) -> String {
    let session: BusConnection
    do throws(BusError) {
      session = try BusConnection.openSession(on: loop)
    } catch {
      throw NotFound(
        reason: error == .disconnected
          ? "no session bus: DBUS_SESSION_BUS_ADDRESS is not set"
          : "cannot connect to the session bus: \(error)")
    }
    defer { session.close() }
    // In parallel with the call for the address, which may take long.
    loop.startTask { await turnOn(session) }
    let address: String
    do throws(BusError) {
      address = try await session.answer(
        to: CallRequest(Self.service, Self.path, Self.service, "GetAddress", startsService: true),
        timeout: .seconds(10), read: Answer.string)
    } catch {
      throw NotFound(
        reason: error == .disconnected
          ? "connection to the session bus lost: \(error)"
          : "the session bus cannot provide the accessibility bus (at-spi2-core): \(error)")
    }
    guard !address.isEmpty else {
      throw NotFound(reason: "the session bus returned an empty address of the accessibility bus")
    }
    // The answers to `turnOn` arrive after the address: two round trips wait for them.
    for _ in 0..<2 {
      _ = try? await session.answer(
        to: .toBus("GetNameOwner", [.string(Self.service)]), read: Answer.string)
    }
    return address
  }

  /// Enables accessibility (`IsEnabled`). Does not claim that a screen reader runs (`ScreenReaderEnabled`),
  /// because that makes some applications behave differently.
  private func turnOn(_ session: BusConnection) async {
    let (name, interface) = ("IsEnabled", "org.a11y.Status")
    var get = CallRequest.property(name, of: interface, Self.service, Self.path)
    get.startsService = true
    let isOn = try? await session.answer(to: get) { (message) throws(BusError) in
      try message.variant("b") { () throws(BusError) in try message.bool() }
    }
    guard isOn == false else { return }
    session.call(
      .setProperty(name, of: interface, Self.service, Self.path, to: .bool(true))
    ) { _ in }
  }

  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}

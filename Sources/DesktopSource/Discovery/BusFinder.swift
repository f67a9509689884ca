internal import BridgeTransport
internal import Glibc

/// Finds the accessibility bus, and sees to it that accessibility is on.
///
/// `AT_SPI_BUS_ADDRESS`; else the session bus is asked (`org.a11y.Bus.GetAddress`, which starts the
/// accessibility bus); else the X11 display (`AT_SPI_BUS` of the root window).
final class BusFinder {
  private let loop: EventLoop
  private let configuration: DesktopConfiguration
  private var session: BusConnection?
  private var done: ((Result<String, NotFound>) -> Void)?

  /// Why there is no accessibility bus, and what would help.
  struct NotFound: Error {
    var reason: String
  }

  init(loop: EventLoop, configuration: DesktopConfiguration) {
    self.loop = loop
    self.configuration = configuration
  }

  /// Looks for the bus; `done` is called once, in a later turn of the loop.
  func find(_ done: @escaping (Result<String, NotFound>) -> Void) {
    self.done = done
    if let address = configuration.busAddress ?? Self.environment("AT_SPI_BUS_ADDRESS") {
      loop.schedule(after: .zero) { self.end(.success(address)) }
      return
    }
    do throws(BusError) {
      let session = try BusConnection.openSession(on: loop)
      self.session = session
      session.onDisconnect = { [weak self] error in
        self?.askDisplay("the session bus hung up: \(error)")
      }
      turnOn(session)
    } catch {
      let reason =
        error == .disconnected
        ? "no session bus: DBUS_SESSION_BUS_ADDRESS is not set" : "the session bus: \(error)"
      loop.schedule(after: .zero) { self.askDisplay(reason) }
    }
  }

  func cancel() {
    done = nil
    session?.close()
    session = nil
  }

  private func end(_ result: Result<String, NotFound>) {
    let done = done
    cancel()
    done?(result)
  }

  static let service = "org.a11y.Bus"
  static let path = "/org/a11y/bus"

  // MARK: Session bus

  /// Says that somebody wants accessibility, and goes on to ask for the address. Not that a screen
  /// reader runs (`ScreenReaderEnabled`): that makes some applications behave differently.
  private func turnOn(_ session: BusConnection) {
    let (name, interface) = ("IsEnabled", "org.a11y.Status")
    var get = CallRequest.property(name, of: interface, Self.service, Self.path)
    get.startsService = true
    session.call(get) { [weak session] result in
      let isOn = BusConnection.read(result) { (message) throws(BusError) in
        try message.variant("b") { () throws(BusError) in try message.bool() }
      }
      guard case .success(false) = isOn, let session else { return }
      session.setProperty(name, of: interface, Self.service, Self.path, to: .bool(true)) { _ in }
    }
    askAddress(session)
  }

  private func askAddress(_ session: BusConnection) {
    let request = CallRequest(
      Self.service, Self.path, Self.service, "GetAddress", startsService: true)
    session.call(request, timeout: .seconds(10)) { [weak self] result in
      let address = BusConnection.read(result) { (message) throws(BusError) in
        try message.string()
      }
      switch address {
      case .success(let address) where !address.isEmpty: self?.lingerThenEnd(address)
      case .success: self?.askDisplay("the session bus names no accessibility bus")
      case .failure(let error):
        self?.askDisplay("the session bus knows no accessibility bus (at-spi2-core): \(error)")
      }
    }
  }

  /// The answers to `turnOn` are behind the address in the queue: one more round trip lets them in.
  private func lingerThenEnd(_ address: String) {
    guard let session else { return end(.success(address)) }
    session.owner(of: Self.service) { [weak self] _ in
      guard let self, let session = self.session else { return }
      session.owner(of: Self.service) { [weak self] _ in self?.end(.success(address)) }
    }
  }

  // MARK: Display

  private func askDisplay(_ reason: String) {
    session?.close()
    session = nil
    let display = Self.environment("DISPLAY") ?? ""
    guard !display.isEmpty else {
      return end(.failure(NotFound(reason: "\(reason); DISPLAY is not set either")))
    }
    DisplayBusAddress(loop: loop).find { [weak self] address in
      guard let self, done != nil else { return }
      if let address { return end(.success(address)) }
      end(.failure(NotFound(reason: "\(reason); display \(display) names none either")))
    }
  }

  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}

import BridgeTestSupport
import BridgeTransport

@testable import DesktopSource

/// A service on a bus that gives the answers of a test, or none.
///
/// Runs on the test's loop, with its own connection.
final class FakeBusService {
  enum Answer {
    case values([BusValue])
    case error(String, String)
    /// No answer: the caller waits until its deadline.
    case silence
  }

  typealias Handler = (MessageReader) throws(BusError) -> Answer

  let connection: BusConnection
  /// All received calls: path, interface and member, separated by spaces.
  private(set) var received: [String] = []
  /// While true, calls are received but not answered; afterwards all are answered, as after a SIGCONT.
  var isHanging = false {
    didSet { if !isHanging { answerHeld() } }
  }

  private var handlers: [String: Handler] = [:]
  private var held: [MessageReader] = []

  convenience init(_ bus: PrivateBus, _ loop: EventLoop) throws {
    try self.init(address: bus.address, loop)
  }

  init(address: String, _ loop: EventLoop) throws {
    connection = try BusConnection.open(address: address, on: loop)
    connection.onMethodCall = { [weak self] call in self?.take(call) ?? false }
    guard loop.run(until: { self.connection.state == .ready }) else { throw NotReady() }
  }

  deinit {
    connection.close()
  }

  /// The unique name of the service.
  var name: String { connection.uniqueName ?? "" }

  /// Answers `member` of `interface` with `handler`: at `path`, or at all paths without another handler.
  func on(_ interface: String, _ member: String, path: String = "*", _ handler: @escaping Handler) {
    handlers["\(path) \(interface) \(member)"] = handler
  }

  /// Answers the `Get` of a property, at all paths without another handler.
  func onProperty(_ interface: String, _ name: String, _ value: BusValue) {
    properties[interface, default: [:]][name] = value
    on("org.freedesktop.DBus.Properties", "Get") { [weak self] call throws(BusError) in
      let (interface, name) = (try call.string(), try call.string())
      guard let value = self?.properties[interface]?[name] else {
        return .error("org.freedesktop.DBus.Error.UnknownProperty", name)
      }
      return .values([.variant(value)])
    }
    on("org.freedesktop.DBus.Properties", "GetAll") { [weak self] call throws(BusError) in
      .values([.properties(self?.properties[try call.string()] ?? [:])])
    }
  }

  private var properties: [String: [String: BusValue]] = [:]

  func emit(
    _ path: String, _ interface: String, _ member: String, _ values: [BusValue] = []
  ) throws {
    try connection.emitSignal(path, interface, member, values)
  }

  /// Closes the connection to the bus, as in a crash.
  func vanish() {
    connection.close()
  }

  private func take(_ call: MessageReader) -> Bool {
    if isHanging {
      held.append(call)
    } else {
      answer(call)
    }
    return true
  }

  private func answerHeld() {
    let calls = held
    held = []
    for call in calls { answer(call) }
  }

  private func answer(_ call: MessageReader) {
    let (path, interface, member) = (call.path ?? "", call.interface ?? "", call.member ?? "")
    received.append("\(path) \(interface) \(member)")
    let handler =
      handlers["\(path) \(interface) \(member)"] ?? handlers["* \(interface) \(member)"]
    let answer: Answer
    do throws(BusError) {
      answer =
        try handler?(call) ?? .error("org.freedesktop.DBus.Error.UnknownMethod", "no \(member)")
    } catch {
      answer = .error("org.freedesktop.DBus.Error.InvalidArgs", "\(error)")
    }
    switch answer {
    case .values(let values): try? connection.reply(to: call, values)
    case .error(let name, let text): try? connection.replyError(to: call, name: name, message: text)
    case .silence: break
    }
  }

  struct NotReady: Error {}
}

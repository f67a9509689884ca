import BridgeTestSupport
import BridgeTransport

@testable import DesktopSource

/// A service on a bus that answers what a test tells it to, or does not answer.
///
/// Runs on the test's own loop, on its own connection.
final class FakeBusService {
  enum Answer {
    case values([BusValue])
    case error(String, String)
    /// The caller waits for its deadline.
    case silence
  }

  typealias Handler = (MessageReader) throws(BusError) -> Answer

  let connection: BusConnection
  /// Every call received: path, interface and member, separated by blanks.
  private(set) var received: [String] = []
  /// While true, calls are taken in and not answered; afterwards all are, as after a SIGCONT.
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

  /// The unique name that tests call.
  var name: String { connection.uniqueName ?? "" }

  /// Answers `member` of `interface` by `handler`: at `path`, or wherever nothing else does.
  func on(_ interface: String, _ member: String, path: String = "*", _ handler: @escaping Handler) {
    handlers["\(path) \(interface) \(member)"] = handler
  }

  /// Answers a property's `Get`, wherever nothing else does.
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

  /// Leaves the bus, as a crash does.
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

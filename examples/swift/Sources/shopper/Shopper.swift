import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTransport
import Glibc

/// Uses the shop: `shopper ADDRESS`. Finds its controls, subscribes to changes, performs actions, and prints
/// their effects.
@main
struct Shopper {
  static func main() async {
    guard let address = CommandLine.arguments.dropFirst().first else {
      print("usage: shopper ADDRESS")
      exit(2)
    }
    do {
      try await run(address)
    } catch {
      // The description of every error says what is wrong, where, and what to do.
      print(error)
      exit(1)
    }
  }

  private static func run(_ address: String) async throws {
    let client = try await BridgeClient.connect(to: SocketAddress(parsing: address))

    let controls = try await client.call(FindRequest(selector: "button, spinbutton"))
    for element in controls.elements {
      print("found \(element.role.name) \"\(element.label ?? "")\"")
    }

    // Subscribes to all changes from now on. The first message confirms that no later change is missed.
    var updates = client.stream(SubscribeRequest()).makeAsyncIterator()
    guard case .subscribed = try await updates.next()?.event else {
      print("the subscription did not begin")
      exit(1)
    }

    try await perform(.increment, on: "spinbutton[label=Apples]", with: client)
    try await perform(.press, on: "button[label=Order]", with: client)
    try await print("heard \"\(nextAnnouncement(&updates) ?? "nothing")\"")

    let total = try await client.call(GetElementRequest(target: .selector("[identifier=total]")))
    print("now \"\(total.element.label ?? "")\"")
    client.close()
  }

  /// Performs an action and prints its outcome.
  private static func perform(
    _ command: ActionCommand, on selector: String, with client: BridgeClient
  ) async throws {
    let request = PerformRequest(target: .selector(selector), command: command)
    print("\(command): \(try await client.call(request).receipt.outcome)")
  }

  private static func nextAnnouncement(
    _ updates: inout MessageStream<SubscribeResponse>.Iterator
  ) async throws -> String? {
    while let message = try await updates.next() {
      guard case .update(let update) = message.event else { continue }
      for case .announcement(let text, _, _) in update.notifications.map(\.notification) {
        return text
      }
    }
    return nil
  }
}

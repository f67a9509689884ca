import AccessibilityTree
import BridgeClient
import BridgePolicy
import BridgeProtocol
import BridgeSecurity
import BridgeTestSupport
import Testing

/// What a client may not see does not exist for it: whatever it asks, it is answered what it would be answered
/// if the rest were not there.
@Suite(.timeLimit(.minutes(10)))
struct `Narrow clients` {
  private func everyElement(_ client: BridgeClient) async throws -> [ElementID] {
    var ids: [ElementID] = []
    for try await part in client.stream(GetTreeRequest()) { ids += part.elements.map(\.id) }
    return ids
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `every method answers as if hidden applications did not exist`(seed: UInt64) async throws {
    let server = try await TwinServer(seed: seed)
    try await server.edit(batches: 100)
    let clients = try await server.clients(server.narrow)
    try await server.edit(batches: 95)
    let since = try await clients.asyncMap { try await Answers.begin($0) }
    #expect(since[0] == since[1])
    try await server.edit(batches: 5)
    // Misses tell of what an application has grown in the last 2 s, which is known since a mirror was made.
    try await Task.sleep(for: .milliseconds(2_200))
    let known = try await everyElement(clients[0])
    let hidden = try await server.run { Array($0.twins.hidden.suffix(10)) }
    #expect(known.count > 10 && hidden.count > 5, "\(known.count), \(hidden.count)")
    for method in Method.allCases {
      let answers = try await clients.asyncMap {
        try await Answers(client: $0, known: known, hidden: hidden, since: since[0])
          .answers(of: method)
      }
      #expect(!answers[0].isEmpty)
      try #require(answers[0].count == answers[1].count)
      for (index, (one, other)) in zip(answers[0], answers[1]).enumerated() {
        #expect(one == other, "\(method), answer \(index)")
        #expect(!one.contains("50000"), "an id of the whole mirror: \(method), answer \(index)")
      }
    }
  }

  @Test func `a running subscription is sent the same as if hidden applications did not exist`()
    async throws
  {
    let server = try await TwinServer(seed: 7)
    try await server.edit(batches: 50)
    let clients = try await server.clients(server.narrow)
    let followed = clients.map { client in
      Task {
        var replica = Replica()
        for try await response in client.stream(
          SubscribeRequest(snapshotFirst: true), window: 10_000)
        {
          try replica.take(response)
          let isLast = replica.notifications.contains {
            if case .announcement("the end", _, _) = $0.notification { true } else { false }
          }
          if isLast { break }
        }
        return replica
      }
    }
    try await eventually("both subscriptions run") {
      for client in clients
      where try await client.call(GetServerInfoRequest()).subscriptionCount < 1 { return false }
      return true
    }
    try await server.edit(batches: 200)
    try await server.run { world in
      try world.twins.announceTheEnd()
    }
    let (one, other) = (try await followed[0].value, try await followed[1].value)
    #expect(one.bytes == other.bytes)
    #expect(one.unspoken == other.unspoken)
    #expect(one.notifications.count > 50)
    #expect(
      !one.notifications.contains { "\($0)".contains("secret") || "\($0)".contains("nobody") })
  }

  @Test func `a client that may see everything is not in a part of the mirror`() async throws {
    let server = try await TwinServer(seed: 4, applications: [])
    try await server.edit(batches: 60)
    let clients = try await server.clients(server.narrow)
    let names = try await clients[0].call(ListApplicationsRequest()).applications.map(
      \.application.name)
    #expect(names.contains { $0.hasPrefix("Secret") })
    #expect(clients[0].server?.epoch == 11)
    let hidden = try await server.run { $0.twins.hidden }
    let all = try await everyElement(clients[0])
    #expect(Set(all).isSuperset(of: hidden))
  }

  @Test func `an application that is renamed leaves the clients that may no longer see it`()
    async throws
  {
    let server = try await TwinServer(seed: 5)
    let root = try await server.run { try $0.twins.addApplication("Visible one") }
    let client = try await server.clients(server.narrow)[0]
    let id = try #require(try await everyElement(client).first)
    let before = try await client.call(GetServerInfoRequest()).revision
    try await server.run { world in
      world.twins.whole.edit { $0.updateApplication(root) { $0.name = "Private" } }
    }
    #expect(try await everyElement(client) == [])
    let failure = try await status(of: await client.call(GetElementRequest(target: .id(id))))
    #expect(failure?.reason == .staleElement)
    #expect(try await client.call(GetServerInfoRequest()).revision == before + 1)
  }
}

extension Array where Element: Sendable {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async throws -> [Value]
  {
    var result: [Value] = []
    for element in self { result.append(try await body(element)) }
    return result
  }
}

extension Replica {
  /// The notifications but those of the voice, whose time is each server's own, and which are revisions as well.
  fileprivate var unspoken: [String] {
    notifications.compactMap {
      if case .speech = $0.notification { nil } else { "\($0.notification)" }
    }
  }
}

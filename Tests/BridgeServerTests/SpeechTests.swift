import AccessibilityMirror
import AccessibilitySpeech
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import Testing

/// What subscribers receive about the announcement queue.
@Suite(.timeLimit(.minutes(10)))
struct SpeechTests {
  /// Follows notifications of some kinds until `isLast` returns true. Runs `begin` when the subscription is
  /// established.
  private func follow(
    _ server: TestServer, _ kinds: NotificationKinds, scopes: [ElementID] = [],
    begin: @escaping @Sendable (World) throws -> Void,
    until isLast: (Notification) -> Bool
  ) async throws -> [Notification] {
    let client = try await server.client()
    defer { client.close() }
    var heard: [Notification] = []
    for try await response in client.stream(SubscribeRequest(kinds: kinds, scopes: scopes)) {
      switch response.event {
      case .subscribed: try await server.run(begin)
      case .update(let update):
        for notification in update.notifications.map(\.notification) {
          heard.append(notification)
          if isLast(notification) { return heard }
        }
      default: break
      }
    }
    return heard
  }

  private func events(_ notifications: [Notification]) -> [String] {
    notifications.compactMap {
      if case .speech(let event) = $0 { return "\(event.decision.name) \(event.text)" }
      return nil
    }
  }

  private func isFinished(_ text: String) -> (Notification) -> Bool {
    { notification in
      if case .speech(let event) = notification {
        return event.decision == .finished && event.text == text
      }
      return false
    }
  }

  @Test func `N3 P10 a client learns which of the camera's announcements are spoken`() async throws
  {
    let server = try await TestServer.start {
      $0.speechRate = SpeechRate(charactersPerSecond: 200, pause: 0)
    }
    let camera = try await server.run {
      try $0.add(.image, "Camera", under: $0.addApplication().window)
    }
    let heard = try await follow(
      server, [.announcement, .speech],
      begin: { world in
        world.store.edit { edit in
          edit.post(.announcement(text: "Opening Camera", priority: .default, element: camera))
          edit.post(.announcement(text: "Camera Loading", priority: .low, element: camera))
          edit.post(.announcement(text: "Camera Active", priority: .high, element: camera))
        }
      }, until: isFinished("Camera Active"))
    // The announcements themselves come first, in order and unchanged.
    #expect(heard.prefix(3).allSatisfy { $0.kind == .announcement })
    #expect(
      events(heard) == [
        "spoken Opening Camera", "dropped Camera Loading", "interrupted Opening Camera",
        "spoken Camera Active", "finished Camera Active",
      ])
    #expect(heard.allSatisfy { $0.subject == camera })
  }

  @Test func `N3 live regions speak through the same queue, within the subscribed scope`()
    async throws
  {
    let server = try await TestServer.start {
      $0.speechRate = SpeechRate(charactersPerSecond: 1000, pause: 0)
    }
    let (status, other) = try await server.run { world in
      let window = try world.addApplication().window
      return (
        try world.add(.status, "Ready", under: window), try world.add(.text, "Else", under: window)
      )
    }
    let heard = try await follow(
      server, .speech, scopes: [status],
      begin: { world in
        world.store.edit {
          $0.post(.announcement(text: "elsewhere", priority: .high, element: other))
        }
        try world.change(status) { $0.label = "Saved" }
      }, until: isFinished("Saved"))
    // The announcement for the new region may still be spoken.
    let saved = events(heard).filter { !$0.hasSuffix(" Ready") }
    #expect(saved == ["spoken Saved", "finished Saved"])
  }

  @Test func `N3 what an action causes is spoken at once, whatever is being said`() async throws {
    let server = try await TestServer.start()
    let (window, button) = try await server.run { world in
      let window = try world.addApplication().window
      let button = try world.add(.button, "Save", under: window)
      world.source.onPerform = { [unowned world] _, done in
        world.store.edit {
          $0.post(.announcement(text: "Saved", priority: .default, element: button))
        }
        done(.performed(method: "fake"))
      }
      return (window, button)
    }
    let client = try await server.client()
    defer { client.close() }
    var heard: [String] = []
    for try await response in client.stream(SubscribeRequest(kinds: .speech)) {
      switch response.event {
      case .subscribed:
        try await server.run { world in
          for text in ["A long warning that takes seconds to say", "Another warning"] {
            world.store.edit {
              $0.post(.announcement(text: text, priority: .high, element: window))
            }
          }
        }
        _ = try await client.call(PerformRequest(target: .id(button), command: .press))
      case .update(let update): heard += events(update.notifications.map(\.notification))
      default: break
      }
      if heard.last == "spoken Saved" { break }
    }
    #expect(
      heard == [
        "spoken A long warning that takes seconds to say",
        "interrupted A long warning that takes seconds to say", "dropped Another warning",
        "spoken Saved",
      ])
  }

  @Test func `A subscriber without the kind speech receives no decisions`() async throws {
    let server = try await TestServer.start()
    let window = try await server.run { try $0.addApplication().window }
    let heard = try await follow(
      server, [.announcement, .value],
      begin: { world in
        world.store.edit { $0.post(.announcement(text: "one", priority: .low, element: nil)) }
        try world.change(window) { $0.value = "new" }
      }, until: { $0.kind == .value })
    #expect(heard.map(\.kind) == [.announcement, .value])
  }
}

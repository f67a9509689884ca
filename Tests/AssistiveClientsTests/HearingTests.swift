import AccessibilityTree
import AssistiveClients
import Testing

/// Which announcements a client says, and when.
struct HearingTests {
  private var hearing = Hearing()
  private var stage: Stage
  private let button: ElementID
  private let other: ElementID

  init() throws {
    stage = try Stage()
    button = try stage.button("Camera")
    other = try stage.button("Elsewhere", under: try stage.application("Other"))
  }

  private func announced(
    _ text: String, _ priority: AnnouncementPriority = .default, _ element: ElementID? = nil
  ) -> Notification {
    .announcement(text: text, priority: priority, element: element ?? button)
  }

  private func texts(_ notifications: [Notification]) -> [String] {
    notifications.map { notification in
      switch notification {
      case .announcement(let text, _, _): text
      case .speech(let event): "\(event.decision) \(event.text)"
      default: "\(notification)"
      }
    }
  }

  private mutating func happens(
    _ notifications: Notification..., front: ElementID? = nil
  ) -> [Notification] {
    hearing.take(notifications, in: stage.tree, front: front)
  }

  @Test
  mutating func `N3: of what an action caused at once, priorities decide what is said`() {
    hearing.begin(button, in: stage.tree)
    let camera = [
      announced("Opening Camera"), announced("Camera Loading", .low),
      announced("Camera Active", .high),
    ]
    #expect(
      texts(hearing.finish([camera]))
        == ["Opening Camera", "interrupted Opening Camera", "Camera Active"])
    hearing.begin(button, in: stage.tree)
    let alerts = [announced("one", .high), announced("two", .high), announced("three")]
    #expect(texts(hearing.finish([alerts])) == ["one", "two", "three"], "nothing urgent is lost")
    hearing.begin(button, in: stage.tree)
    #expect(texts(hearing.finish([[announced("Ready", .low)]])) == ["Ready"])
  }

  @Test
  mutating func `N3: without priorities, what is announced at once interrupts each other`() {
    let camera = [announced("Opening Camera"), announced("Loading"), announced("Active")]
    hearing.begin(button, in: stage.tree)
    #expect(
      texts(hearing.finish([camera])) == [
        "Opening Camera", "interrupted Opening Camera", "Loading", "interrupted Loading", "Active",
      ])
    hearing.begin(button, in: stage.tree)
    #expect(texts(hearing.finish(camera.map { [$0] })) == ["Opening Camera", "Loading", "Active"])
    hearing.begin(button, in: stage.tree)
    _ = happens(camera[0], camera[1], camera[2])
    #expect(texts(hearing.during(in: stage.tree)) == ["Opening Camera", "Loading", "Active"])
  }

  @Test
  mutating func `an announcement of the receipt is said once, whenever it arrives`() {
    hearing.begin(button, in: stage.tree)
    #expect(happens(announced("Saved")) == [])
    #expect(texts(hearing.finish([[announced("Saved")]])) == ["Saved"])
    #expect(hearing.listen() == [])
    // It is announced twice, and both were said while the finger moved.
    hearing.begin(button, in: stage.tree)
    _ = happens(announced("on"), announced("on"))
    #expect(texts(hearing.during(in: stage.tree)) == ["on", "on"])
    let all = [announced("on"), announced("on"), announced("off")]
    #expect(texts(hearing.finish([all])) == ["off"])
    #expect(hearing.listen() == [])
  }

  @Test
  mutating func `what comes later waits for somebody who listens`() {
    hearing.begin(button, in: stage.tree)
    #expect(hearing.finish([]) == [])
    _ = happens(announced("Camera Active", .high))
    hearing.begin(button, in: stage.tree)
    _ = happens(announced("another's"))
    #expect(texts(hearing.finish([[announced("mine")]])) == ["mine"])
    #expect(texts(hearing.listen()) == ["Camera Active", "another's"])
    #expect(hearing.listen() == [])
  }

  @Test
  mutating func `other applications are not heard, and the one in front only by a screen reader`()
    throws
  {
    _ = happens(announced("before"), announced("elsewhere", .high, other))
    #expect(hearing.listen() == [])
    let front = try #require(stage.tree.read(button) { $0.application })
    _ = happens(announced("in front"), announced("elsewhere", .high, other), front: front)
    #expect(texts(hearing.listen()) == ["in front"])
    hearing.begin(other, in: stage.tree)
    #expect(hearing.finish([]) == [])
    _ = happens(announced("left"), announced("used", .default, other))
    #expect(texts(hearing.listen()) == ["used"])
  }

  @Test
  mutating func `everything but speech is passed on`() {
    let change = Notification.valueChanged(element: button, old: nil, new: "1")
    let spoken = SpeechEvent(utterance: 1, .spoken, text: "Saved", priority: .high)
    #expect(happens(change, .speech(spoken), announced("Saved")) == [change])
  }
}

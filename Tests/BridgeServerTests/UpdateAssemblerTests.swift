import AccessibilityTree
import BridgeClient
import BridgeProtocol
import Testing

/// The parts of one update are applied together.
struct UpdateAssemblerTests {
  private func element(_ id: UInt64) -> Element {
    Element(id: ElementID(rawValue: id), role: .button)
  }

  private func part(_ id: UInt64, to revision: Revision = 5, more: Bool) -> TreeUpdate {
    TreeUpdate(
      fromRevision: 2, revision: revision, changed: [element(id)],
      removed: [ElementID(rawValue: id + 100)],
      notifications: [
        RevisedNotification(revision: 4, .focusMoved(from: nil, to: ElementID(rawValue: id)))
      ],
      droppedNotifications: more ? 0 : 3, hasMore: more)
  }

  @Test func `The parts of an update are joined in order`() throws {
    var assembler = UpdateAssembler()
    #expect(try assembler.take(part(1, more: true)) == nil)
    #expect(assembler.isGathering)
    #expect(try assembler.take(part(2, more: true)) == nil)
    let whole = try #require(try assembler.take(part(3, more: false)))
    #expect(whole.changed.map(\.id) == [1, 2, 3].map { ElementID(rawValue: $0) })
    #expect(whole.removed == [101, 102, 103].map { ElementID(rawValue: $0) })
    #expect(whole.notifications.count == 3)
    #expect(whole.droppedNotifications == 3)
    #expect((whole.fromRevision, whole.revision, whole.hasMore) == (2, 5, false))
    #expect(!assembler.isGathering)
  }

  @Test func `An update in one part is passed on unchanged`() throws {
    var assembler = UpdateAssembler()
    for event in [
      .subscribed(epoch: 1, revision: 2), .update(part(1, more: false)),
      .snapshotRequired(since: 1, revision: 9),
      .snapshot(GetTreeResponse(revision: 3, elements: [element(1)], isLast: true)),
    ] as [SubscribeResponse.Event] {
      #expect(try assembler.take(SubscribeResponse(event)) == SubscribeResponse(event))
    }
  }

  @Test func `The parts of a snapshot are joined`() throws {
    var assembler = UpdateAssembler()
    let first = GetTreeResponse(revision: 3, elements: [element(1)], total: 2)
    let last = GetTreeResponse(revision: 3, elements: [element(2)], isLast: true, omitted: 7)
    #expect(try assembler.take(SubscribeResponse(.snapshot(first))) == nil)
    #expect(
      try assembler.take(SubscribeResponse(.snapshot(last)))?.event
        == .snapshot(
          GetTreeResponse(
            revision: 3, elements: [element(1), element(2)], isLast: true, omitted: 7, total: 2)))
  }

  @Test func `Parts that do not belong together are refused`() throws {
    let strangers: [SubscribeResponse.Event] = [
      .update(part(2, to: 6, more: false)), .subscribed(epoch: 1, revision: 5),
      .snapshot(GetTreeResponse(revision: 5, isLast: true)),
    ]
    for stranger in strangers {
      var assembler = UpdateAssembler()
      #expect(try assembler.take(part(1, more: true)) == nil)
      #expect(throws: ClientError.self) { try assembler.take(SubscribeResponse(stranger)) }
    }
    var assembler = UpdateAssembler()
    #expect(try assembler.take(GetTreeResponse(revision: 5)) == nil)
    #expect(throws: ClientError.self) { try assembler.take(GetTreeResponse(revision: 6)) }
  }

  @Test func `An endless sequence of parts is refused`() throws {
    var assembler = UpdateAssembler(limit: 10)
    #expect(throws: ClientError.self) {
      for _ in 0..<5 { _ = try assembler.take(part(1, more: true)) }
    }
  }
}

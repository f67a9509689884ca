import AccessibilityMirror
import AccessibilityTree
import Testing

@Suite struct `Change log` {
  private func relabel(_ mirror: MirrorFixture, _ id: ElementID, times: Int) throws {
    for _ in 0..<times {
      try mirror.store.edit { edit in
        try edit.update(id) { $0.label = "\(mirror.store.revision)" }
      }
    }
  }

  @Test func `a reader of forgotten revisions needs a snapshot`() throws {
    let mirror = MirrorFixture(limits: .init(commits: 10, entries: 1000))
    let (_, window) = try mirror.application()
    try relabel(mirror, window, times: 500)
    let latest = mirror.store.revision
    #expect(latest == 501)
    #expect(mirror.store.commits(since: latest)?.isEmpty == true)
    for back in 1...UInt64(10) {
      let commits = try #require(mirror.store.commits(since: latest - back))
      #expect(commits.map(\.revision) == Array((latest - back + 1)...latest))
    }
    #expect(mirror.store.commits(since: latest - 11) == nil)
    #expect(mirror.store.delta(since: 0) == nil)
    #expect(mirror.store.commits(since: latest + 1) == nil)
    #expect(mirror.store.delta(since: .max) == nil)
  }

  @Test func `a revision with too many elements clears the log, including itself`() throws {
    let mirror = MirrorFixture(limits: .init(commits: 1000, entries: 50))
    let (_, window) = try mirror.application()
    try relabel(mirror, window, times: 20)
    let before = mirror.store.revision
    #expect(mirror.store.delta(since: before - 20) != nil)
    try mirror.store.edit { edit in
      for _ in 0..<60 {
        try edit.insert(Element(id: mirror.store.makeID(), role: .text), under: window)
      }
    }
    #expect(mirror.store.delta(since: before) == nil)
    #expect(mirror.store.delta(since: before + 1)?.isEmpty == true)
    try relabel(mirror, window, times: 1)
    #expect(mirror.store.delta(since: before + 1)?.changed.map(\.id) == [window])
  }

  @Test func `long texts are cut, and the memory of texts is bounded`() throws {
    let mirror = MirrorFixture(limits: .init(commits: 1000, entries: 100_000, bytes: 1_000_000))
    let (_, window) = try mirror.application()
    let text = String(repeating: "x", count: 600_000)
    for number in 0..<200 {
      mirror.store.edit { edit in
        edit.post(.announcement(text: "\(number) " + text, priority: .low, element: window))
      }
    }
    #expect(mirror.store.logMemory <= 1_000_000)
    let latest = mirror.store.revision
    let last = try #require(mirror.store.commits(since: latest - 1)?.first)
    guard case .announcement(let said, _, _) = last.notifications.first else {
      Issue.record("an announcement is expected: \(last.notifications)")
      return
    }
    #expect(said.unicodeScalars.count == Notification.maxTextLength)
    #expect(said.hasPrefix("199 x") && said.hasSuffix("…"))
    // Each revision takes some 8 KB, so about 115 fit; a reader of an older revision needs a snapshot.
    #expect(mirror.store.commits(since: latest - 100)?.count == 100)
    #expect(mirror.store.commits(since: latest - 150) == nil)
  }

  @Test func `a log without capacity has only the current revision`() throws {
    let mirror = MirrorFixture(limits: .init(commits: 0, entries: 0))
    let (_, window) = try mirror.application()
    try relabel(mirror, window, times: 3)
    #expect(mirror.store.delta(since: 4)?.isEmpty == true)
    #expect(mirror.store.delta(since: 3) == nil)
  }

  @Test func `a delta over several commits is the sum of their changes`() throws {
    let mirror = MirrorFixture()
    let (_, window) = try mirror.application()
    let button = try mirror.add(.button, under: window)
    try relabel(mirror, button, times: 2)
    let commits = try #require(mirror.store.commits(since: 2))
    #expect(mirror.store.delta(of: commits, from: 2) == mirror.store.delta(since: 2))
    #expect(mirror.store.delta(since: 2)?.changed.map(\.id) == [button])
  }
}

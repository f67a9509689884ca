import AccessibilityMirror
import AccessibilityTree
import AccessibilityViews
import Testing

@testable import SampleApps

@Suite struct `The catalog of samples` {
  @Test func `the windows of all samples have different positions`() throws {
    let store = TreeStore(epoch: 1) { 1 }
    let names = SampleCatalog.names + SampleCatalog.variantNames
    let sources = try names.map { try SampleCatalog.source(named: $0, store: store) }
    for source in sources { source.start() }
    let windows = store.snapshot().filter { $0.role == .window }.compactMap(\.frame?.rect)
    #expect(windows.count >= sources.count)
    for (index, window) in windows.enumerated() {
      #expect(!windows[(index + 1)...].contains { $0.intersects(window) })
    }
  }

  @Test func `N1 the first of all samples is in front, and the gallery is not`() throws {
    let store = TreeStore(epoch: 1) { 1 }
    let screen = SharedScreen()
    let sources = try SampleCatalog.names.map {
      try SampleCatalog.source(named: $0, store: store, screen: screen)
    }
    for source in sources { source.start() }
    #expect(SampleCatalog.names.last == "audit-gallery")
    let active = store.snapshot().filter { $0.states.contains(.active) }
    #expect(active.map(\.label) == ["Calculator"])
    #expect(!store.snapshot().contains { $0.states.contains(.focused) })
  }

  @Test func `each variant is named after the sample that mends it`() {
    for name in SampleCatalog.variantNames {
      #expect(name.hasSuffix("-before"))
      #expect(SampleCatalog.names.contains(String(name.dropLast("-before".count))), "\(name)")
      #expect(!SampleCatalog.names.contains(name))
    }
  }

  @Test(arguments: SampleCatalog.names + SampleCatalog.variantNames)
  func `every sample runs, and its mirror equals a new reading`(name: String) throws {
    let host = try SampleHost(name)
    #expect(host.source.status.phase == .running)
    let root = try #require(host.source.application)
    host.source.verify(root, deadline: .max) { report in
      #expect(report.compared > 1)
      #expect(report.differences.isEmpty && report.failure == "")
    }
  }
}

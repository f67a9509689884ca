import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Testing

/// Items of LibreOffice, which are in the menu bar of GTK and in another one without a height.
@Suite(.timeLimit(.minutes(10)))
struct TwinMenuTests {
  /// Presses the item by its name.
  ///
  /// - Parameter heights: The heights of the menu bars, each of which has the item.
  /// - Returns: The places of the items that the application was asked to press.
  private func press(heights: [Double]) async throws -> [Int?] {
    let server = try await TestServer.start()
    let items = try await server.run { world in
      let window = try world.addApplication().window
      return try heights.map { height in
        let bar = try world.add(.menuBar, "", under: window) {
          $0.frame = Frame(rect: Rect(x: 0, y: 0, width: 100, height: height), space: .window)
        }
        let menu = try world.add(.menu, "Sheet", under: bar)
        return try world.add(.menuItem, "Rename", under: menu)
      }
    }
    let client = try await server.client()
    _ = try? await client.perform(
      PerformRequest(target: .selector("menuitem[label=Rename]"), command: .press))
    return try await server.run { world in
      world.source.requests.map { items.firstIndex(of: $0.element) }
    }
  }

  @Test(arguments: [[0, 20], [20, 0], [20, 20]] as [[Double]])
  func `the item is pressed that is in the only menu bar with a height`(heights: [Double])
    async throws
  {
    let isClear = heights.contains(0)
    let expected = isClear ? [heights.firstIndex(of: 20)] : []
    #expect(try await press(heights: heights) == expected)
  }
}

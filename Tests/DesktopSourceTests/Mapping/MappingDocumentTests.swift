import BridgeTestSupport
import Foundation
import Testing

@testable import DesktopSource

struct MappingDocumentTests {
  @Test
  func `docs/at-spi-mapping.md equals the tables in the code`() throws {
    let path = "\(Places.root)/docs/at-spi-mapping.md"
    if ProcessInfo.processInfo.environment["UPDATE_DOCS"] != nil {
      try MappingDocument.text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      written == MappingDocument.text, "run UPDATE_DOCS=1 swift test --filter MappingDocument")
  }
}

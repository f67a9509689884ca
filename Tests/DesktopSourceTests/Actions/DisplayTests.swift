import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

@Suite(.ownThreadInTurn)
struct DisplayTests {
  @Test(arguments: [
    (":0", UInt32?.some(0)), (":99.0", 99), ("unix:7", 7), ("host:0", nil), ("", nil), (":", nil),
  ])
  func `a display on this machine is distinguished from one elsewhere`(
    name: String, number: UInt32?
  ) {
    #expect(XDisplay.number(of: name) == number)
  }

  @Test
  func `the cookie of the display is found among others, and a truncated file is harmless`() {
    func entry(_ number: String, _ name: String, _ data: [UInt8]) -> [UInt8] {
      var bytes: [UInt8] = [1, 0]
      for part in [Array("host".utf8), Array(number.utf8), Array(name.utf8), data] {
        bytes += [UInt8(part.count >> 8), UInt8(part.count & 0xFF)] + part
      }
      return bytes
    }
    let file =
      entry("0", "MIT-MAGIC-COOKIE-1", [1, 2]) + entry("7", "XDM-AUTHORIZATION-1", [9])
      + entry("7", "MIT-MAGIC-COOKIE-1", [3, 4])
    #expect(XAuthorization.find(display: 7, in: file)?.data == [3, 4])
    #expect(XAuthorization.find(display: 8, in: file) == nil)
    for length in 0..<file.count {
      _ = XAuthorization.find(display: 7, in: Array(file.prefix(length)))
    }
  }

  @Test
  func `the window is found by process, then title, then size, or not at all`() {
    var first = DisplayWindow(id: 1, processID: 10, title: "One", width: 300, height: 200)
    let second = DisplayWindow(id: 2, processID: 10, title: "Two", width: 600, height: 400)
    let other = DisplayWindow(id: 3, processID: 11, title: "One", width: 300, height: 200)
    func find(_ process: Int32?, _ title: String?, _ size: (Double, Double)?) -> UInt32? {
      let query = WindowQuery(
        point: Point(x: 0, y: 0), isWindowRelative: true, processID: process, title: title,
        size: size.map { (width: $0.0, height: $0.1) })
      return DisplayWindow.match(query, among: [first, second, other])?.id
    }
    #expect(find(11, nil, nil) == 3)
    #expect(find(10, "Two", nil) == 2)
    #expect(find(10, nil, (310, 190)) == 1)
    #expect(find(10, nil, nil) == nil)
    #expect(find(12, "One", nil) == nil)
    first.title = "Two"
    #expect(find(10, "Two", (600, 400)) == 2)
    #expect(find(10, "Two", nil) == nil)
  }

  @Test
  func `windows are told apart by their places, then by titles that no other one has`() {
    let windows = [
      DisplayWindow(id: 1, title: "Notes", width: 300, height: 200, origin: Point(x: 10, y: 20)),
      DisplayWindow(
        id: 2, title: "Open — Notes", width: 90, height: 50, origin: Point(x: 40, y: 60)),
    ]
    func pair(_ reported: ReportedWindow...) -> [UInt32?] {
      DisplayWindow.pair(reported, with: windows).map { $0?.id }
    }
    let main = ReportedWindow(title: "Notes", rect: Rect(x: 10, y: 20, width: 300, height: 200))
    let dialog = ReportedWindow(title: "Open", rect: Rect(x: 40, y: 60, width: 90, height: 50))
    #expect(pair(main, dialog) == [1, 2])
    // The main window, which is found by its place, is no dialog with the same title that is not listed yet.
    #expect(pair(main, ReportedWindow(title: "Notes", rect: nil)) == [1, nil])
    #expect(pair(ReportedWindow(title: "Notes", rect: dialog.rect)) == [2])
    #expect(pair(ReportedWindow(title: "Notes", rect: nil), dialog) == [1, 2])
    let twice = ReportedWindow(title: "Notes", rect: nil)
    #expect(pair(twice, twice) == [nil, nil])
  }

  @Test
  func `requests contain their lengths, and truncated replies are read as zeros`() {
    #expect(XRequest.getGeometry(7).finished() == [14, 0, 2, 0, 7, 0, 0, 0])
    let intern = XRequest.internAtom("ABCDE").finished()
    #expect(intern == [16, 1, 4, 0, 5, 0, 0, 0, 65, 66, 67, 68, 69, 0, 0, 0])
    #expect(XRequest.getInputFocus().finished() == [43, 0, 1, 0])
    #expect(XReply(bytes: [1, 32]).propertyNumbers.isEmpty)
    #expect(XReply(bytes: []).propertyText == nil)
    var bytes = [UInt8](repeating: 0, count: 32)
    bytes[1] = 32
    bytes[16] = 200
    #expect(XReply(bytes: bytes + [5, 0, 0, 0]).propertyNumbers == [5])
  }

  @Test
  func `the window with the focus is known, and the one that it is in`() {
    func reply(_ number: UInt8, at offset: Int) -> XReply {
      var bytes = [UInt8](repeating: 0, count: 32)
      bytes[offset] = number
      return XReply(bytes: bytes)
    }
    #expect(reply(7, at: 8).focus == 7)
    // No window, and the one that the pointer is in.
    #expect(reply(0, at: 8).focus == nil && reply(1, at: 8).focus == nil)
    #expect(reply(7, at: 12).parent == 7 && reply(0, at: 12).parent == nil)
  }

  @Test
  func `characters are typed with their keys, and control characters are not typed`() {
    #expect(Keysym.of("a") == 0x61)
    #expect(Keysym.of("ñ") == 0xF1)
    #expect(Keysym.of("€") == 0x0100_20AC)
    #expect(Keysym.of("\n") == 0xFF0D)
    #expect(Keysym.of("\u{7}") == nil)
  }
}

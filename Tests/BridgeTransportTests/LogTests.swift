import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

/// Writing to a log never blocks, and peers cannot fill it.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct LogTests {
  private func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  @Test func `When nobody reads, lines are dropped and counted, and writing never blocks`() throws {
    let ends = try makePipe()
    let writer = LineWriter(ends.write) { Array("dropped \($0)\n".utf8) }
    let line = Array((String(repeating: "x", count: 99) + "\n").utf8)
    // A pipe holds 64 KB, and so does the writer: most of these lines do not fit.
    for _ in 0..<10_000 { writer.write(line) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var (kept, dropped) = (0, 0)
    while kept + dropped < 10_000 {
      let count = unsafe read(ends.read, &buffer, buffer.count)
      guard count > 0 else { break }
      text += buffer.prefix(count)
      while let end = text.firstIndex(of: 0x0A) {
        let found = String(decoding: text[..<end], as: UTF8.self)
        text.removeSubrange(...end)
        if found.hasPrefix("dropped ") {
          dropped += Int(found.dropFirst(8)) ?? 0
        } else {
          #expect(found.count == 99, "whole lines only")
          kept += 1
        }
      }
    }
    #expect(kept + dropped == 10_000)
    #expect(dropped > 5_000)
    writer.write(Array("again\n".utf8))
    writer.flush(within: .seconds(5))
    let count = unsafe read(ends.read, &buffer, buffer.count)
    #expect(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == "again\n")
    close(ends.read)
  }

  @Test func `A kind of line is written a limited number of times, and then counted`() {
    var rate = LogRate()
    var now = MonotonicTime(nanoseconds: 1_000_000_000)
    let burst = Int(LogRate.burst)
    for number in 0..<burst {
      #expect(rate.admit("closing 127.0.0.1:\(number): why", at: now) != nil)
    }
    for number in 0..<500 {
      #expect(rate.admit("closing 127.0.0.1:\(number): why", at: now) == nil)
    }
    #expect(rate.admit("stopping", at: now) == "stopping", "another kind")
    now = now.advanced(by: .seconds(1))
    #expect(
      rate.admit("closing 127.0.0.1:9: why", at: now)
        == "closing 127.0.0.1:9: why (500 similar messages suppressed)")
    #expect(rate.admit("closing 127.0.0.1:9: why", at: now) == "closing 127.0.0.1:9: why")
  }

  @Test func `An unlimited number of kinds counts as one kind`() {
    var rate = LogRate()
    let now = MonotonicTime(nanoseconds: 1)
    let said = (0..<10_000).filter { number in
      let scalar = Unicode.Scalar(0x4E00 + UInt32(number)) ?? "x"
      return rate.admit(String(Character(scalar)), at: now) != nil
    }
    #expect(said.count < 64 * Int(LogRate.burst) + 100)
  }
}

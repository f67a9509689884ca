import BridgeTestSupport
import BridgeTransport
import Foundation
import Testing

@testable import BridgeSecurity

@Suite(.ownThread) struct `The audit log of a loop` {
  private let log: AuditFixture

  init() throws { log = try AuditFixture() }

  @Test func `tells when a record is written, in order`() throws {
    let loop = try EventLoop()
    let trail = try AuditTrail(log.options, on: loop) { _ in }
    var told: [Int] = []
    for number in 0..<100 {
      trail.append(AuditFixture.record("\(number)")) { problem in
        #expect(problem == nil)
        told.append(number)
      }
    }
    #expect(told.isEmpty)
    #expect(loop.run { told.count == 100 })
    #expect(told == Array(0..<100))
    #expect(try log.lines.count == 100)
    trail.stop()
    try log.verify()
  }

  @Test func `goes on from file to file under load, and loses nothing`() throws {
    var options = log.options
    options.maxLength = 50_000
    options.keptFiles = 1000
    let loop = try EventLoop()
    let trail = try AuditTrail(options, on: loop) { _ in }
    var written = 0
    for turn in 0..<200 {
      for number in 0..<50 { trail.append(AuditFixture.record("\(turn).\(number)")) }
      trail.append(AuditFixture.record("\(turn)")) { _ in written += 1 }
      if turn == 100 {
        // Somebody else renames it at the same time.
        try FileManager.default.moveItem(atPath: options.path, toPath: "\(options.path).moved")
      }
      loop.run { written == turn + 1 }
    }
    trail.stop()
    let verification = try log.verify()
    let continued = UInt64(log.files.count - 1)
    #expect(continued > 20)
    #expect(verification.records == 200 * 51 + continued)
  }

  @Test func `writes only some refusals in a row, and the number of the others`() throws {
    let loop = try EventLoop()
    let trail = try AuditTrail(log.options, on: loop) { _ in }
    for number in 0..<1000 { trail.append(refusal: AuditFixture.record("\(number)")) }
    loop.run(within: .milliseconds(1200)) { false }
    trail.append(refusal: AuditFixture.record("later"))
    loop.runOnce(timeout: .zero)
    trail.stop()
    #expect(try log.lines.count < 30)
    #expect(try log.text.contains(#""refusals":"#))
  }

  @Test func `costs a few microseconds for a record`() throws {
    let loop = try EventLoop()
    let trail = try AuditTrail(log.options, on: loop) { _ in }
    let time = processorTime {
      for _ in 0..<2000 {
        var record = AuditRecord("action")
        record.add("connection", 17)
        record.add("who", "laptop")
        record.add("application", "gedit")
        record.add("element", UInt64(482_117_350_014))
        record.add("role", "button")
        record.add("label", "Save the document")
        record.add("command", "press")
        trail.append(record)
      }
    }
    let each = time / 2000
    print("audit record: \(each)")
    // Far more than it takes, because the tests' build is not optimised.
    #expect(each < .microseconds(200))
    loop.runOnce(timeout: .zero)
    trail.stop()
  }
}

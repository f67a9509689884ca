import BridgeTestSupport
import Foundation
import Testing

@testable import BridgeSecurity

@Suite struct `The chain of an audit log` {
  private let log: AuditFixture

  init() throws {
    log = try AuditFixture()
    try log.write("one", "two", "three", "four", "five")
  }

  @Test func `holds as it was written, also after the server was started again`() throws {
    try log.write("six")
    let verification = try log.verify()
    #expect(verification.records == 6 && verification.notes.isEmpty)
    #expect(verification.startsAtOrigin)
    for line in try log.lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["event"] as? String == "action")
    }
  }

  @Test func `names the line that was changed`() throws {
    var lines = try log.lines
    lines[2] = lines[2].replacing("three", with: "THREE")
    try log.replace(lines)
    let defect = try #require(log.defect())
    #expect(defect.line == 3 && defect.problem.contains("changed"))
  }

  @Test func `names the line behind those that were removed`() throws {
    var lines = try log.lines
    lines.removeSubrange(1...2)
    try log.replace(lines)
    let defect = try #require(log.defect())
    #expect(defect.line == 2 && defect.problem.hasPrefix("2 records, from number 2"))
  }

  @Test func `names a line that was inserted, copied or moved`() throws {
    let lines = try log.lines
    try log.replace(Array(lines[0...2]) + [lines[1]] + lines[3...])
    #expect(log.defect()?.line == 4)
    #expect(log.defect()?.problem.contains("inserted") == true)
    try log.replace([lines[0], lines[2], lines[1], lines[3], lines[4]])
    #expect(log.defect()?.line == 2)
    let forged = lines[2].replacing("three", with: "forged")
    try log.replace(Array(lines[0...1]) + [forged] + lines[2...])
    #expect(log.defect()?.line == 3)
    try log.replace(Array(lines[0...1]) + ["not a record"] + lines[2...])
    #expect(log.defect()?.line == 3)
    #expect(log.defect()?.problem.contains("not a record") == true)
  }

  @Test func `names the first line when the beginning is missing`() throws {
    try log.replace(Array(try log.lines.dropFirst()))
    #expect(log.defect()?.line == 1)
    #expect(log.defect()?.problem.contains("before this line are missing") == true)
  }

  @Test func `shows a cut end only against a head that was kept elsewhere`() throws {
    let head = try #require(try log.verify().last)
    try log.replace(Array(try log.lines.dropLast()))
    #expect(log.defect() == nil, "the file alone does not tell")
    let defect = try #require(log.defect(expecting: head))
    #expect(defect.problem.hasPrefix("the end was cut off"))
    #expect(AuditHead("\(head)") == head)
  }

  @Test func `shows a log that was written anew against a head that was kept elsewhere`() throws {
    let head = try #require(try log.verify().last)
    try FileManager.default.removeItem(atPath: log.options.path)
    try log.write("one", "two", "three", "four", "forged")
    #expect(log.defect() == nil)
    #expect(log.defect(expecting: head)?.line == 5)
  }

  @Test func `names a last line that is cut in the middle`() throws {
    let text = try log.text
    try Data(text.utf8.dropLast(10)).write(to: URL(filePath: log.options.path))
    #expect(log.defect()?.line == 5)
    #expect(log.defect()?.problem.contains("incomplete") == true)
  }

  @Test func `names a last line that was changed, and is complete, as such`() throws {
    try log.replace(Array(try log.lines.dropLast()) + ["not a record"])
    #expect(log.defect()?.line == 5)
    #expect(log.defect()?.problem.contains("not a record") == true)
  }

  @Test(arguments: 0..<64) func `fails for any byte that was changed`(_ seed: Int) throws {
    var bytes = Array(try log.text.utf8)
    let place = (seed * 7919) % bytes.count
    bytes[place] ^= 1
    try Data(bytes).write(to: URL(filePath: log.options.path))
    #expect(log.defect() != nil, "byte \(place)")
  }

  @Test func `is not followed to numbers at which counting ends`() throws {
    let last = try #require(try log.lines.last)
    let huge = last.replacing("\"n\":5,", with: "\"n\":\(UInt64.max),")
    try log.replace(Array(try log.lines.dropLast()) + [huge])
    #expect(log.defect()?.line == 5)
    try log.write("six")
    #expect(try log.lines.last?.contains("\"n\":6,") == true, "behind a recovery")
  }

  @Test func `goes on from file to file`() throws {
    let labels = (0..<200).map { "record \($0)" }
    try log.write(labels, size: 4000, kept: 100)
    #expect(log.files.count > 5)
    #expect(try log.verify().records > 205, "each file begins with a record of its own")
    var lines = try String(contentsOfFile: log.files[1], encoding: .utf8)
      .split(separator: "\n").map(String.init)
    lines.removeLast()
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: log.files[1]))
    let defect = try #require(log.defect())
    #expect(defect.file == log.files[2] && defect.line == 1)
  }

  @Test func `may begin with a file whose predecessors were removed`() throws {
    try log.write((0..<100).map { "record \($0)" }, size: 4000, kept: 2)
    #expect(log.files.count == 3)
    let verification = try log.verify()
    #expect(!verification.startsAtOrigin && verification.notes.count == 1)
  }
}

import BridgeTestSupport
import BridgeTransport
import Foundation
import Testing

@testable import BridgeSecurity

@Suite struct `The file of an audit log` {
  private let log: AuditFixture

  init() throws { log = try AuditFixture() }

  private func mode(_ path: String) throws -> Int {
    try #require(
      FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  private func setMode(_ mode: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: log.options.path)
  }

  @Test func `has mode 0600, and so have those that were put aside`() throws {
    try log.write((0..<50).map { "record \($0)" }, size: 2000)
    for file in log.files { #expect(try mode(file) == 0o600, "\(file)") }
  }

  @Test func `is refused when others may read or change it, or when it is a link`() throws {
    try log.write("one")
    try setMode(0o644)
    let open = #expect(throws: AuditError.self) { try log.write("two") }
    #expect(open?.message.contains("chmod 600") == true)
    try setMode(0o600)
    let link = log.place.path("link")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: log.options.path)
    var linked = log
    linked.options.path = link
    #expect(throws: AuditError.self) { try linked.write("two") }
  }

  @Test func `is refused when it is no audit log`() throws {
    try Data("Dear diary\n".utf8).write(to: URL(filePath: log.options.path))
    try setMode(0o600)
    let error = #expect(throws: AuditError.self) { try log.write("one") }
    #expect(error?.message.contains("is not an audit log") == true)
    #expect(try log.text == "Dear diary\n")
  }

  @Test func `is written by one server at a time`() throws {
    let first = try AuditFile(log.options)
    let error = #expect(throws: AuditError.self) { try AuditFile(log.options) }
    #expect(error?.message.contains("another server") == true)
    withExtendedLifetime(first) {}
  }

  @Test(arguments: [2, 5, 40, 130, 200])
  func `goes on behind a line that was cut when the server was killed`(_ cut: Int) throws {
    try log.write("one", "two")
    let bytes = Array(try log.text.utf8)
    try Data(bytes.dropLast(min(cut, bytes.count))).write(to: URL(filePath: log.options.path))
    try log.write("three")
    let verification = try log.verify()
    #expect(verification.notes.contains { $0.contains("was killed while it wrote line") })
    let events = try log.lines.filter { $0.contains(#""event":"recovered""#) }
    #expect(events.count == 1)
    // The record of what was lost vouches for the remains as well.
    let text = try log.text
    let torn = try #require(text.firstIndex(of: "\n"))
    try Data((text[..<torn] + "x" + text[torn...]).utf8)
      .write(to: URL(filePath: log.options.path))
    #expect(log.defect() != nil)
  }

  @Test func `goes on behind a line of which only the end is missing`() throws {
    try log.write("one", "two")
    try Data(Array(try log.text.utf8).dropLast()).write(to: URL(filePath: log.options.path))
    try log.write("three")
    #expect(try log.verify().records == 3 && log.lines.count == 3)
  }

  @Test func `goes on behind a recovery that was cut itself`() throws {
    try log.write("one", "two")
    try Data(Array(try log.text.utf8).dropLast(20)).write(to: URL(filePath: log.options.path))
    try log.write("three")
    let lines = try log.lines
    let recovery = try #require(lines.firstIndex { $0.contains(#""event":"recovered""#) })
    let cut = lines[..<recovery].joined(separator: "\n") + "\n" + lines[recovery].prefix(60)
    try Data(cut.utf8).write(to: URL(filePath: log.options.path))
    try log.write("four")
    #expect(try log.verify().notes.count == 1)
  }

  @Test func `goes on from the file before it when the server was killed between the two`() throws {
    try log.write("one", "two")
    try FileManager.default.moveItem(atPath: log.options.path, toPath: "\(log.options.path).1")
    try log.write("three")
    #expect(try log.verify().records == 4)
  }

  @Test func `is opened anew when somebody renames it`() throws {
    let file = try AuditFile(log.options)
    try file.append([AuditFixture.record("one")])
    try FileManager.default.moveItem(atPath: log.options.path, toPath: "\(log.options.path).1")
    try file.append([AuditFixture.record("two")])
    #expect(try log.lines.count == 2)
    #expect(file.takeNews().contains { $0.contains("was renamed") })
    #expect(try log.verify().records == 3)
  }

  @Test func `keeps texts on one line, and short`() throws {
    try log.write("a\nb\u{202E}c\u{1B}[31m\"\\", String(repeating: "ü", count: 1000))
    let lines = try log.lines
    #expect(lines.count == 2)
    #expect(lines[0].contains(#""a\u000ab\u202ec\u001b[31m\"\\""#))
    #expect(lines[1].unicodeScalars.count < 500)
    let object = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
    #expect(object?["label"] as? String == "a\nb\u{202E}c\u{1B}[31m\"\\")
    try log.verify()
  }
}

import BridgeTestSupport
import BridgeTransport
import Foundation
import Testing

@testable import BridgeSecurity

/// What somebody else does to a log whose end the server keeps in another directory.
@Suite struct `Damage to an audit log` {
  private var log: AuditFixture
  private let bookmark: AuditBookmark

  init() throws {
    log = try AuditFixture()
    let state = try #require(try PrivateDirectory(log.place.path("state"), create: true))
    bookmark = AuditBookmark(of: log.options.path, in: state)
    log.options.bookmark = bookmark
    try log.write("one", "two", "three", "four", "five")
  }

  private func put(_ text: some StringProtocol) throws {
    try Data(text.utf8).write(to: URL(filePath: log.options.path))
  }

  private func kept() throws -> KeptEnd? { try bookmark.kept()?.get() }

  /// - Parameter more: Files that are older than those of the log.
  private func defect(_ more: String...) throws -> AuditVerification.Defect? {
    log.defect(kept: try kept(), more: more)
  }

  /// Opens the log as a server does that starts, and returns what that server says.
  private func restart() throws -> [String] {
    let file = try AuditFile(log.options)
    try file.append([AuditFixture.record("next")])
    file.synchronize()
    return file.takeNews()
  }

  @Test func `is none as long as only the server writes it`() throws {
    #expect(try kept()?.head.number == 5 && kept()?.first == 1)
    #expect(try defect() == nil)
    #expect(try restart().isEmpty)
    #expect(try kept()?.head.number == 6 && defect() == nil)
  }

  @Test func `shows in a log that was emptied, now and when the server is started again`() throws {
    try put("")
    let emptied = try #require(try defect())
    #expect(
      emptied.message
        == "\(log.options.path): the end was cut off: no record is left, and the server had written number 5"
    )
    let news = try restart()
    #expect(news.count == 1 && news[0].contains("no record is left"), "\(news)")
    #expect(try log.lines.first?.contains(#""n":6,"#) == true)
    #expect(try log.lines.first?.contains(#""event":"damaged""#) == true)
    #expect(try defect()?.line == 1)
    #expect(try restart().isEmpty, "said once")
    #expect(try defect()?.line == 1, "and still wrong")
  }

  @Test func `shows in a log whose last records are gone`() throws {
    try log.replace(Array(try log.lines.prefix(2)))
    #expect(
      try defect()?.problem.hasPrefix("the end was cut off: the last record is number 2") == true)
    #expect(try restart().count == 1)
    let gap = try #require(try defect())
    #expect(gap.line == 3 && gap.problem.hasPrefix("3 records, from number 3"), "\(gap)")
  }

  @Test func `a line that was cut is not blamed on a server that was killed`() throws {
    try put(try log.text.dropLast(10))
    #expect(try defect()?.line == 5)
    #expect(try defect()?.problem.hasPrefix("this line was cut: the server had written it") == true)
    let news = try restart()
    #expect(news.count == 1 && news[0].contains("the end was cut off"), "\(news)")
    #expect(try !log.text.contains("recovered"))
    #expect(try defect()?.line == 5)
  }

  @Test func `a line that was cut because the server was killed is`() throws {
    // Killed before it kept the end.
    let file = try AuditFile(log.options)
    try file.append([AuditFixture.record("six")])
    try put(try log.text.dropLast(10))
    #expect(try defect()?.problem.hasPrefix("the last record is incomplete") == true)
    withExtendedLifetime(file) {}
  }

  @Test func `shows in a log that was written anew with the right hashes`() throws {
    let before = try kept()
    try FileManager.default.removeItem(atPath: log.options.path)
    var forged = log
    forged.options.bookmark = nil
    try forged.write("one", "two", "three", "four", "forged", "six")
    #expect(try kept() == before)
    #expect(try defect()?.line == 5)
    let news = try restart()
    #expect(news.count == 1 && news[0].contains(":5: the server had written another"), "\(news)")
    let found = try #require(try defect())
    #expect(found.line == 7 && found.problem.hasPrefix("the server found here that"), "\(found)")
  }

  @Test func `in the middle is noticed by a server that starts, and named with its line`() throws {
    try put(try log.text.replacing("three", with: "THREE"))
    let news = try restart()
    #expect(news.count == 1, "\(news)")
    #expect(news.first?.hasPrefix("\(log.options.path):3: this line was changed") == true)
    #expect(try log.text.contains(#""event":"damaged","problem":"this line was changed"#))
    #expect(try defect()?.line == 3)
    #expect(try restart().isEmpty, "said once")
  }

  @Test(arguments: ["{\"hello\":1}\n", "hello", "{\"n\":6,\nhello\n"])
  func `behind the last record is not blamed on a server that was killed`(_ text: String) throws {
    try put(try log.text + text)
    let news = try restart()
    #expect(news.count == 1 && news[0].contains("was never written by a server"), "\(news)")
    #expect(try log.text.contains(#""event":"damaged""#))
    #expect(try defect()?.line == 6)
    #expect(try restart().isEmpty, "said once")
  }

  @Test func `is noticed by a server that runs, with its next record`() throws {
    let file = try AuditFile(log.options)
    try put("")
    try file.append([AuditFixture.record("six")])
    file.synchronize()
    let news = file.takeNews()
    #expect(news.count == 1 && news[0].contains("bytes long and is now 0"), "\(news)")
    #expect(try log.lines.first?.contains(#""event":"damaged""#) == true)
    #expect(try defect()?.line == 1)
    try put(try log.text.dropLast(10))
    try file.append([AuditFixture.record("seven")])
    #expect(try log.lines.last?.contains("seven") == true, "on a line of its own")
    #expect(file.takeNews().count == 1)
  }

  @Test func `a log that was put elsewhere while no server ran is needed as well`() throws {
    let elsewhere = log.place.path("elsewhere")
    try FileManager.default.moveItem(atPath: log.options.path, toPath: elsewhere)
    let news = try restart()
    #expect(news.count == 1 && news[0].contains("going on with a new one"), "\(news)")
    #expect(try log.lines.first?.contains(#""n":6,"#) == true)
    let missing = try #require(try defect())
    #expect(missing.line == 1 && missing.problem.hasPrefix("records 1 to 5, which"), "\(missing)")
    #expect(try defect(elsewhere) == nil, "together they are whole")
    #expect(try restart().isEmpty, "said once")
    #expect(try defect()?.line == 1, "and still missing")
  }

  @Test(arguments: [true, false])
  func `a log that is removed while the server runs is damaged, and one that is renamed is not`(
    isRemoved: Bool
  ) throws {
    let file = try AuditFile(log.options)
    if isRemoved {
      try FileManager.default.removeItem(atPath: log.options.path)
    } else {
      try FileManager.default.moveItem(
        atPath: log.options.path, toPath: log.place.path("elsewhere"))
    }
    try file.append([AuditFixture.record("six")])
    file.synchronize()
    let news = file.takeNews()
    #expect(news.count == 1 && news[0].contains(isRemoved ? "was removed" : "was renamed"))
    #expect(try kept()?.first == (isRemoved ? 1 : 6))
    #expect(try (defect() != nil) == isRemoved)
  }

  @Test func `a log that the server put aside itself is not missed`() throws {
    let file = try AuditFile(log.options)
    // As if it was killed before the new file had its first record.
    try FileManager.default.moveItem(
      atPath: log.options.path, toPath: "\(log.options.path).1")
    withExtendedLifetime(file) {}
    #expect(try restart().isEmpty)
    #expect(try kept()?.first == 6 && defect() == nil)
    try FileManager.default.removeItem(atPath: "\(log.options.path).1")
    #expect(try defect() == nil)
  }

  private var ends: String { log.place.path("state/audit-ends") }

  private func endFile() throws -> String {
    "\(ends)/\(try #require(try FileManager.default.contentsOfDirectory(atPath: ends).first))"
  }

  @Test func `that no end was kept is said once`() throws {
    try FileManager.default.removeItem(atPath: try endFile())
    #expect(try kept() == nil)
    let news = try restart()
    #expect(news.count == 1 && news[0].contains("no end was kept"), "\(news)")
    #expect(try kept() != nil, "from its start on the server keeps one again")
    #expect(try restart().isEmpty)
    #expect(try defect() == nil)
  }

  @Test(arguments: ["", "a11y-bridge audit end 1\nlog /other\nhead 5:00\n", "\0\0"])
  func `an end that says nothing is damaged, until the server keeps it again`(_ text: String) throws
  {
    let file = try endFile()
    try Data(text.utf8).write(to: URL(filePath: file))
    let damage = #expect(throws: AuditBookmark.Damage.self) { try kept() }
    #expect(damage?.description.hasPrefix("\(file) is damaged") == true)
    #expect(damage?.description.contains("--head NUMBER:HASH") == true)
    let news = try restart()
    #expect(news.count == 1 && news[0].contains("\(file) is damaged"), "\(news)")
    #expect(try restart().isEmpty && kept() != nil)
  }

  @Test func `an end that cannot be kept is told once, and kept again when that is mended`() throws
  {
    func setMode(_ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: ends)
    }
    let file = try AuditFile(log.options)
    try setMode(0o755)
    try file.append([AuditFixture.record("six")])
    for _ in 0..<2 { file.synchronize() }
    let news = file.takeNews()
    #expect(news.count == 1 && news[0].contains("run: chmod -R go= \(ends)"), "\(news)")
    #expect(!file.isSettled)
    try setMode(0o700)
    file.synchronize()
    #expect(file.takeNews() == ["the end of \(log.options.path) is kept again"])
    #expect(try kept()?.head.number == 6)
  }
}

import BridgeTestSupport
import Foundation
import Testing

/// The audit log as an administrator has it: a file, and a command that checks it.
@Suite(.timeLimit(.minutes(3)))
struct `Audit logs` {
  private let place: TemporaryDirectory
  private let path: String

  init() throws {
    place = try TemporaryDirectory()
    path = place.path("audit.jsonl")
  }

  private static let field = "textbox[label=\"New item\"]"

  private func start(_ options: String...) async throws -> Bridge {
    try await Bridge(
      source: "sample:shopping-list", options: ["--audit-log", path] + options)
  }

  private var text: String {
    get throws { try String(contentsOfFile: path, encoding: .utf8) }
  }

  private func events(_ name: String) throws -> [String] {
    try text.split(separator: "\n").map(String.init).filter { $0.contains(#""event":"\#(name)""#) }
  }

  private func verify(_ words: String...) async throws -> Subprocess.Result {
    try await Subprocess.run(
      Places.builtProgram("a11y-bridge"), ["audit-log", "verify"] + words + [path])
  }

  @Test func `have who did what to which element and how it ended, with lengths for contents`()
    async throws
  {
    let bridge = try await start()
    let set = try await bridge.client("set", Self.field, "Oat milk 4711")
    #expect(set.code == 0, "\(set)")
    #expect(try await bridge.client("press", "button[label=Nothing]").code != 0)
    #expect(try await bridge.process.terminate() == .code(0))
    let connected = try events("connected")
    #expect(connected.count == 2)
    #expect(connected.allSatisfy { $0.contains(#""who":"user \#(geteuid())""#) })
    let action = try #require(try events("action").first)
    #expect(action.contains(#""role":"textbox""#))
    #expect(action.contains(#""label":"New item""#) && action.contains(#""length":13"#))
    let outcome = try #require(try events("outcome").first)
    #expect(outcome.contains(#""outcome":"confirmed""#))
    #expect(try events("call_refused").first?.contains(#""reason":"NO_MATCH""#) == true)
    #expect(try !text.contains("Oat milk") && !text.contains("Nothing"))
    #expect(try text.contains(#""event":"stopped""#))
    #expect(try await verify().code == 0)
  }

  @Test func `do not name elements that are redacted, and nobody is served their contents`()
    async throws
  {
    let bridge = try await start("--redact", Self.field)
    let set = try await bridge.client("set", Self.field, "Oat milk 4711")
    #expect(set.code == 0, "\(set)")
    let tree = try await bridge.client("tree", "--json")
    #expect(!tree.standardOutput.contains("4711"))
    #expect(tree.standardOutput.contains(#""value":"[redacted]""#))
    let action = try #require(try events("action").first)
    #expect(action.contains(#""label":"[redacted]""#) && !action.contains("New item"))
  }

  @Test func `a number is set where its limits are secret`() async throws {
    let bridge = try await Bridge(source: "sample:traits", options: ["--redact", "slider"])
    for _ in 0..<2 {
      let set = try await bridge.client("set", "slider", "40")
      #expect(set.standardOutput.contains("performed, no change observed: set-value"), "\(set)")
    }
    let refused = try await bridge.client("set", "slider", "4321")
    #expect(refused.code != 0 && !refused.standardError.contains("100"), "\(refused)")
    #expect(refused.standardError.contains("limits are secret"), "\(refused)")
  }

  @Test func `refuse a rule that cannot be followed at the start`() async throws {
    let result = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"),
      ["--source", "sample:calculator", "--redact", "group:has(button) text"])
    #expect(result.code == 2)
    #expect(result.standardError.contains("--redact"), "\(result.standardError)")
  }

  @Test func `stop actions and not reading when the disk is full, until there is space`()
    async throws
  {
    let bridge = try await start()
    #expect(try await bridge.client("set", Self.field, "milk").code == 0)
    try await limit(bridge, to: "\(try text.utf8.count + 50)")
    let refused = try await bridge.client("set", Self.field, "milk")
    #expect(refused.code != 0)
    #expect(refused.standardError.contains("audit log"), "\(refused.standardError)")
    #expect(refused.standardError.contains("--audit-when-full continue"))
    #expect(try await bridge.client("tree").code == 0)
    _ = try await bridge.process.standardError.line { $0.contains("actions are refused") }
    try await limit(bridge, to: "unlimited")
    #expect(try await bridge.client("set", Self.field, "milk").code == 0)
    _ = try await bridge.process.standardError.line { $0.contains("is written again") }
    #expect(try await bridge.process.terminate() == .code(0))
    #expect(try events("outcome").contains { $0.contains("NOT_RECORDED") })
    let verified = try await verify()
    #expect(verified.code == 0, "\(verified)")
  }

  @Test func `go on in a new file when the full one is removed`() async throws {
    let bridge = try await start()
    _ = try await bridge.client("info")
    try await limit(bridge, to: "\(max(3000, try text.utf8.count + 50))")
    var code: Int32? = 0
    for _ in 0..<20 where code == 0 {
      code = try await bridge.client("set", Self.field, "milk").code
    }
    #expect(code != 0)
    try FileManager.default.removeItem(atPath: path)
    #expect(try await bridge.client("set", Self.field, "milk").code == 0)
    #expect(try await bridge.process.terminate() == .code(0))
    #expect(try events("lost").count == 1)
    #expect(try await verify().code == 0)
  }

  @Test func `may let actions go on when the disk is full`() async throws {
    let bridge = try await start("--audit-when-full", "continue")
    _ = try await bridge.client("info")
    try await limit(bridge, to: "\(try text.utf8.count + 50)")
    #expect(try await bridge.client("set", Self.field, "milk").code == 0)
    _ = try await bridge.process.standardError.line { $0.contains("actions go on unrecorded") }
  }

  private func limit(_ bridge: Bridge, to bytes: String) async throws {
    let result = try await Subprocess.run(
      "prlimit", ["--pid", "\(bridge.process.pid)", "--fsize=\(bytes):"])
    try #require(result.code == 0, "\(result.standardError)")
  }

  @Test func `are whole after the server was killed while it wrote`() async throws {
    let bridge = try await start()
    #expect(try await bridge.client("set", Self.field, "milk").code == 0)
    bridge.process.kill()
    _ = try await bridge.process.ended()
    // As if the kill had come within the last line.
    try Data(try text.utf8.dropLast(30)).write(to: URL(filePath: path))
    #expect(try await verify().code == 1)
    let again = try await start()
    _ = try await again.client("info")
    #expect(try await again.process.terminate() == .code(0))
    let verified = try await verify()
    #expect(verified.code == 0 && verified.standardOutput.contains("was killed"), "\(verified)")
  }

  @Test func `are opened anew when they were renamed, and checked together`() async throws {
    let bridge = try await start()
    _ = try await bridge.client("info")
    try FileManager.default.moveItem(atPath: path, toPath: "\(path).old")
    bridge.process.send(SIGHUP)
    try await eventually("the log is there again", within: .seconds(10)) {
      FileManager.default.fileExists(atPath: path)
    }
    _ = try await bridge.client("info")
    #expect(try await bridge.process.terminate() == .code(0))
    #expect(try await verify("\(path).old").code == 0)
    let alone = try await verify()
    #expect(alone.code == 0 && alone.standardOutput.contains("begins with record"))
  }

  @Test func `name the first line that is wrong`() async throws {
    let bridge = try await start()
    #expect(try await bridge.client("set", Self.field, "milk").code == 0)
    #expect(try await bridge.process.terminate() == .code(0))
    let head = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"), ["audit-log", "head", path])
    let kept = try #require(head.lines.first.map(String.init))
    #expect(try await verify("--head", kept).code == 0)
    var lines = try text.split(separator: "\n").map(String.init)
    let place = try #require(lines.firstIndex { $0.contains(#""event":"action""#) })
    let whole = lines
    lines[place] = lines[place].replacingOccurrences(of: "set-text", with: "set-tuxt")
    try write(lines)
    let changed = try await verify()
    #expect(changed.code == 1)
    #expect(changed.standardError.contains("audit.jsonl:\(place + 1): "), "\(changed)")
    try write(whole.dropLast())
    #expect(try await verify().code == 0)
    let cut = try await verify("--head", kept)
    #expect(cut.code == 1 && cut.standardError.contains("the end was cut off"))
  }

  private func write(_ lines: some Sequence<String>) throws {
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: path))
  }

  @Test func `are kept by default where other machines can connect, and not otherwise`()
    async throws
  {
    let machines = try TwoMachines()
    _ = try await machines.invite("--name", "laptop", "--address", "192.0.2.7:1")
    let local = try await machines.start()
    #expect(try await local.process.terminate() == .code(0))
    let log = machines.desktop.path("a11y-bridge/audit.jsonl")
    #expect(!FileManager.default.fileExists(atPath: log))
    let remote = try await machines.start(listen: "0.0.0.0:0")
    let address = remote.address.replacingOccurrences(of: "0.0.0.0", with: "127.0.0.1")
    _ = try await machines.client("--server", address, "tree")
    #expect(try await remote.process.terminate() == .code(0))
    #expect(try String(contentsOfFile: log, encoding: .utf8).contains(#""event":"started""#))
    #expect(try await machines.admin("audit-log", "verify").code == 0)
  }
}

import BridgeTestSupport
import Foundation
import Testing

/// The audit log as an administrator has it: a file, and a command that checks it.
@Suite(.timeLimit(.minutes(10)))
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

  @Test func `have why a reload left the old policy in use`() async throws {
    let policy = place.path("policy")
    func write(_ permission: String) throws {
      try "for token robot\n  may \(permission)\n  applications *\n".write(
        toFile: policy, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: policy)
    }
    try write("observe")
    let bridge = try await start("--policy", policy)
    bridge.process.send(SIGHUP)
    _ = try await bridge.process.standardError.line { $0.contains("SIGHUP: read") }
    try write("everything")
    bridge.process.send(SIGHUP)
    _ = try await bridge.process.standardError.line { $0.contains("going on with the old policy") }
    #expect(try await bridge.process.terminate() == .code(0))
    let reloads = try events("reloaded")
    try #require(reloads.count == 2)
    #expect(!reloads[0].contains("problem"))
    #expect(reloads[1].contains(#""problem":"the old policy: "#), "\(reloads[1])")
  }

  @Test func `a policy that others may change and that has a mistake is told both in one round`()
    async throws
  {
    let policy = place.path("policy")
    try writeSecret("for token robot\n may observe\n applications *\n", to: policy)
    let bridge = try await start("--policy", policy)
    try writeSecret("for token robot\n may obzerve\n applications *\n", to: policy)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: policy)
    bridge.process.send(SIGHUP)
    _ = try await bridge.process.standardError.line { $0.contains("\(policy):2: 'obzerve'") }
    #expect(bridge.process.standardError.text.contains("run: chmod go-w \(policy)"))
  }

  @Test func `have each step that acts, and how it ended`() async throws {
    let bridge = try await start()
    let done = try await bridge.client(
      "do", "set \(Self.field) milk", "press button[label=Nothing]", "set \(Self.field) x")
    #expect(done.code == 1, "\(done)")
    #expect(try await bridge.process.terminate() == .code(0))
    #expect(try events("action").count == 1)
    #expect(try events("outcome").count == 1)
    #expect(try events("call_refused").first?.contains(#""reason":"NO_MATCH""#) == true)
    #expect(try !text.contains("milk"))
    #expect(try await verify().code == 0)
  }

  @Test func `do not name elements that are redacted, and nobody is served their contents`()
    async throws
  {
    let bridge = try await start("--redact", Self.field)
    let set = try await bridge.client("set", Self.field, "Oat milk 4711")
    #expect(set.code == 0, "\(set)")
    let tree = try await bridge.client("tree", "--json")
    #expect(!tree.standardOutput.contains("Oat milk"))
    #expect(tree.standardOutput.contains(#""value":"[redacted]""#))
    let action = try #require(try events("action").first)
    #expect(action.contains(#""label":"[redacted]""#) && !action.contains("New item"))
  }

  @Test func `a number is set where its limits are secret`() async throws {
    let bridge = try await Bridge(source: "sample:traits", options: ["--redact", "slider"])
    for _ in 0..<2 {
      let set = try await bridge.client("set", "slider", "40")
      #expect(set.standardOutput.contains("unconfirmed, no effect seen: set-value"), "\(set)")
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
    let file = place.path("secrets")
    try "\n".write(toFile: file, atomically: true, encoding: .utf8)
    let empty = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"),
      ["--source", "sample:calculator", "--redact-file", file])
    #expect(empty.code == 1)
    #expect(empty.standardError.contains("\(file) has no selector"), "\(empty.standardError)")
    try "# cards\nbutton\n\ntextbox:nth(2)\n".write(
      toFile: file, atomically: true, encoding: .utf8)
    let wrong = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"),
      ["--source", "sample:calculator", "--redact-file", file])
    #expect(wrong.standardError.contains("\(file):4: the selector textbox:nth(2)"), "\(wrong)")
    try Data(Array("button[label=Stra".utf8) + [0xDF]).write(to: URL(fileURLWithPath: file))
    let latin = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"),
      ["--source", "sample:calculator", "--redact-file", file])
    #expect(
      latin.standardError.contains(
        #"\#(file) is not UTF-8 at "button[label=Stra\xDF"; save the file as UTF-8"#), "\(latin)")
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

  @Test func `their state is shown by info and doctor, to administrators`() async throws {
    let bridge = try await start()
    #expect(try await bridge.client("set", Self.field, "milk").code == 0)
    let info = try await bridge.client("info")
    #expect(info.standardOutput.contains("\(path), "), "\(info)")
    let log = try #require(
      try jsonLines(try await bridge.client("--json", "info").standardOutput).first?
        .object("audit_log"))
    #expect(log.text("path") == path && (log.number("records") ?? 0) >= 4, "\(log)")
    let well = try await bridge.client("doctor")
    #expect(well.code == 0 && well.standardOutput.contains("audit log: \(path)"), "\(well)")
    try await limit(bridge, to: "\(try text.utf8.count + 50)")
    #expect(try await bridge.client("set", Self.field, "milk").code != 0)
    let full = try await bridge.client("info")
    #expect(full.standardOutput.contains("CANNOT BE WRITTEN"), "\(full)")
    #expect(full.standardOutput.contains("actions are refused"))
    let ill = try await bridge.client("doctor")
    #expect(ill.code != 0 && ill.standardOutput.contains("cannot be written"), "\(ill)")
    #expect(ill.standardOutput.contains("→ Free space"))
  }

  @Test func `have which pairings and tokens there are, and what becomes of them`() async throws {
    let machines = try TwoMachines()
    #expect(try await machines.admin("token", "--name", "old").code == 0)
    let log = machines.desktop.path("audit.jsonl")
    let bridge = try await Bridge(options: ["--audit-log", log], environment: machines.there)
    #expect(
      try await machines.admin(
        "token", "--name", "ci", "--allow", "act", "--application", "Calc*", "--days", "3"
      ).code == 0)
    func records(_ event: String) throws -> [String] {
      try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
        .filter { $0.contains(#""event":"\#(event)""#) }
    }
    let granted = try await eventually("the token is recorded") { try records("granted").first }
    #expect(
      granted.contains(
        #""who":"ci","proof":"token","may":"observe, act","applications":"Calc*","expires":"#),
      "\(granted)")
    #expect(try await machines.admin("token", "--revoke", "ci").code == 0)
    let revoked = try await eventually("its end is recorded") { try records("revoked").first }
    #expect(revoked.contains(#""who":"ci""#), "\(revoked)")
    #expect(try records("started").first?.contains(#""tokens":"old""#) == true)
    #expect(try await bridge.process.terminate() == .code(0))
    #expect(try await machines.admin("audit-log", "verify", log).code == 0)
  }

  @Test func `and the server's log have what limits refuse, once for each address`() async throws {
    let bridge = try await start("--limit", "connections=1")
    let watch = try bridge.start("--json", "watch")
    _ = try await watch.standardOutput.line()
    for _ in 0..<5 { #expect(try await bridge.client("info").code == 3) }
    let line = try await bridge.process.standardError.line { $0.contains("limit connections=1") }
    #expect(line.contains("refused user \(geteuid()): "), "\(line)")
    let told = bridge.process.standardError.text.components(separatedBy: "limit connections=1")
    #expect(told.count == 2, "one line")
    let limited = try events("limited")
    #expect(limited.count == 1, "\(limited)")
    #expect(limited.first?.contains(#""limit":"connections","refusals":1"#) == true)
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
    try await eventually("the log is there again") {
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

  @Test func `that were emptied are not whole where the server ran, and it says so when it starts`()
    async throws
  {
    let machines = try TwoMachines()
    let log = machines.desktop.path("audit.jsonl")
    let options = ["--audit-log", log]
    let bridge = try await Bridge(options: options, environment: machines.there)
    #expect(try await bridge.process.terminate() == .code(0))
    #expect(try await machines.admin("audit-log", "verify", log).code == 0)
    try Data().write(to: URL(filePath: log))
    let emptied = try await machines.admin("audit-log", "verify", log)
    #expect(emptied.code == 1, "\(emptied)")
    #expect(emptied.standardError.contains("\(log): the end was cut off: no record"), "\(emptied)")
    let again = try await Bridge(options: options, environment: machines.there)
    _ = try await again.process.standardError.line { $0.contains("another program has changed") }
    #expect(try await again.process.terminate() == .code(0))
    #expect(try await machines.admin("audit-log", "verify", log).code == 1)
  }

  @Test
  func `that are gone, or whose end is damaged, are not whole; one that cannot be read is unknown`()
    async throws
  {
    let machines = try TwoMachines()
    let log = machines.desktop.path("audit.jsonl")
    let options = ["--audit-log", log]
    func verify(_ path: String) async throws -> Subprocess.Result {
      try await machines.admin("audit-log", "verify", path)
    }
    func run() async throws {
      let bridge = try await Bridge(options: options, environment: machines.there)
      #expect(try await bridge.process.terminate() == .code(0))
    }
    try await run()
    let ends = machines.desktop.path("a11y-bridge/audit-ends")
    let end =
      "\(ends)/\(try #require(try FileManager.default.contentsOfDirectory(atPath: ends).first))"
    let kept = try String(contentsOfFile: end, encoding: .utf8)
    try writeSecret("nothing\n", to: end)
    let damaged = try await verify(log)
    #expect(damaged.code == 1 && damaged.standardOutput.isEmpty, "\(damaged)")
    #expect(damaged.standardError.contains("\(end) is damaged"), "\(damaged)")
    try writeSecret(kept, to: end)
    #expect(try await verify(log).code == 0)
    try FileManager.default.removeItem(atPath: log)
    let gone = try await verify(log)
    #expect(gone.code == 1 && gone.standardError.contains("\(log) is gone: the server"), "\(gone)")
    // A server that goes on makes it no better.
    try await run()
    let missing = try await verify(log)
    #expect(missing.code == 1, "\(missing)")
    #expect(missing.standardError.contains("\(log):1: records 1 to "), "\(missing)")
    for unknown in [machines.desktop.path("none"), machines.desktop.path("")] {
      let result = try await verify(unknown)
      #expect(result.code == 3, "\(result)")
      #expect(result.standardError.contains("cannot check the audit log: cannot read"), "\(result)")
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: ends)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: end)
    let open = try await verify(log)
    #expect(open.code == 3 && open.standardError.contains("run: chmod -R go= \(ends)"), "\(open)")
    #expect(try await Subprocess.run("chmod", ["-R", "go=", ends]).code == 0)
    #expect(try await verify(log).code == 1, "one round")
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

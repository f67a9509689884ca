import BridgeTestSupport
import Foundation
import Testing

/// What the server does when its state directory is not there, or something in it is gone.
@Suite(.timeLimit(.minutes(3)))
struct `The state directory of a running server` {
  private let machines: TwoMachines

  init() throws {
    machines = try TwoMachines()
  }

  private func token(_ name: String) async throws -> [String: String] {
    let made = try await machines.admin("token", "--name", name)
    try #require(made.code == 0, "\(made.standardError)")
    let path = machines.laptop.path(name)
    try writeSecret(made.standardOutput, to: path)
    return ["A11Y_BRIDGE_TOKEN_FILE": path]
  }

  private func code(_ bridge: Bridge, _ token: [String: String]) async throws -> Int32? {
    try await machines.client(["--server", bridge.address, "info"], extra: token).code
  }

  @Test func `a server that made it learns of tokens that are made later`() async throws {
    let bridge = try await Bridge(environment: machines.there)
    let first = try await token("first")
    try await eventually("the token is known", within: .seconds(5)) {
      try await code(bridge, first) == 0
    }
    // Nor does it lose them when the directory is made anew: the next SIGHUP finds it.
    try FileManager.default.moveItem(
      atPath: machines.desktop.path("a11y-bridge"), toPath: machines.desktop.path("away"))
    let second = try await token("second")
    bridge.process.send(SIGHUP)
    // Its key went with the directory.
    _ = try await bridge.process.standardError.line {
      $0.contains("SIGHUP: going on with the old certificates")
    }
    #expect(try await code(bridge, second) == 0)
    #expect(try await code(bridge, first) == 5)
    // And follows it from then on.
    let third = try await token("third")
    try await eventually("the third token is known", within: .seconds(5)) {
      try await code(bridge, third) == 0
    }
  }

  @Test
  func `a directory that is moved away lets nobody in until it is back, and the server says so`()
    async throws
  {
    let bridge = try await machines.start()
    try await machines.pair("--name", "laptop")
    let connected = try RunningProcess(
      Places.builtProgram("bridge-client"), ["--server", "desktop", "--json", "watch"],
      environment: machines.here)
    _ = try await connected.standardOutput.line { _ in true }
    let state = machines.desktop.path("a11y-bridge")
    let away = machines.desktop.path("away")
    try FileManager.default.moveItem(atPath: state, toPath: away)
    _ = try await bridge.process.standardError.line {
      $0.contains("nobody is let in by pairings and tokens: \(state) is gone; put it back")
    }
    #expect(try await connected.ended() != .code(0), "it was cut off")
    let refused = try await machines.client("--server", "desktop", "info")
    #expect(refused.code == 5 && refused.standardError.contains("cannot use all of its pairings"))
    #expect(!FileManager.default.fileExists(atPath: state), "no other one was made")
    // What the owner does now is done elsewhere, so it is not followed, and not forgotten either.
    _ = try await machines.admin("pair", "--list")
    _ = try await bridge.process.standardError.line {
      $0.contains(
        "is another directory than before; put the old one back, or send the server SIGHUP")
    }
    try FileManager.default.removeItem(atPath: state)
    try FileManager.default.moveItem(atPath: away, toPath: state)
    _ = try await bridge.process.standardError.line { $0.contains("are used again") }
    #expect(try await machines.client("--server", "desktop", "info").code == 0)
    // It is followed as before.
    #expect(try await machines.admin("pair", "--revoke", "laptop").code == 0)
    try await eventually("the pairing is revoked", within: .seconds(5)) {
      try await machines.client("--server", "desktop", "info").code == 5
    }
  }

  @Test func `info says that the directory is gone, as long as it is`() async throws {
    let bridge = try await Bridge(environment: machines.there)
    let state = machines.desktop.path("a11y-bridge")
    let away = machines.desktop.path("away")
    try FileManager.default.moveItem(atPath: state, toPath: away)
    try await eventually("info says so", within: .seconds(5)) {
      try await bridge.client("info").standardOutput.contains(
        "no pairings and tokens: \(state) is gone")
    }
    bridge.process.send(SIGHUP)
    _ = try await bridge.process.standardError.line {
      $0.contains("SIGHUP: going on with no pairings and tokens: \(state) is gone")
    }
    #expect(!FileManager.default.fileExists(atPath: state))
    try FileManager.default.moveItem(atPath: away, toPath: state)
    bridge.process.send(SIGHUP)
    _ = try await bridge.process.standardError.line { $0.contains("SIGHUP: read certificates") }
    #expect(try await !bridge.client("info").standardOutput.contains("is gone"))
  }

  @Test(arguments: ["", "/tokens"])
  func `a directory with a wrong mode heals by what the log says and SIGHUP`(name: String)
    async throws
  {
    let bridge = try await Bridge(environment: machines.there)
    let first = try await token("first")
    try await eventually("the token is known", within: .seconds(5)) {
      try await code(bridge, first) == 0
    }
    let path = machines.desktop.path("a11y-bridge\(name)")
    func setMode(_ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    try setMode(0o755)
    _ = try await bridge.process.standardError.line {
      $0.contains("\(path) can be read by others; run: chmod -R go= \(path)")
    }
    #expect(try await code(bridge, first) == 5)
    try setMode(0o700)
    bridge.process.send(SIGHUP)
    _ = try await bridge.process.standardError.line { $0.contains("SIGHUP: read certificates") }
    #expect(try await code(bridge, first) == 0)
  }

  @Test(arguments: ["tokens", "pairings", "invitations", "introductions"])
  func `a directory within it that is moved away lets nobody in, and info and doctor say so`(
    name: String
  ) async throws {
    let bridge = try await Bridge(environment: machines.there)
    let first = try await token("first")
    try await eventually("the token is known", within: .seconds(5)) {
      try await code(bridge, first) == 0
    }
    let path = machines.desktop.path("a11y-bridge/\(name)")
    let away = machines.desktop.path("away")
    try FileManager.default.moveItem(atPath: path, toPath: away)
    _ = try await bridge.process.standardError.line {
      $0.contains("nobody is let in by pairings and tokens: \(path) is gone; put it back")
    }
    #expect(!FileManager.default.fileExists(atPath: path), "no other one was made")
    #expect(try await code(bridge, first) == 5)
    let says = "goes on with no pairings and tokens: \(path) is gone"
    #expect(try await bridge.client("info").standardOutput.contains(says))
    #expect(try await bridge.client("doctor").standardOutput.contains("\(path) is gone"))
    try FileManager.default.moveItem(atPath: away, toPath: path)
    _ = try await bridge.process.standardError.line { $0.contains("are used again") }
    #expect(try await code(bridge, first) == 0)
    #expect(try await !bridge.client("info").standardOutput.contains("is gone"))
  }

  @Test func `info and doctor say what others can read, until they cannot`() async throws {
    let bridge = try await Bridge(
      options: ["--audit-log", machines.desktop.path("audit.jsonl")], environment: machines.there)
    _ = try await token("ci")
    let parts = ["tokens/ci", "audit-ends"].map { machines.desktop.path("a11y-bridge/\($0)") }
    func setMode(_ mode: Int) throws {
      for path in parts {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      }
    }
    try setMode(0o755)
    for command in ["info", "doctor"] {
      try await eventually("\(command) says so", within: .seconds(10)) {
        let text = try await bridge.client("--json", command).standardOutput
        return parts.allSatisfy { text.contains("\($0) can be read by others; run: chmod") }
      }
    }
    try setMode(0o700)
    try await eventually("info says nothing any more", within: .seconds(10)) {
      try await !bridge.client("info").standardOutput.contains("can be read by others")
    }
  }

  @Test func `what cannot be read for a moment is neither revoked nor granted in the audit log`()
    async throws
  {
    let log = machines.desktop.path("audit.jsonl")
    let bridge = try await Bridge(options: ["--audit-log", log], environment: machines.there)
    func records(_ event: String) throws -> [String] {
      try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
        .filter { $0.contains(#""event":"\#(event)""#) }
    }
    _ = try await token("ci")
    try await eventually("it is recorded") { try records("granted").count == 1 }
    let path = machines.desktop.path("a11y-bridge/tokens/ci")
    func setMode(_ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    try setMode(0o644)
    let suspended = try await eventually("it is recorded") { try records("suspended").first }
    #expect(suspended.contains(#""who":"ci","proof":"token""#), "\(suspended)")
    #expect(suspended.contains("\(path) can be read by others"), "\(suspended)")
    try setMode(0o600)
    try await eventually("it is recorded") { try records("resumed").count == 1 }
    // One that is revoked meanwhile is.
    try setMode(0o644)
    try await eventually("it is recorded") { try records("suspended").count == 2 }
    #expect(try records("revoked").isEmpty)
    try FileManager.default.removeItem(atPath: path)
    try await eventually("it is recorded") { try records("revoked").count == 1 }
    #expect(try records("granted").count == 1)
    #expect(try await bridge.process.terminate() == .code(0))
  }

  @Test func `an audit log whose directory is gone says that, and not that the disk is full`()
    async throws
  {
    let logs = machines.desktop.path("logs")
    try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
    let bridge = try await Bridge(
      source: "sample:shopping-list", options: ["--audit-log", "\(logs)/audit.jsonl"],
      environment: machines.there)
    try FileManager.default.moveItem(atPath: logs, toPath: machines.desktop.path("away"))
    let refused = try await bridge.client("set", "textbox[label=\"New item\"]", "milk")
    #expect(refused.code != 0)
    #expect(
      refused.standardError.contains("its directory \(logs) is gone; put it back"), "\(refused)")
    let line = try await bridge.process.standardError.line { $0.contains("cannot be written") }
    #expect(line.contains("\(logs) is gone") && !line.contains("space"), "\(line)")
    #expect(try await !bridge.client("doctor").standardOutput.contains("Free space"))
    try FileManager.default.moveItem(atPath: machines.desktop.path("away"), toPath: logs)
    _ = try await bridge.process.standardError.line { $0.contains("is written again") }
  }

  @Test func `a file that an editor makes for a moment is no mistake`() async throws {
    let bridge = try await Bridge(environment: machines.there)
    _ = try await token("ci")
    let path = machines.desktop.path("a11y-bridge/tokens/ci")
    for days in 1...20 {
      let edited = try await Subprocess.run(
        "sed", ["-i", "s/^scope .*/scope \(days % 2 == 0 ? "act" : "observe")/", path])
      try #require(edited.code == 0, "\(edited)")
    }
    // One that stays is.
    let stray = machines.desktop.path("a11y-bridge/tokens/sedXYZ")
    try writeSecret("", to: stray)
    _ = try await bridge.process.standardError.line { $0.contains("\(stray):1: ") }
    let others = bridge.process.standardError.text.matches(of: /tokens\/sed(?!XYZ)/)
    #expect(others.isEmpty, "\(bridge.process.standardError.text)")
  }

  @Test func `a pairing whose file others can read grants nothing from then on, and says so`()
    async throws
  {
    let bridge = try await machines.start()
    try await machines.pair("--name", "laptop")
    let path = machines.desktop.path("a11y-bridge/pairings/laptop")
    let connected = try RunningProcess(
      Places.builtProgram("bridge-client"), ["--server", "desktop", "--json", "watch"],
      environment: machines.here)
    _ = try await connected.standardOutput.line { _ in true }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    _ = try await bridge.process.standardError.line {
      $0.contains("\(path) can be read by others; run: chmod 600 \(path)")
    }
    #expect(try await connected.ended() != .code(0), "it was cut off")
    let refused = try await machines.client("--server", "desktop", "info")
    #expect(refused.code == 5)
    for text in [connected.standardError.text, refused.standardError] {
      #expect(text.contains("the server cannot use all of its pairings now; its log says why"))
      #expect(!text.contains("revoke") && !text.contains("--forget"), "\(text)")
    }
    // What the log says is all that is needed.
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    try await eventually("it is granted again", within: .seconds(5)) {
      try await machines.client("--server", "desktop", "info").code == 0
    }
  }

  @Test func `a pairing that is spoiled goes on as it was, and others as well`() async throws {
    let bridge = try await Bridge(environment: machines.there)
    try await machines.pair("--name", "laptop")
    let other = try await token("other")
    let path = machines.desktop.path("a11y-bridge/pairings/laptop")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try writeSecret(text + "expirs 1000\n", to: path)
    _ = try await bridge.process.standardError.line {
      $0.contains("\(path):5: unknown word 'expirs'; write expires, or")
    }
    #expect(try await machines.client("--server", "desktop", "info").code == 0)
    #expect(try await code(bridge, other) == 0)
    bridge.process.send(SIGHUP)
    _ = try await bridge.process.standardError.line {
      $0.contains("going on with the old pairings and tokens: \(path):5: ")
    }
    // What the log says is all that is needed.
    try writeSecret(text + "expires 1000\n", to: path)
    try await eventually("it has expired", within: .seconds(5)) {
      try await machines.client("--server", "desktop", "info").code == 5
    }
    #expect(try await code(bridge, other) == 0)
  }

  @Test func `where it cannot be made the server says so, and serves its own user`() async throws {
    let environment = machines.there.merging(["XDG_STATE_HOME": "/proc/none"]) { $1 }
    let bridge = try await Bridge(environment: environment)
    let line = try await bridge.process.standardError.line { $0.contains("/proc/none/a11y-bridge") }
    #expect(line.contains("pairings and tokens cannot be used"), "\(line)")
    #expect(try await bridge.client("info").code == 0)
    bridge.process.send(SIGHUP)
    _ = try await bridge.process.standardError.line {
      $0.contains("SIGHUP: going on with no pairings and tokens")
    }
    let info = try await bridge.client("info")
    #expect(info.standardOutput.contains("goes on with no pairings and tokens"), "\(info)")
  }

  /// Runs the server in a mount namespace in which `mounted` has prepared the file system of the state directory.
  private func start(where mounted: String, _ line: String) async throws -> String {
    let done = try await Subprocess.run(
      "unshare",
      [
        "--mount", "sh", "-c",
        """
        export XDG_STATE_HOME="$1" server="$2"
        serve() { "$server" --listen 127.0.0.1:0 --source sample:calculator "$@"; }
        \(mounted)
        \(line)
        """, "sh", machines.desktop.path, try Places.builtProgram("a11y-bridge"),
      ], environment: machines.there)
    return done.standardError
  }

  private static let full =
    #"mount -t tmpfs -o size=4k none "$XDG_STATE_HOME"; dd if=/dev/zero of="$XDG_STATE_HOME/fill" bs=4k count=1 2>/dev/null"#
  private static let readOnly =
    #"mount -t tmpfs -o size=1m none "$XDG_STATE_HOME"; mkdir -m 700 "$XDG_STATE_HOME/a11y-bridge"; mount -o remount,ro "$XDG_STATE_HOME""#

  @Test(
    .enabled("mounting needs root") { geteuid() == 0 },
    arguments: [
      (
        full, #"serve --ready-file "$XDG_STATE_HOME/ready""#,
        "cannot write the ready file DIR/ready: No space left on device; free some space on its disk, or choose "
          + "another path"
      ),
      (
        readOnly, #"serve --ready-file "$XDG_STATE_HOME/ready""#,
        "cannot write the ready file DIR/ready: Read-only file system; mount its file system for writing, or choose "
          + "another path"
      ),
      (
        full, #""$server" pair --name x"#,
        "the file DIR/a11y-bridge/identity.pem cannot be written: No space left on device; free some space on its disk"
      ),
      (
        readOnly, #""$server" token --name x"#,
        "the directory DIR/a11y-bridge/tokens cannot be made: Read-only file system; mount its file system for writing, "
          + "or let XDG_STATE_HOME name another one"
      ),
      (
        readOnly, #"serve --audit-log "$XDG_STATE_HOME/log""#,
        "the audit log DIR/log cannot be written: Read-only file system; mount its file system for writing, or choose "
          + "another file with --audit-log"
      ),
    ])
  func `a full or read-only disk is named with the file and what to do`(
    mounted: String, line: String, message: String
  ) async throws {
    let text = try await start(where: mounted, line)
    let expected = "a11y-bridge: " + message.replacing("DIR", with: machines.desktop.path) + "\n"
    #expect(text.contains(expected), "\(text)")
  }

  @Test(.enabled("mounting needs root") { geteuid() == 0 })
  func `a server that cannot say where it listens says why and serves`() async throws {
    let text = try await start(
      where: #"mount -t tmpfs -o size=64k none "$XDG_STATE_HOME""#,
      #"""
      "$server" token --name x >/dev/null
      log=$(mktemp)
      "$server" --source sample:calculator --listen 127.0.0.1:0 2>"$log" & first=$!
      until grep -q listening "$log" || ! kill -0 $first; do sleep 0.1; done
      kill $first; wait $first
      dd if=/dev/zero of="$XDG_STATE_HOME/fill" bs=4k 2>/dev/null
      "$server" --source sample:calculator --listen 127.0.0.1:0 2>"$log" & second=$!
      until grep -q 'cannot see' "$log" || ! kill -0 $second; do sleep 0.1; done
      kill $second; wait $second; cat "$log" >&2; rm "$log"
      """#)
    let line = try #require(
      text.split(separator: "\n").first { $0.contains("cannot see") }, "\(text)")
    #expect(
      line.contains(
        "'a11y-bridge pair' cannot see where this server listens: cannot write \(machines.desktop.path)/"
      ))
    #expect(line.contains(": No space left on device; free some space on its disk; then reload"))
    #expect(!text.contains("Error("), "\(text)")
  }

  @Test func `a key that is gone is kept in use, and the server says so until it is back`()
    async throws
  {
    let log = machines.desktop.path("audit.jsonl")
    let bridge = try await Bridge(options: ["--audit-log", log], environment: machines.there)
    try await machines.pair("--name", "laptop")
    let key = machines.desktop.path("a11y-bridge/identity.pem")
    let away = machines.desktop.path("away.pem")
    try FileManager.default.moveItem(atPath: key, toPath: away)
    bridge.process.send(SIGHUP)
    let line = try await bridge.process.standardError.line { $0.contains("SIGHUP: going on with") }
    #expect(line.contains("the old certificates: \(key) is gone; put it back"), "\(line)")
    #expect(!FileManager.default.fileExists(atPath: key), "no other key was made")
    #expect(try await machines.client("--server", "desktop", "info").code == 0)
    let info = try await bridge.client("info")
    #expect(info.standardOutput.contains("goes on with the old certificates: \(key) is gone"))
    let json = try jsonLines(try await bridge.client("--json", "info").standardOutput).first
    #expect((json?["reload_problems"] as? [String])?.count == 1, "\(json as Any)")
    let doctor = try await bridge.client("--json", "doctor")
    #expect(doctor.standardOutput.contains("\(key) is gone"), "\(doctor)")
    #expect(doctor.standardOutput.contains("send the server SIGHUP again"), "\(doctor)")
    let narrow = try await machines.client("--server", "desktop", "info")
    #expect(!narrow.standardOutput.contains("is gone"), "whoever may only observe is not told")
    // Nor does an invitation make another one, for which the server has no key.
    let invited = try await machines.admin("pair", "--name", "second")
    #expect(invited.code == 1 && invited.standardError.contains("\(key) is gone"), "\(invited)")
    #expect(!FileManager.default.fileExists(atPath: key))
    try FileManager.default.moveItem(atPath: away, toPath: key)
    bridge.process.send(SIGHUP)
    _ = try await bridge.process.standardError.line { $0.contains("SIGHUP: read certificates") }
    #expect(try await !bridge.client("info").standardOutput.contains("is gone"))
    #expect(try await bridge.process.terminate() == .code(0))
    let records = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains(#""event":"reloaded""#) }
    #expect(records.count == 2)
    #expect(records.first?.contains(#""problem":"the old certificates: "#) == true)
    #expect(records.last?.contains("problem") == false)
  }
}

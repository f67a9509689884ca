import BridgeTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `Clients that may see some applications` {
  /// Makes a token, and returns the environment by which a client uses it.
  private func token(_ machines: TwoMachines, _ words: String...) async throws -> [String: String] {
    let result = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"), ["token", "--name", "narrow"] + words,
      environment: machines.there)
    try #require(result.code == 0, "\(result.standardError)")
    let path = machines.laptop.path("token")
    try writeSecret(result.standardOutput, to: path)
    return ["A11Y_BRIDGE_TOKEN_FILE": path]
  }

  @Test func `that see none are told whom to ask, and nothing that they may not do`() async throws {
    let machines = try TwoMachines()
    let file = try await token(machines, "--application", "Nothing*")
    let bridge = try await Bridge(environment: machines.there)
    for command in ["apps", "tree"] {
      let narrow = try await machines.client(["--server", bridge.address, command], extra: file)
      #expect(
        narrow.standardOutput.contains(
          "Ask the owner of the server to start an application, and which ones narrow may see: there, "
            + "'a11y-bridge policy check --who narrow' shows that."), "\(narrow)")
      #expect(!narrow.standardOutput.contains("doctor"))
    }
    // The command tells the owner.
    let told = try await machines.admin("policy", "check", "--who", "narrow")
    #expect(told.code == 0 && told.standardOutput.contains("Nothing*"), "\(told)")
  }

  @Test func `are told of these alone, whichever command they use`() async throws {
    let machines = try TwoMachines()
    let file = try await token(machines, "--allow", "act", "--application", "Calc*")
    let bridge = try await Bridge(sources: ["sample"], environment: machines.there)
    let all = try await bridge.client("--json", "apps")
    let names = all.standardOutput.matches(of: /"name":"([^"]+)"/).map { String($0.1) }
    let others = names.filter { $0 != "Calculator" }
    #expect(others.count > 10)
    let hidden = try #require(
      all.standardOutput.firstMatch(of: /"root_id":([0-9]+),"name":"People"/)?.1)
    func narrow(_ words: String...) async throws -> Subprocess.Result {
      try await machines.client(["--server", bridge.address] + words, extra: file)
    }
    for words in [
      ["--json", "apps"], ["--json", "tree"], ["--json", "find", "*"],
      ["--json", "find", "application"],
      ["--json", "info"], ["info"], ["verify"], ["--json", "verify"],
      ["--json", "hit", "20,20"],
    ] {
      let result = try await machines.client(["--server", bridge.address] + words, extra: file)
      #expect(result.code == 0, "\(words): \(result.standardError)")
      let text = result.standardOutput + result.standardError
      for other in others where text.contains(other) {
        // An application is told of the keys and labels of its own.
        Issue.record("\(words) tells of \(other)")
      }
    }
    #expect(try await narrow("find", "application").lines.count == 1)
    #expect(
      try await narrow("act", "button[label=7]", "press").standardOutput.hasPrefix("confirmed"))
    for words in [
      ["get", "#\(hidden)"], ["act", "#\(hidden)", "press"],
      ["wait", "#\(hidden)", "--until", "disappears"],
    ] {
      let result = try await machines.client(["--server", bridge.address] + words, extra: file)
      let unknown = try await machines.client(
        ["--server", bridge.address] + words.map { $0.hasPrefix("#") ? "#77" : $0 }, extra: file)
      let plain = { (text: String) in
        text.replacing(/#[0-9]+/, with: "#").replacing(/[0-9]+ s ago/, with: "s ago")
      }
      #expect(result.code == unknown.code && result.code != 0)
      #expect(plain(result.standardError) == plain(unknown.standardError), "as for an id of nobody")
    }
    let checked = try await narrow("doctor")
    #expect(checked.code != 0 && checked.standardError.contains("'administer'"))
  }

  @Test(arguments: ["0", "1", "77"])
  func `that see nothing are never told that nothing has changed`(since: String) async throws {
    let machines = try TwoMachines()
    let file = try await token(machines, "--application", "Nothing of this name")
    let bridge = try await Bridge(environment: machines.there)
    let info = try await machines.client("--json", "--server", bridge.address, "info", extra: file)
    let epoch = try #require(try jsonLines(info.standardOutput).first?.text("epoch"))
    let since = since == "0" ? since : "\(since)-\(epoch)"
    for words in [["tree"], ["find", "*"], ["find", "button"]] {
      let all = ["--server", bridge.address] + words
      let whole = try await machines.client(all, extra: file)
      let asked = try await machines.client(all + ["--since", since], extra: file)
      #expect(!asked.standardOutput.contains("unchanged"), "\(words): \(asked)")
      if since == "0" {
        #expect(asked.code == whole.code && asked.standardError == whole.standardError, "\(asked)")
      } else {
        // Its own mirror has no such revision, whatever that of others has.
        #expect(
          asked.code == 2 && asked.standardError.contains("current revision is 0"), "\(asked)")
      }
      let json = try await machines.client(["--json"] + all + ["--since", since], extra: file)
      #expect(!json.standardOutput.contains("unchanged"), "\(words): \(json)")
    }
  }

  @Test func `a policy with mistakes is refused before anything is served`() async throws {
    let machines = try TwoMachines()
    let path = machines.desktop.path("policy")
    try "for token narrow\n  may obsrve\n  applications *\n\nfor robot\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    let ready = machines.desktop.path("ready")
    for words in [
      ["--source", "sample", "--listen", "127.0.0.1:0", "--ready-file", ready, "--policy"],
      ["policy", "check"],
    ] {
      let result = try await Subprocess.run(
        Places.builtProgram("a11y-bridge"), words + [path], environment: machines.there)
      #expect(result.code == 1)
      #expect(
        result.standardError.contains(
          "\(path):2: 'obsrve' cannot be permitted; did you mean observe?"))
      #expect(result.standardError.contains("\(path):5: 'robot' is no kind of client"))
      let lines = result.standardError.split(separator: "\n")
      #expect(lines.count == 3, "\(result.standardError)")
      #expect(lines.allSatisfy { $0.hasPrefix("a11y-bridge: ") }, "\(result.standardError)")
    }
    #expect(!FileManager.default.fileExists(atPath: ready))
    #expect(try await machines.admin("--policy", machines.desktop.path("none")).code == 1)
    try "for token narrow\n  may administer\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    let open = try await machines.admin("policy", "check", path)
    #expect(open.code == 1 && open.standardError.contains("chmod go-w \(path)"))
  }

  @Test func `SIGHUP brings a new policy, and leaves the old one where the new one has mistakes`()
    async throws
  {
    let machines = try TwoMachines()
    let file = try await token(machines, "--allow", "act")
    try FileManager.default.createDirectory(
      atPath: machines.configuration + "/a11y-bridge", withIntermediateDirectories: true)
    let path = machines.configuration + "/a11y-bridge/policy"
    func write(_ text: String) throws {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
    try write("for token narrow\n  may observe\n  applications Settings\n  notifications *\n")
    let bridge = try await Bridge(
      sources: ["sample:calculator", "sample:settings"], environment: machines.there)
    func apps() async throws -> [String] {
      try await machines.client(["--server", bridge.address, "--json", "apps"], extra: file)
        .standardOutput.matches(of: /"name":"([^"]+)"/).map { String($0.1) }
    }
    func reload(_ line: String) async throws {
      bridge.process.send(SIGHUP)
      _ = try await bridge.process.standardError.line { $0.contains(line) }
    }
    #expect(try await apps() == ["Settings"])
    try write("for token narrow\n  may everything\n")
    try await reload("going on with the old policy: \(path):2: 'everything' cannot be permitted")
    #expect(try await apps() == ["Settings"])
    try write("for token other\n  may observe\n  applications *\n")
    try await reload("names 1 client")
    let refused = try await machines.client(["--server", bridge.address, "apps"], extra: file)
    #expect(refused.code == 5)
    #expect(refused.standardError.contains("the server's policy does not name token narrow"))
    try FileManager.default.removeItem(atPath: path)
    try await reload("going on with the old policy: \(path) is gone")
    #expect(try await apps() == [])
  }

  @Test func `a policy with one notification is enough to watch, and what it allows is logged`()
    async throws
  {
    let machines = try TwoMachines()
    let file = try await token(machines, "--allow", "synthesise")
    let path = machines.desktop.path("policy")
    try """
    for token narrow
      may observe, act
      applications *
      act-on *
      notifications value
    """.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let log = machines.desktop.path("audit.jsonl")
    let bridge = try await Bridge(
      source: "sample:traits", options: ["--policy", path, "--audit-log", log],
      environment: machines.there)
    for kinds in [["--kinds", "value"], []] {
      let watched = try await machines.client(
        ["--server", bridge.address, "watch", "--for", "0.2"] + kinds, extra: file)
      #expect(watched.code == 0, "\(watched)")
    }
    #expect(try await bridge.process.terminate() == .code(0))
    let records = try String(contentsOfFile: log, encoding: .utf8)
    #expect(records.contains(#""proof":"token","may":"observe, act""#), "\(records)")
    #expect(!records.contains("synthesise"))
  }

  @Test func `that may act on some elements are told by which rules, where they may not`()
    async throws
  {
    let machines = try TwoMachines()
    let file = try await token(machines, "--allow", "act")
    let path = machines.desktop.path("policy")
    try writeSecret(
      """
      for token narrow
        may observe, act
        applications *
        act-on textbox
        act-on-selector button[label="8"]

      """, to: path)
    let bridge = try await Bridge(
      source: "sample:calculator", options: ["--policy", path], environment: machines.there)
    let client = ["--server", bridge.address, "press"]
    let refused = try await machines.client(client + ["button[label=\"7\"]"], extra: file)
    #expect(refused.code == 5, "\(refused)")
    #expect(
      refused.standardError.contains(
        #"by the server's policy: 'act-on textbox', 'act-on-selector button[label="8"]'"#),
      "\(refused)")
    let allowed = try await machines.client(client + ["button[label=\"8\"]"], extra: file)
    #expect(allowed.code == 0, "\(allowed)")
  }

  @Test func `policy check says what a client may do, and why`() async throws {
    let machines = try TwoMachines()
    _ = try await token(machines, "--allow", "act", "--application", "Calc*")
    let alone = try await machines.admin("policy", "check", "--who", "narrow")
    #expect(alone.lines.first == "token narrow (as it was made; no policy)")
    #expect(alone.standardOutput.contains("Calc*"))
    let path = machines.desktop.path("policy")
    let example = try await machines.admin("policy", "example")
    let installed = try String(contentsOfFile: "\(Places.root)/examples/policy", encoding: .utf8)
    #expect(example.standardOutput == installed)
    try example.standardOutput.write(toFile: path, atomically: true, encoding: .utf8)
    let correct = try await machines.admin("policy", "check", path)
    #expect(correct.standardOutput.contains("correct") && correct.standardError.isEmpty)
    let forms = try await machines.admin("policy", "check", path, "--who", "token:forms")
    #expect(forms.lines.first?.hasPrefix("token forms (\(path):") == true)
    #expect(forms.standardOutput.contains("actions-per-second  5"))
    let narrow = try await machines.admin("policy", "check", path, "--who", "narrow")
    #expect(narrow.lines == ["token narrow (\(path) does not name it)", "  may  nothing"])
    #expect(try await machines.admin("policy", "check", path, "--who", "nobody at all").code == 1)
    for (who, problem) in [
      ("token:", "has no name"), ("pairing:a b", "no pairing can have this name"),
      ("anybody:x", "write anybody without a name"),
      ("paring:x", "did you mean 'pairing:x'?"),
    ] {
      let refused = try await machines.admin("policy", "check", path, "--who", who)
      #expect(refused.code != 0 && refused.standardOutput.isEmpty, "\(refused)")
      #expect(refused.standardError.contains(problem), "\(refused)")
    }
  }

  @Test func `policy check tells errors before warnings, and that an empty policy lets in nobody`()
    async throws
  {
    let machines = try TwoMachines()
    let path = machines.desktop.path("policy")
    func check(_ text: String) async throws -> Subprocess.Result {
      try writeSecret(text, to: path)
      return try await machines.admin("policy", "check", path)
    }
    let both = try await check(
      "for token a\n  may observe\n  applications *\n  act-on *\nfor robot b\n  may administer\n")
    #expect(both.code == 1 && both.standardOutput.isEmpty)
    let lines = both.standardError.split(separator: "\n")
      .map { $0.dropFirst("a11y-bridge: \(path)".count) }
    #expect(lines.map { $0.prefix(3) } == [":5:", ":4:"], "\(both)")
    #expect(lines.map { $0.contains(" warning: ") } == [false, true], "\(both)")
    let empty = try await check("# nothing yet\n")
    #expect(empty.code == 0 && empty.standardOutput.contains("names nobody"), "\(empty)")
    let bridge = try await Bridge(options: ["--policy", path], environment: machines.there)
    _ = try await bridge.process.standardError.line { $0.contains("names nobody") }
  }

  @Test func `the policy in the documentation is correct`() async throws {
    let machines = try TwoMachines()
    let text = try String(contentsOfFile: "\(Places.root)/docs/security.md", encoding: .utf8)
    let blocks = text.components(separatedBy: "```").filter { $0.hasPrefix("\nfor ") }
    #expect(!blocks.isEmpty)
    for block in blocks {
      let path = machines.desktop.path("policy")
      try block.write(toFile: path, atomically: true, encoding: .utf8)
      let result = try await machines.admin("policy", "check", path)
      #expect(result.code == 0, "\(result.standardError)")
    }
  }
}

import AccessibilityTree
import BridgeProtocol
import BridgeTestSupport
import Foundation
import Testing

@testable import bridge_client

/// `bridge-client do`, and what ends actions instead of quiet.
@Suite(.timeLimit(.minutes(10)))
struct `Steps on the command line` {
  private let seven = "button[label=\"7\"]"
  private let result = "text[label=Result]"

  @Test
  func `what was not set is said by the single command as by a step`() async {
    let missing = Status(.conditionNotMet, "it had no effect", remedy: .lookFirst)
    var receipt = Receipt(outcome: .unconfirmed, effect: .notSeen, retry: .safe)
    #expect(ExitCode(receipt) == .done)
    receipt.shortfall = missing
    #expect(ExitCode(receipt) == .negative)
    #expect(ReceiptText.outcome(of: receipt).plain == "failed: it had no effect")
  }

  /// GTK 3 says of what is on pages behind others that it is visible, and has no place for it.
  @Test
  func `what is on no page that is shown is hidden unless nothing else is told`() {
    func element(_ id: UInt64, _ states: States, _ frame: Frame? = nil) -> Element {
      var element = Element(id: ElementID(rawValue: id), role: .checkBox)
      (element.states, element.frame) = (states, frame)
      return element
    }
    func value(_ id: UInt64) -> AccessibilityTree.Notification {
      .valueChanged(element: ElementID(rawValue: id), old: "0", new: "1")
    }
    let place = Frame(rect: Rect(x: 5, y: 5000, width: 20, height: 20), space: .screen)
    let changed = [
      element(1, [.visible, .showing], place), element(2, []), element(3, [.visible]),
      element(4, [.visible], place), element(5, []),
    ]
    var receipt = Receipt(outcome: .confirmed, element: ElementID(rawValue: 5))
    func hidden(_ told: UInt64...) -> [Bool] {
      receipt.update = TreeUpdate(
        fromRevision: 1, revision: 2, changed: changed,
        notifications: told.map { RevisedNotification(revision: 2, value($0)) })
      let hidden = HiddenElements(receipt)
      return told.map { hidden.hasValue(value($0)) }
    }
    #expect(hidden(1, 2, 3, 4, 5) == [false, true, true, false, false])
    #expect(hidden(2, 3) == [false, false])
    receipt.appeared = [ElementID(rawValue: 1)]
    #expect(hidden(2, 3) == [true, true])
  }

  @Test
  func `states are told in words, once`() {
    func words(_ gained: States, _ lost: States) -> [String] {
      ReceiptText.words(for: StateChange(ElementID(rawValue: 7), gained: gained, lost: lost))
    }
    #expect(words([], .enabled) == ["disabled"])
    #expect(words([.enabled, .checked], []) == ["enabled", "checked"])
    #expect(words(.mixed, .checked) == ["mixed"])
    #expect(words(.checked, .mixed) == ["checked"])
    #expect(words(.expanded, .collapsed) == ["expanded"])
    #expect(words([], .selected) == ["not selected"])
  }

  @Test
  func `another role is no other label`() {
    func line(_ before: ElementIdentity, _ after: ElementIdentity) -> String {
      ReceiptText.line(for: ElementID(rawValue: 7), before, after).plain
    }
    let group = ElementIdentity(role: .group, label: "More")
    let list = ElementIdentity(role: .list, label: "More")
    #expect(line(group, list) == #"role #7: group "More" → list "More""#)
    #expect(
      line(group, ElementIdentity(role: .list, label: "Less"))
        == #"role and label #7: group "More" → list "Less""#)
    #expect(
      line(group, ElementIdentity(role: .group, label: "Less"))
        == #"label group #7: "More" → "Less""#)
  }

  @Test
  func `each step has a line, and what changed comes once`() async throws {
    let bridge = try await Bridge()
    let done = try await bridge.client(
      "do", "press \(seven)", "press 'button[label=add]'", "press button[label=\"8\"]",
      "press button[label=equals] --then \(result) --until value=15", "expect \(result) value=15")
    #expect(done.code == 0, "\(done)")
    let lines = done.lines.map(String.init)
    #expect(lines.first?.hasPrefix("1 press: confirmed #") == true, "\(done)")
    #expect(lines.contains { $0.hasPrefix("4 press: done after ") })
    #expect(lines.contains("5 expect: condition met"))
    #expect(lines.filter { $0.hasPrefix("~ text \"Result\" = \"15\"") }.count == 1)
    #expect(lines.last?.hasPrefix("revision ") == true)
    // The revision is one that reads take.
    let mark = try #require(lines.last?.split(separator: " ").last.map(String.init))
    let again = try await bridge.client("tree", "--since", mark)
    #expect(again.standardOutput == "unchanged since \(mark)\n")
    let step = try await bridge.client("do", "tree --since \(mark)", "--no-changes")
    #expect(step.standardOutput == "tree: read\n  unchanged\n", "\(step)")
    let find = try await bridge.client("do", "find \(result) --since \(mark)", "--no-changes")
    #expect(find.standardOutput == "find: read\n  unchanged\n", "\(find)")
    let object = try await bridge.client("--json", "do", "find \(result) --since \(mark)")
    let found = try jsonLines(object.standardOutput).first
    #expect(found?.text("result") == "unchanged" && found?.number("total") == nil, "\(object)")
    let former = try await bridge.client("press", seven, "--if-revision", "5-000000")
    #expect(former.standardError.contains("restarted since 5-0,"), "\(former)")
  }

  @Test
  func `a step with its receipt and its difference takes few words`() async throws {
    let bridge = try await Bridge(source: "sample:shopping-list")
    let done = try await bridge.client("do", "set textbox[label=\"New item\"] Milk")
    #expect(done.code == 0)
    // A token has some four letters: this is far below 80 tokens.
    #expect(done.standardOutput.utf8.count < 160, "\(done.standardOutput)")
    #expect(done.standardOutput.contains("= \"Milk\""))
  }

  @Test(arguments: [
    (
      #"printf 'press button[label="7"]\nset #1 caf\xe9\n' | bridge-client do"#,
      "line 2 of standard input is not UTF-8, so no step was run"
    ),
    (
      #"printf 'press button[label="7"]\nset #1 a\0b\n' | bridge-client do"#,
      #"step 2: a NUL character stands after "a"; leave it out"#
    ),
    (
      #"bridge-client do 'press button[label="7"]' "set #1 $(printf 'caf\xe9')""#,
      #"argument 3 is not UTF-8 at "set #1 caf\xE9"; encode it as UTF-8"#
    ),
    (
      #"bridge-client set 'button[label="7"]' "$(printf '\xff')""#,
      #"argument 3 is not UTF-8 at "\xFF"; encode it as UTF-8"#
    ),
    (
      #"bridge-client call Perform '{"target": {"selector": "button[label=\"7\"]"}, "command": {"kind": "ACTION_KIND_SET_TEXT", "text": "a\u0000b"}}'"#,
      #""command.text" has a NUL (\u0000), which no text may have; leave it out"#
    ),
  ])
  func `a text that is not UTF-8 or has a NUL is refused before anything is done`(
    line: String, what: String
  ) async throws {
    let bridge = try await Bridge()
    let refused = try await bridge.shell(line)
    #expect(refused.code == 2 && refused.standardError.contains(what), "\(refused)")
    let value = try await bridge.client("expect", result, "value=0")
    #expect(value.code == 0, "\(value)")
  }

  @Test
  func `steps come from standard input, a line each`() async throws {
    let bridge = try await Bridge()
    let done = try await bridge.shell(
      """
      printf '%s\\n' '# a remark' '' '  press "button[label=7]"' 'get \(result)' \
        | bridge-client do --no-changes
      """)
    #expect(done.code == 0, "\(done)")
    #expect(done.lines.count == 3)
    #expect(done.lines.last?.hasPrefix("  text \"Result\" = \"7\"") == true, "\(done)")
    #expect(try await bridge.shell("printf '' | bridge-client do").code == 2)
    let many = try await bridge.shell("yes 'press button' | head -n 65 | bridge-client do")
    #expect(many.code == 2)
    #expect(many.standardError.contains("65 steps, limit 64"))
  }

  @Test
  func `the first step that fails ends the run with exit code 1`() async throws {
    let bridge = try await Bridge()
    let done = try await bridge.client(
      "do", "press \(seven)", "expect \(result) value=8", "press \(seven)", "press \(seven)")
    #expect(done.code == 1)
    #expect(done.standardOutput.contains("2 expect: failed: condition not met"))
    #expect(done.standardOutput.contains("2 steps not run"))
    #expect(done.standardOutput.contains("~ text \"Result\" = \"7\""))
    let refused = try await bridge.client("do", "custom \(seven) nosuch", "press \(seven)")
    #expect(refused.code == 1)
    #expect(refused.standardOutput.contains("1 custom: refused: "))
    #expect(refused.standardOutput.contains("\n  retry: safe\n"), "\(refused)")
    let missing = try await bridge.client("do", "press slider", "press \(seven)")
    #expect(missing.standardOutput.contains("1 press: refused: nothing matches"), "\(missing)")
    let late = try await bridge.client("do", "wait slider --timeout 0.2", "press \(seven)")
    #expect(late.code == 1)
    #expect(late.standardOutput.contains("1 wait: failed: condition not met after"))
  }

  @Test(arguments: [
    (["press button[label=\"7\"]", "nosuch x"], "step 2: unknown command"),
    (["click button[label=\"7\"]"], "did you mean press?"),
    (
      ["press button[label=\"7\"]", "set text a\npress button[label=\"7\"]"],
      "step 2 has a line break"
    ),
    (["press"], "step 1: missing argument"), (["press 'button"], "step 1: a quotation mark"),
    (["do x"], "step 1: 'do' cannot be a step"), (["watch"], "cannot be a step"),
    (["press button[label=\"7\"]", "find ["], "step 2: selector"),
    (["press button --json"], "--json is for all steps"),
    (["press button --then dialog --quiet 5"], "cannot be combined"),
    (["expect button stable"], "'expect' looks once"),
    (["press button --until nosuch"], "unknown condition"), (["press --help"], "are no steps"),
    (["press button[label=\"7\"]", "press #1"], "step 2: no element has had the id #1"),
    (["expect #2 checked", "tree"], "step 1: no element has had the id #2"),
  ])
  func `what is wrong with a step is said before anything is done`(
    steps: [String], text: String
  ) async throws {
    let bridge = try await Bridge()
    let done = try await bridge.client(["do"] + steps)
    #expect(done.code == 1 || done.code == 2)
    #expect(done.standardError.contains(text), "\(done)")
    let value = try await bridge.client("get", result)
    #expect(value.lines.first?.contains("= \"0\"") == true, "\(value)")
  }

  @Test
  func `a value that is compared with its quotation marks says so`() async throws {
    let bridge = try await Bridge()
    let advice = "The quotation marks are compared as a part of the value"
    for words in [
      ["do", "expect \(result) value='0'"], ["expect", result, "value*=\"0\""],
      ["--timeout", "0.2", "wait", result, "--until", "value='0'"],
    ] {
      let done = try await bridge.client(words)
      #expect((done.standardOutput + done.standardError).contains(advice), "\(done)")
    }
    let other = try await bridge.client("expect", result, "value=1")
    #expect(!(other.standardOutput + other.standardError).contains(advice), "\(other)")
    #expect(try await bridge.client("do", "expect \(result) 'value=0'").code == 0)
  }

  @Test
  func `a line break in a quoted word is a part of it, and breaks no line of the output`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:shopping-list")
    let field = "textbox[label=\"New item\"]"
    let done = try await bridge.client(
      "do", "# a remark that isn't read", "set \(field) \"Milk\npress button\"", "get \(field)",
      "expect \(field) 'value=Milk\nand bread'")
    #expect(done.code == 1)
    let lines = done.lines.map(String.init)
    #expect(lines[0].hasPrefix("1 set: confirmed "), "\(done)")
    #expect(lines[1] == "2 get: read", "\(done)")
    #expect(lines[2].contains("= \"Milk\\npress button\""), "\(done)")
    #expect(lines[3].hasPrefix("3 expect: failed: ") && lines[3].contains("Milk\\n"), "\(done)")
    // What belongs to a step is indented.
    for line in lines.dropFirst(4) {
      #expect(
        line.hasPrefix("  ") || line.hasPrefix("~ ") || line.hasPrefix("+ ")
          || line.hasPrefix("revision "), "\(line)")
    }
  }

  @Test
  func `what is to be looked at afterwards is checked before the first step`() async throws {
    let bridge = try await Bridge()
    for target in ["nosuch", "button[", "#65535", "dialog"] {
      let done = try await bridge.client("do", "--in", target, "press \(seven)")
      #expect(done.code == 1 || done.code == 2, "\(done)")
      #expect(done.standardOutput.isEmpty, "\(done)")
    }
    #expect(try await bridge.client("expect", result, "value=0").code == 0)
  }

  @Test
  func `a step that lacks quotation marks is refused with where they go`() async throws {
    let bridge = try await Bridge()
    let spaces = try await bridge.client("do", "press button[label=decimal point]")
    #expect(
      spaces.code == 2 && spaces.standardError.contains("put in quotation marks"), "\(spaces)")
    let parts = try await bridge.client("do", "press window button[label=\"7\"]")
    #expect(parts.code == 2 && parts.standardError.contains("such as 'dialog button'"), "\(parts)")
    let words = try await bridge.client("do", "press", "button[label=7]")
    #expect(words.code == 2 && words.standardError.contains("each argument is a whole step"))
    let other = try await bridge.client("do", "press button --frob")
    #expect(!other.standardError.contains("quotation marks"), "\(other)")
  }

  @Test
  func `a server that ends in the middle leaves it unknown which steps were run`() async throws {
    let server = try await BrokenServer(.closes)
    let done = try await Subprocess.run(
      Places.builtProgram("bridge-client"),
      ["--server", "\(server.address)", "do", "press #1", "press #2", "--no-changes"])
    #expect(done.code == 8, "\(done)")
    #expect(
      done.standardError.contains("none of the 2 steps was answered")
        && done.standardError.contains("from the first one on (press #1)"), "\(done)")
    #expect(done.standardError.contains("retry: unsafe"), "\(done)")
  }

  @Test
  func `a part without anything left says so, and what is unchanged since when`() async throws {
    let bridge = try await Bridge()
    let found = try await bridge.client("find", seven, "--since", "0")
    let id = try #require(found.standardOutput.firstMatch(of: /#\d+/)).output
    let empty = try await bridge.client("tree", "\(id)~")
    #expect(empty.code == 0 && empty.standardOutput.hasPrefix("nothing more there\n"), "\(empty)")
    #expect(!empty.standardOutput.contains("doctor"))
    let mark = try #require(found.standardOutput.firstMatch(of: /revision (\d+-\d+)/)).output.1
    // Something else changes meanwhile.
    #expect(try await bridge.client("press", seven).code == 0)
    let same = try await bridge.client("find", seven, "--since", String(mark)).standardOutput
    #expect(same.hasPrefix("unchanged since \(mark)\nrevision "), "\(same)")
    #expect(!same.contains("revision \(mark)"))
  }

  @Test
  func `matches since a revision are said to be all, or have marks`() async throws {
    let bridge = try await Bridge(source: "sample:shopping-list")
    func find(since mark: String) async throws -> (lines: [Substring], mark: String) {
      let found = try await bridge.client("find", "list > *", "--since", mark).standardOutput
      let revision = try #require(found.firstMatch(of: /revision (\d+-\d+)/)).output.1
      return (found.split(separator: "\n"), String(revision))
    }
    func isMarked(_ line: Substring) -> Bool { ["+ ", "~ ", "- "].contains(line.prefix(2)) }
    let first = try await find(since: "0")
    let total = "\(first.lines.count - 2) matches in all"
    #expect(first.lines.dropFirst().first == total[...], "\(first)")
    #expect(!first.lines.contains(where: isMarked), "\(first)")
    let done = try await bridge.client(
      "do", "set textbox[label=\"New item\"] Kiwi", "press button[label=Add]",
      "delete 'list > [label=Bread]'", "press 'list > [label=Milk]'",
      "find 'list > *' --since \(first.mark)")
    #expect(done.code == 0, "\(done)")
    let second = try await find(since: first.mark)
    // From its first line agents know at which revision they saw what follows.
    #expect(second.lines.first == "revision \(second.mark)", "\(second)")
    let changes = second.lines.dropFirst()
    #expect(changes.allSatisfy(isMarked), "\(second)")
    for mark in ["+ ", "~ ", "- #"] {
      #expect(changes.contains { $0.hasPrefix(mark) }, "\(second)")
      #expect(done.standardOutput.contains("\n  \(mark)"), "\(done)")
    }
    #expect(changes.contains { $0.hasPrefix("+ ") && $0.contains("Kiwi") }, "\(second)")
  }

  @Test
  func `a revision without the run of the server is refused`() async throws {
    let bridge = try await Bridge()
    for words in [["tree"], ["get", seven], ["find", seven], ["do", "get \(seven)"]] {
      let bare = try await bridge.client(words + ["--since", "1"])
      #expect(bare.code == 2 && bare.standardError.contains("such as 1-582113"), "\(bare)")
    }
    let info = try await bridge.client("--json", "info").standardOutput
    func number(_ name: String) throws -> UInt64 {
      let found = info.firstMatch(of: try Regex("\"\(name)\":\"?(\\d+)"))
      return try #require(found?.output[1].substring.flatMap { UInt64($0) })
    }
    let (epoch, revision) = (try number("epoch"), try number("revision"))
    let same = try await bridge.client("find", seven, "--since", "\(revision)-\(epoch)")
    #expect(same.standardOutput.hasPrefix("unchanged since \(revision)-"), "\(same)")
    let other = try await bridge.client("tree", "--since", "\(revision)-\(epoch + 1)")
    #expect(other.standardOutput.contains("application \"Calculator\""), "\(other)")
    #expect(other.standardError.contains("the server was restarted"), "\(other)")
    let told = try await bridge.client("announcements", "--since", "\(revision)-\(epoch)")
    #expect(told.code == 0, "\(told)")
  }

  @Test
  func `as JSON each step is an object, and what changed the last one`() async throws {
    let bridge = try await Bridge()
    let done = try await bridge.client(
      "--json", "do", "press \(seven)", "find \(seven)", "expect \(result) value=9",
      "press \(seven)")
    #expect(done.code == 1)
    let objects = try jsonLines(done.standardOutput)
    try #require(objects.count == 5)
    #expect(
      objects.prefix(4).map { $0.text("outcome") } == ["confirmed", "done", "failed", "not run"])
    #expect(objects[0].text("command") == "press")
    #expect(objects[0].object("receipt")?.text("outcome") == "confirmed")
    #expect(objects[1].objects("elements").count == 1)
    #expect(objects[2].object("failure")?.text("reason") == "CONDITION_NOT_MET")
    #expect(objects[4].object("outline")?.text("result") == "difference")
  }

  @Test
  func `that an effect may still come is said where the action may not be repeated`() {
    func words(_ effect: Receipt.Effect, _ retry: Receipt.Retry) -> [String] {
      let receipt = Receipt(outcome: .unconfirmed, effect: effect, retry: retry)
      return ReceiptText.outlook(of: receipt).map(\.plain)
    }
    for effect in [Receipt.Effect.notSeen, .uncertain] {
      #expect(words(effect, .unsafe).first?.hasPrefix("it may still come: look again") == true)
      #expect(words(effect, .safe).isEmpty)
    }
    for effect in [Receipt.Effect.ended, .partial] { #expect(words(effect, .unsafe).isEmpty) }
  }

  @Test
  func `no effect is promised of what may be repeated when the application is quiet`() {
    for (isQuiet, retry): (Bool, Receipt.Retry) in [
      (true, .safe), (true, .unsafe), (false, .safe),
    ] {
      let receipt = Receipt(
        outcome: .unconfirmed, isQuiet: isQuiet, effect: .notSeen, retry: retry)
      let words = ReceiptText.outcome(of: receipt).plain
      #expect(words.hasSuffix("seen yet") == !(isQuiet && retry == .safe))
    }
  }

  @Test
  func `whether to try again is not said when what was waited for came to hold`() {
    let unseen = Receipt(outcome: .unconfirmed, effect: .notSeen, retry: .unsafe)
    let held = WaitForResponse(revision: 1)
    let step = NamedStep(
      name: "press",
      step: Step(.perform(PerformRequest(target: .selector("button"), command: .press))))
    func retry(_ receipt: Receipt?, _ held: WaitForResponse?, before: Bool = false)
      -> Receipt.Retry?
    {
      let answer = receipt.map { StepResult.Answer.perform(PerformResponse(receipt: $0)) }
      return StepOutcome(of: step, StepResult(answer: answer, until: held, heldBefore: before))
        .retry
    }
    #expect(retry(unseen, held) == nil)
    #expect(retry(nil, held) == nil)
    // It says nothing of the action.
    #expect(retry(unseen, held, before: true) == .unsafe)
    #expect(retry(unseen, nil) == .unsafe)
  }

  @Test func `an application that ended after the action makes the outcome unknown`() {
    let step = NamedStep(
      name: "press",
      step: Step(.perform(PerformRequest(target: .selector("button"), command: .press))))
    func code(_ receipt: Receipt, _ reason: ErrorReason) -> ExitCode {
      StepOutcome(
        of: step,
        StepResult(
          failure: Status(reason, "it ended"), answer: .perform(PerformResponse(receipt: receipt)))
      ).exitCode
    }
    let sent = Receipt(outcome: .confirmed, effect: .seen, retry: .unsafe)
    #expect(code(sent, .notResponding) == .outcomeUnknown)
    #expect(code(sent, .applicationEnded) == .outcomeUnknown)
    #expect(code(sent, .conditionNotMet) == .negative)
    let refused = Receipt(
      outcome: .refused, refusal: Status(.notResponding, "it does not respond"), effect: .refused,
      retry: .safe)
    #expect(code(refused, .notResponding) == .negative, "nothing was sent")
  }

  @Test
  func `what is refused before the first step says that none was run`() async throws {
    let bridge = try await Bridge()
    let unknown = try await bridge.id(90_000)
    let words = ["do", "press \(seven)", "press \(unknown)"]
    let refused = try await bridge.client(words)
    #expect(refused.code == 1 && refused.standardOutput == "", "\(refused)")
    #expect(
      refused.standardError.hasPrefix(
        "bridge-client: step 2: no element has had the id \(unknown) "), "\(refused)")
    #expect(refused.standardError.contains("; no step was run\n"), "\(refused)")
    #expect(refused.standardError.hasSuffix("\nretry: safe\n"), "\(refused)")
    let objects = try jsonLines(try await bridge.client(["--json"] + words).standardOutput)
    #expect(objects.compactMap { $0.text("outcome") } == ["not run", "not run"])
    #expect(objects.compactMap { $0.text("command") } == ["press", "press"])
    #expect(objects.last?.object("error")?.text("retry") == "safe", "\(objects)")
    // The client itself reads what `set` is to set, and the command lines.
    for (step, code) in [("set \(unknown) x", Int32(1)), ("prss x", 2), ("press button[", 2)] {
      let refused = try await bridge.client("do", "press \(seven)", step)
      #expect(refused.code == code && refused.standardOutput == "", "\(refused)")
      #expect(refused.standardError.lowercased().contains(" no step was run\n"), "\(refused)")
    }
    let alone = try await bridge.client("press", unknown, "--then", "dialog")
    #expect(alone.standardError.contains("; nothing was done\n"), "\(alone)")
    #expect(try await bridge.client("expect", result, "value=0").code == 0)
  }

  @Test
  func `every acting command can wait for an event`() async throws {
    let bridge = try await Bridge()
    let press = try await bridge.client(
      "press", seven, "--then", result, "--until", "value=7")
    #expect(press.code == 0, "\(press)")
    #expect(press.standardOutput.contains("press: done after"))
    let never = try await bridge.client(
      "--timeout", "1", "press", seven, "--until", "value=nothing")
    #expect(never.code == 1)
    #expect(never.standardOutput.contains("failed: condition not met"), "\(never)")
    let now = try await bridge.client("expect", result, "value=77")
    #expect(now.code == 0 && now.standardOutput.hasPrefix("expect: condition met"))
    let unmet = try await bridge.client("expect", result, "value=78")
    #expect(unmet.code == 1)
    #expect(!(unmet.standardOutput + unmet.standardError).contains("more time"), "\(unmet)")
  }

  @Test
  func `after a restart nothing is done with what was seen before`() async throws {
    let directory = try temporaryDirectory()
    let address = "unix:\(directory.path("socket"))"
    let first = try await Bridge(listen: [address])
    let found = try await first.client("find", seven)
    let id = try #require(found.lines.first?.split(separator: " ").last.map(String.init))
    let mark = try #require(
      try await first.client("tree").lines.last?.split(separator: " ").last.map(String.init))
    first.process.kill()
    try await first.process.ended()
    let second = try await Bridge(listen: [address])
    let done = try await second.client("do", "press button[label=\"8\"]", "press \(id)")
    #expect(done.code == 1)
    #expect(done.standardError.contains("step 2: no element has had the id \(id)"))
    #expect(try await second.client("expect", result, "value=0").code == 0)
    // The whole outline comes in the place of a difference that nobody can know.
    let look = try await second.client("do", "get \(result)", "--since", mark)
    #expect(look.code == 0)
    #expect(look.standardOutput.contains("application \"Calculator\""), "\(look)")
    #expect(look.standardError.contains("the server was restarted"), "\(look)")
  }
}

import AccessibilityTree
import BridgePolicy
import Testing

struct `Policies` {
  private func read(_ text: String) -> Policy.Reading {
    Policy.read(Array(text.utf8)) { $0 == "alice" ? 1007 : nil }
  }

  private func rights(_ text: String, _ subject: PolicySubject) -> Rights? {
    let reading = read(text)
    #expect(reading.errors.isEmpty, "\(reading.errors)")
    return reading.policy.stanza(for: subject)?.rights
  }

  @Test func `the example is correct`() {
    let reading = read(Policy.example)
    #expect(reading.errors.isEmpty, "\(reading.errors)")
    #expect(reading.policy.stanzas.count == 5)
  }

  @Test func `lines for people to write grant what was asked for`() throws {
    let subject = PolicySubject(.token, "ci")
    let names = try ["Text Editor", "a,b", "#1", "kate*"].map { try #require(NamePattern($0)) }
    let grants: [(Permissions, [NamePattern])] = [
      (.observe, []), ([.observe, .act], names), (.all, [names[0]]), (.administer, []),
    ]
    for (permissions, applications) in grants {
      let lines = Policy.lines(for: subject, permissions, applications: applications)
      let granted = try #require(rights(lines.joined(separator: "\n"), subject))
      #expect(granted.permissions == permissions)
      #expect(granted.applications == ApplicationFilter([.init(names: applications)]))
      #expect(granted.targets.isEmpty == !permissions.contains(.act))
    }
  }

  @Test func `a byte order mark at the beginning is no part of the first word`() {
    let text = "\u{feff}for pairing laptop\n  may observe\n  applications *\n"
    #expect(rights(text, PolicySubject(.pairing, "laptop")) != nil)
  }

  @Test func `whoever is not named may do nothing`() {
    let reading = read("for pairing laptop\n  may observe\n  applications *\n")
    #expect(reading.policy.stanza(for: PolicySubject(.pairing, "laptop")) != nil)
    #expect(reading.policy.stanza(for: PolicySubject(.token, "laptop")) == nil)
    #expect(reading.policy.stanza(for: PolicySubject(.pairing, "laptop2")) == nil)
    #expect(read("").policy.stanza(for: PolicySubject(.anybody)) == nil)
  }

  @Test func `the first stanza that fits decides`() {
    let text = """
      for token ci-secret
        may observe
        applications kate
      for token ci-*
        may observe, act
        applications *
        act-on button, link
        actions-per-second 3
      """
    let first = rights(text, PolicySubject(.token, "ci-secret"))
    #expect(first?.permissions == .observe && first?.notifications == [])
    let other = rights(text, PolicySubject(.token, "CI-1"))
    #expect(other?.permissions == [.observe, .act])
    #expect(other?.targets == [.role(.button), .role(.link)])
    #expect(other?.actionsPerSecond == 3 && other?.actionsAtOnce == nil)
    #expect(other?.applications.isEverything == true)
  }

  @Test func `names in quotation marks may have a '#', and certificates any name`() {
    let text = "for certificate \"C # 1\"\n  may observe\n  applications \"a # b\", C#\n"
    #expect(rights(text, PolicySubject(.certificate, "C # 1"))?.permissions == .observe)
  }

  @Test func `users are named by name or number`() {
    let text = "for user alice\n  may observe\n  applications *\n  notifications *\n"
    #expect(rights(text, PolicySubject(.user, "1007"))?.notifications == .all)
    #expect(rights(text, PolicySubject(.user, "1008")) == nil)
  }

  @Test(arguments: [
    ("may observe", 1, "stands before the first 'for' line"),
    ("For pairing x\n may observe\n", 1, "'For' is written with a capital letter"),
    ("for pairing x\n May observe\n", 2, "'May' is written with a capital letter"),
    ("for pairing x\n may observe and act\n", 2, "'observe and act' cannot be permitted"),
    ("\n# note\nfor robot x\n", 3, "'robot' is no kind of client"),
    ("for pairing\n may observe", 1, "has 0 names"),
    ("for pairing a, b\n may observe", 1, "has 2 names"),
    ("for anybody x\n", 1, "has a name"),
    ("for token x # c\n may administer\n", 1, "contains a '#'"),
    ("for pairing x\n may observe # c\n applications *\n", 2, "contains a '#'"),
    ("for token \"x y\"\n may administer\n", 1, "no token can have the name 'x y'"),
    ("for pairing -x\n may administer\n", 1, "no pairing can have the name"),
    ("for user bob\n may observe", 1, "no user 'bob'"),
    ("for pairing x\n", 1, "no 'may' line"),
    ("for pairing x\n may\n", 2, "has no value"),
    ("for pairing x\n may fly\n", 2, "'fly' cannot be permitted"),
    ("for pairing x\n may act\n", 2, "'act' needs 'observe'"),
    ("for pairing x\n may observe, synthesise\n", 2, "'synthesise' needs 'act'"),
    ("for pairing x\n may observe\n may observe\n", 3, "two 'may' lines"),
    ("for pairing x\n may observe\n", 1, "no 'applications' line"),
    ("for pairing x\n may observe, act\n applications *\n", 1, "no 'act-on' line"),
    ("for pairing x\n may observe\n aplications *\n", 3, "unknown word 'aplications'"),
    ("for pairing x\n may observe\n applications a,,b\n", 3, "between commas is empty"),
    ("for pairing x\n may observe\n applications a,\n", 3, "between commas is empty"),
    ("for pairing x\n may observe\n applications \"a\n", 3, "is not closed"),
    ("for pairing x\n may observe\n applications \"a\" b\n", 3, "follows a quotation mark"),
    ("for pairing x\n may observe\n applications \"a, b\n", 3, "before 'a, b' is not closed"),
    ("for pairing x\n may observe\n applications a\", b\n", 3, "'a\"' has a quotation mark within"),
    ("for pairing x\n may observe\n applications 'a b', c\n", 3, "which does not quote here"),
    ("for token 'x'\n may administer\n", 1, "which does not quote here"),
    ("for pairing x\n may observe\n applications “a b”, c\n", 3, "a typographic quotation mark"),
    ("for pairing x\n act-on buton\n", 2, "'buton' is no role"),
    ("for pairing x\n act-on-selector button[\n", 2, "the selector is not valid"),
    ("for pairing x\n act-on-selector #123456789012\n", 2, "by its id"),
    ("for pairing x\n act-on-selector \"button[label=x]\"\n", 2, "stands in quotation marks"),
    ("for pairing x\n notifications sound\n", 2, "no kind of notification"),
    ("for pairing x\n actions-per-second 0\n", 2, "no number from 1 to 10000"),
    ("for pairing x\n actions-at-once 1\n actions-at-once 2\n", 3, "two 'actions-at-once' lines"),
    (
      "for token x\n may administer\nfor token x\n may administer\n", 3,
      "line 1 is for the same client"
    ),
  ])
  func `a mistake is reported with its line and a cure`(text: String, line: Int, message: String) {
    let errors = read(text).errors
    let found = errors.filter { $0.line == line && $0.message.contains(message) }
    #expect(found.count == 1, "\(errors)")
    #expect(found.first?.cure.isEmpty == false)
    #expect(found.first?.text(in: "policy").hasPrefix("policy:\(line): ") == true)
  }

  @Test(arguments: [
    ("for pairing *\n may administer\nfor pairing laptop\n may administer\n", 3, "line 1 fits"),
    ("for token ci-*\n may administer\nfor token ci-?a*\n may administer\n", 3, "line 1 fits"),
    ("for token ?\n may administer\nfor token a\n may administer\n", 3, "line 1 fits"),
    ("for token x\n may observe\n applications *\n act-on button\n", 4, "'act-on' has no effect"),
    (
      "for token x\n may administer\n act-on-selector button\n", 3,
      "'act-on-selector' has no effect"
    ),
    ("for token x\n may administer\n actions-at-once 2\n", 3, "'actions-at-once' has no effect"),
  ])
  func `what has no effect is warned of`(text: String, line: Int, message: String) {
    let reading = read(text)
    #expect(reading.errors.isEmpty && reading.warnings.count == 1, "\(reading)")
    #expect(reading.warnings.first?.line == line)
    #expect(reading.warnings.first?.message.contains(message) == true, "\(reading.warnings)")
    #expect(reading.warnings.first?.text(in: "policy").hasPrefix("policy:\(line): ") == true)
  }

  @Test(arguments: [
    "for pairing laptop\n may administer\nfor pairing *\n may administer\n",
    "for pairing *\n may administer\nfor token laptop\n may administer\n",
    "for token ci-?\n may administer\nfor token ci-*\n may administer\n",
    "for token ?*?\n may administer\nfor token *?\n may administer\n",
    "for token *a\n may administer\nfor token *a*\n may administer\n", Policy.example,
  ])
  func `what somebody gets is not warned of`(text: String) {
    let reading = read(text)
    #expect(reading.errors.isEmpty && reading.warnings.isEmpty, "\(reading)")
  }

  @Test func `a message has one line, whatever the file contains`() {
    for text in ["for \u{1b}[2J\n", "for pairing x\n act-on-selector b\u{0}\u{7}[\u{202e}\n"] {
      let message = read(text).errors.first?.text(in: "policy") ?? ""
      #expect(message.hasPrefix("policy:"))
      #expect(message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202e}" })
    }
  }

  @Test(arguments: [
    ("for pairing a\n may observe\n aplications *\n", ["3 did you mean applications?"]),
    (
      "for pairing a\n my observe, act\n applications *\n act-on *\n", ["2 did you mean may?"]
    ),
    ("for pairing a\n may observ, act\n applications *\n act-on *\n", ["2 did you mean observe?"]),
    ("for pairing a\n may see, act\n applications *\n act-on *\n", ["2 the permissions are:"]),
    (
      "for pairing a\n may obsrve, Act\n applications *\n act-on buton, lnk, entry\n",
      [
        "2 did you mean observe?", "2 did you mean act?", "4 did you mean button?",
        "4 did you mean link?", "4 did you mean textbox?",
      ]
    ),
    (
      "for pairing a\n may observe\n applications *\n notifications valeu, focus, sund\n",
      ["4 did you mean value?", "4 the kinds are:"]
    ),
    ("for pairing a\n may observe\n applicatons a,,b\n", ["3 did you mean", "3 remove a comma"]),
    ("fro pairing a\n may observe\n applications *\n", ["1 did you mean for?"]),
    ("for paring a\n may observe\n applications *\n", ["1 did you mean pairing?"]),
    ("pairing a \n may observe\n applications *\n", ["1 write: for pairing a"]),
    ("may observe\n applications *\n", ["1 begin with a line such as"]),
    ("client a\n may observe\n applications *\n", ["1 begin with a line such as"]),
  ])
  func `the word that was meant is named, and what follows from a mistake is not told`(
    text: String, cures: [String]
  ) {
    let reading = read(text)
    let found = reading.errors.map { "\($0.line) \($0.cure)" }
    #expect(found.count == cures.count, "\(found)")
    for (error, cure) in zip(found, cures) { #expect(error.hasPrefix(cure), "\(found)") }
    #expect(reading.warnings.isEmpty, "\(reading.warnings)")
  }

  @Test func `all mistakes are reported, in order`() {
    let errors = read("may x\nfor pairing a\n may fly\nfor pairing b\n\nfor robot\n").errors
    #expect(errors.map(\.line) == [1, 1, 3, 4, 6, 6])
  }

  @Test func `lines that are missing are reported beside lines that are wrong, all in one run`() {
    let text = """
      for pairing a
        may observe, act, fly
        actions-per-second never
      for token b
        aplications *
      for token b
        May observe
        act-on-selector button[
      """
    let errors = read(text).errors.map { "\($0.line) \($0.message.prefix(21))" }
    #expect(
      errors
        == [
          "1 no 'applications' line", "1 no 'act-on' line says", "2 'fly' cannot be permit",
          "3 'never' is no number f", "4 no 'may' line says wha", "5 unknown word 'aplicati",
          "6 no 'applications' line", "6 line 4 is for the same", "7 'May' is written with ",
          "8 the selector is not va",
        ].map { String($0.prefix(23)) }, "\(errors)")
  }

  @Test func `with the lines that the cures give, a stanza is correct`() {
    let errors = read("for pairing a\n").errors
    #expect(errors.map(\.cure) == ["add: may observe, and a line: applications *"])
    #expect(read("for pairing a\n may observe\n applications *\n").errors.isEmpty)
  }

  @Test func `with what the errors of one round say, who may only act is a correct client`() {
    let errors = read("for pairing a\n may act\n").errors
    #expect(
      errors.map(\.cure) == [
        "add: applications * for all, or name some",
        "add: act-on * for everything that it sees, or name roles", "add observe, or remove act",
      ])
    #expect(
      read("for pairing a\n may act, observe\n applications *\n act-on *\n").errors.isEmpty)
    let more = read("for pairing a\n may synthesise\n").errors
    #expect(more.count == 3 && more.last?.cure == "add observe, act, or remove synthesise")
  }

  @Test func `lines of applications add to each other`() throws {
    let text = "for pairing a\n may observe\n applications One\n applications Two\n"
    let policy = read(text).policy
    let rights = try #require(policy.stanza(for: PolicySubject(.pairing, "a"))?.rights)
    #expect("\(rights.applications)".contains("One") && "\(rights.applications)".contains("Two"))
  }

  @Test func `bytes that are not UTF-8, and a file that is too long, are refused`() {
    let bytes = Array("for pairing x\n may observe\n applications ".utf8) + [0xff, 0x0a]
    #expect(Policy.read(bytes).errors.map(\.line) == [3])
    let long = [UInt8](repeating: 0x20, count: Policy.maxLength + 1)
    #expect(Policy.read(long).errors.first?.message.contains("limit 65536") == true)
    #expect(Policy.read(Array(long.dropLast())).errors.isEmpty)
  }

  @Test func `what a pairing was made with limits what the policy says`() {
    let all = Rights(.all, actionsPerSecond: 4)
    let own = Rights(
      [.observe], applications: ApplicationFilter([.init(names: [NamePattern("kate")!])]))
    let both = all.limited(by: own)
    #expect(both.permissions == .observe && both.actionsPerSecond == 4)
    #expect(
      !both.applications.allows(
        Application(root: ElementID(rawValue: 1), name: "gedit", source: "")))
    #expect(
      both.applications.allows(Application(root: ElementID(rawValue: 1), name: "Kate", source: "")))
  }
}

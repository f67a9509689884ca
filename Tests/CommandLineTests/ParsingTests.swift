import CommandLineOptions
import Testing

@Suite struct `Parsing a command line` {
  let client = SampleProgram.client
  let server = SampleProgram.server

  @Test(arguments: [
    "find x --limit 5", "find x --limit=5", "find --limit 5 x", "find x -n5", "find x -n 5",
    "find x -n=5", "find x -jn5", "find --limit=5 -- x", "--json find x -an 5",
  ])
  func `an option may be written in several forms and positions`(line: String) throws {
    let parsed = try client.parsed(line)
    #expect(parsed.command == "find")
    #expect(parsed.int("limit") == 5)
    #expect(parsed.origin("limit") == .commandLine)
    #expect(parsed.argument("selector") == "x")
    #expect(parsed.arguments == ["x"])
  }

  @Test(arguments: [
    (["par"], "unknown command \"par\"", "did you mean pair?"),
    (["serve"], "unknown command \"serve\"", "the commands are pair"),
    (["--listen", "x", "pair"], "\"pair\" stands behind options", "begin with 'a11y-bridge pair'"),
    (["--name", "x"], "unknown option --name", "write it after 'pair'"),
  ])
  func `a word that is no command of a program names the one that was meant`(
    words: [String], message: String, hint: String
  ) {
    let error = #expect(throws: UsageError.self) { try SampleProgram.daemon.read(words) }
    #expect(error?.message == message && error?.hint == hint, "\(error as Any)")
  }

  @Test(arguments: ["find\0", "x\0y", "--limit=\0", "\0"])
  func `a word with a NUL is refused`(word: String) {
    let error = #expect(throws: UsageError.self) { try client.read(["find", "x", word]) }
    #expect(error?.message.hasPrefix("a NUL character stands after \"") == true)
    #expect(error?.message.contains("\0") == false)
  }

  @Test(
    arguments: [
      ([0x63, 0xE9], "\"c\\xE9\""), ([0xFF, 0x63], "\"\\xFF\""), ([0xC3], "\"\\xC3\""),
      ([0xC3, 0xB6, 0xED, 0xA0, 0x80], "\"ö\\xED\""),
      (
        Array(repeating: 0x61, count: 50) + [0x80], "\"…\(String(repeating: "a", count: 40))\\x80\""
      ),
    ] as [([UInt8], String)])
  func `bytes that are not UTF-8 are shown up to the first wrong one`(
    bytes: [UInt8], shown: String
  ) throws {
    let error = #expect(throws: InvalidText.self) { try String(strictly: bytes) }
    #expect(error?.description == shown)
    #expect(try String(strictly: Array("größe\0".utf8)) == "größe\0")
  }

  @Test(arguments: [
    ("10", 10), ("0.5", 0.5), ("10s", 10), ("500ms", 0.5), ("2m", 120), ("1h", 3600), ("1.5s", 1.5),
  ])
  func `a duration may have a unit`(text: String, seconds: Double) throws {
    #expect(try client.parsed("info --timeout \(text)").seconds("timeout") == seconds)
  }

  @Test func `options of the program are accepted before and after the command`() throws {
    for line in ["--server a:1 --json info", "info --server=a:1 --json", "-s a:1 info -j"] {
      let parsed = try client.parsed(line)
      #expect(parsed.string("server") == "a:1")
      #expect(parsed.flag("json"))
      #expect(parsed.seconds("timeout") == 10)
      #expect(parsed.origin("timeout") == .defaultValue)
    }
  }

  @Test func `missing values are nil, false or empty`() throws {
    let parsed = try client.parsed("find x")
    #expect(parsed.string("order") == nil && parsed.origin("order") == nil)
    #expect(!parsed.flag("all") && parsed.strings("kinds").isEmpty)
    #expect(try client.parsed("act #1 press").argument("value") == nil)
  }

  @Test func `a repeatable option keeps all its values in order`() throws {
    let parsed = try server.parsed("--listen a:1 --listen=unix:/x --listen b:2")
    #expect(parsed.strings("listen") == ["a:1", "unix:/x", "b:2"])
    #expect(parsed.command == nil)
  }

  @Test func `after two dashes all words are arguments; so are one dash and numbers`() throws {
    #expect(try client.parsed("record -- --index -x").rest("files") == ["--index", "-x"])
    #expect(try client.parsed("record - a").rest("files") == ["-", "a"])
    #expect(try client.parsed("act #1 press -5.5").argument("value") == "-5.5")
    #expect(try client.parsed("find x --kinds=-a --kinds -").strings("kinds") == ["-a", "-"])
    #expect(try client.parsed("find x --order=reading --kinds=").strings("kinds") == [""])
  }

  @Test func `a dash before a digit is a minus sign`() throws {
    for point in ["-5,-5", "-.5", "-5"] {
      #expect(try client.parsed("find \(point)").argument("selector") == point)
      #expect(try client.parsed("find x --kinds \(point)").strings("kinds") == [point])
    }
    #expect(client.failure("find -x5")?.message == "unknown option -x")
  }

  @Test func `a list accepts only its own words, and skips none`() throws {
    let program = Program(
      "p", version: "1", summary: "Lists",
      options: [.list("kinds", "K,…", of: ["value", "focus", "all"], "Only these")],
      examples: ["p"])
    #expect(try program.parsed("--kinds focus,value").string("kinds") == "focus,value")
    for wrong in ["focus,nosuch", "all,nosuch", "focus,", ","] {
      #expect(program.failure("--kinds \(wrong)")?.message.contains("value, focus, all") == true)
    }
    #expect(program.failure("--kinds value,fokus")?.hint == "did you mean focus?")
  }

  @Test func `the command line takes precedence over the environment, and both over the default`()
    throws
  {
    let environment = [
      "A11Y_BRIDGE_SERVER": "h:9", "BRIDGE_KINDS": "value,focus", "BRIDGE_JSON": "1",
    ]
    let parsed = try client.parsed("find x", environment)
    #expect(parsed.string("server") == "h:9")
    #expect(parsed.origin("server") == .environment("A11Y_BRIDGE_SERVER"))
    #expect(parsed.strings("kinds") == ["value", "focus"])
    #expect(parsed.flag("json"))
    #expect(try client.parsed("info -s a:1", environment).string("server") == "a:1")
    #expect(
      try client.parsed("info", ["A11Y_BRIDGE_SERVER": ""]).string("server")
        == "127.0.0.1:50151")
    #expect(try !client.parsed("info", ["BRIDGE_JSON": "no"]).flag("json"))
  }

  @Test(arguments: [
    ("find x --limt 5", "unknown option --limt", "did you mean --limit?"),
    ("find x --jsno", "unknown option --jsno", "did you mean --json?"),
    ("find x --zzzzzz", "unknown option --zzzzzz", ""),
    ("find x -z", "unknown option -z", ""),
    ("info --limit 5", "unknown option --limit", "it is an option of 'find'"),
    ("fnid x", "unknown command \"fnid\"", "did you mean find?"),
    ("rec x", "unknown command \"rec\"", "did you mean record?"),
    ("", "no command given", "the commands are find, act, record, info"),
    ("find", "missing argument SELECTOR", "What to look for"),
    ("record", "missing argument FILES", "Where to"),
    ("find x y", "unexpected argument \"y\"", "quote an argument that contains spaces"),
    ("find x --limit", "--limit needs a value: N", ""),
    (
      "find x --limit --all", "--limit needs a value: N",
      "if the value starts with a dash, write --limit=--all"
    ),
    ("find x --limit 0", "--limit must be a whole number from 1 to 1000, not \"0\"", ""),
    ("find x -n 12x", "-n must be a whole number from 1 to 1000, not \"12x\"", ""),
    ("find x --limit=", "--limit must be a whole number from 1 to 1000, not \"\"", ""),
    ("info --timeout nan", "--timeout must be a number of seconds from 0.1 to 3600, or", ""),
    ("info --timeout 0", "--timeout must be a number of seconds from 0.1 to 3600, or", ""),
    ("info --timeout 2h", "--timeout must be a number of seconds from 0.1 to 3600, or", ""),
    ("info --timeout s", "--timeout must be a number of seconds from 0.1 to 3600, or", ""),
    ("find x --order raeding", "--order must be one of reading, size", "did you mean reading?"),
    ("find x --all=yes", "--all does not take a value", ""),
    ("find x --limit 1 --limit 2", "--limit may be given only once", ""),
    ("act #1 pres", "ACTION must be one of press, focus, not \"pres\"", "did you mean press?"),
    ("act #1 press 101", "VALUE must be a number from -100 to 100, not \"101\"", ""),
  ])
  func `an invalid command line is refused with the word and a remedy`(
    line: String, message: String, hint: String
  ) throws {
    let failure = try #require(client.failure(line))
    #expect(failure.message.hasPrefix(message), "\(failure.message)")
    #expect(
      hint.isEmpty ? failure.hint.count < 30 : failure.hint.hasPrefix(hint), "\(failure.hint)")
    #expect(UsageError.exitCode == 2)
    #expect(failure.description.hasPrefix("bridge-client: \(message)"))
    #expect(failure.description.hasSuffix("--help'."))
  }

  @Test func `a bad value from the environment names the variable`() throws {
    let program = Program(
      "p", version: "1", summary: "s",
      options: [.integer("n", "N", in: 0...9, "h").environment("P_N")], examples: ["p"])
    let failure = try #require(program.failure("", ["P_N": "ten"]))
    #expect(failure.message.contains("environment variable P_N"))
    #expect(failure.message.contains("from 0 to 9"))
  }

  @Test(arguments: [
    (ValueKind.integer(1...Int.max), "a whole number, 1 or more"),
    (.integer(Int.min...9), "a whole number, 9 or less"),
    (.integer(Int.min...Int.max), "a whole number"),
    (.number(0.5...2), "a number from 0.5 to 2"), (.path, "a path"),
    (
      .seconds(0.5...2),
      "a number of seconds from 0.5 to 2, or one with a unit such as 500ms or 2m"
    ),
    (.choice(["a", "b"]), "one of a, b"),
  ])
  func `a value's requirement is described in words`(kind: ValueKind, words: String) throws {
    let program = Program(
      "p", version: "1", summary: "s", arguments: [.required("x", "h", kind: kind)],
      examples: ["p"])
    do {
      _ = try program.read([""], environment: { _ in nil })
      Issue.record("an empty text is no such value")
    } catch {
      #expect(error.message == "X must be \(words), not \"\"")
    }
  }

  @Test func `parsing ends with an answer for any input`() {
    var random = SystemRandomNumberGenerator()
    let words = [
      "find", "act", "x", "--", "-", "--=", "-=", "--limit", "--limit=3", "-n", "-an", "--json",
      "-é", "--é=1", "", "-1", "--server", "--order=size", "=",
    ]
    for _ in 0..<2000 {
      let line = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }
      _ = try? client.read(line, environment: { _ in nil })
      _ = try? server.read(line, environment: { _ in nil })
    }
  }
}

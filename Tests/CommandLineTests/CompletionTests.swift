import CommandLineOptions
import Foundation
import Testing

@Suite struct `Shell completion` {
  private static func isInstalled(_ shell: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
      || FileManager.default.isExecutableFile(atPath: "/bin/\(shell)")
  }

  /// Returns the output of a shell for a script.
  private func output(of shell: String, _ script: String) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [shell, "-c", script]
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  private func completions(of words: [String], _ program: Program) throws -> [String] {
    let script = """
      \(program.completion(for: .bash))
      COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _\(program.name.replacing("-", with: "_"))
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try output(of: "bash", script).split(separator: "\n").map(String.init)
  }

  @Test(
    .enabled(if: isInstalled("bash")),
    arguments: [
      (
        "",
        [
          "find", "act", "record", "info", "help", "--server", "--json", "--timeout", "--help",
          "--version", "--completion", "--man",
        ]
      ),
      ("re", ["record"]), ("find --o", ["--order"]), ("find --order ", ["reading", "size"]),
      ("-s h find --order s", ["size"]), ("find --limit ", []), ("act x p", ["press"]),
      ("--completion ", ["bash", "zsh", "fish"]), ("info --l", []),
      ("help re", ["record"]), ("h", ["help"]),
    ])
  func `bash offers commands, options and their values`(line: String, expected: [String]) throws {
    let words =
      ["bridge-client"]
      + line.split(separator: " ", omittingEmptySubsequences: false)
      .map(String.init)
    #expect(try completions(of: words, SampleProgram.client) == expected)
  }

  private static let lists = Program(
    "p", version: "1", summary: "Lists",
    options: [
      .list("kinds", "K,…", of: ["value", "focus", "all"], "Only these"),
      .text("until", "C", suggesting: ["appears", "value=", "stable"], "What must hold"),
    ], examples: ["p"])

  @Test(
    .enabled(if: isInstalled("bash")),
    arguments: [
      (["--kinds", ""], ["value", "focus", "all"]), (["--kinds", "f"], ["focus"]),
      (["--kinds", "focus,v"], ["focus,value"]),
      (["--kinds", "focus,value,a"], ["focus,value,all"]),
      (["--kinds", "="], ["value", "focus", "all"]), (["--kinds", "=", "f"], ["focus"]),
      (["--until", "a"], ["appears"]), (["--until", "va"], ["value="]),
    ])
  func `bash offers the words of lists, one after another, and the prefixes of texts`(
    words: [String], expected: [String]
  ) throws {
    #expect(try completions(of: ["p"] + words, Self.lists) == expected)
  }

  @Test func `all shells offer the words of lists`() {
    for shell in Shell.allCases {
      let script = Self.lists.completion(for: shell)
      for word in ["focus", "appears", "value="] { #expect(script.contains(word), "\(shell)") }
    }
  }

  @Test(.enabled(if: isInstalled("bash")))
  func `bash completes a program without commands`() throws {
    #expect(
      try completions(of: ["a11y-bridge", "--log-level", ""], SampleProgram.server)
        == ["debug", "info", "error"])
    #expect(try completions(of: ["a11y-bridge", "--li"], SampleProgram.server) == ["--listen"])
  }

  @Test(
    .enabled(if: isInstalled("bash")),
    arguments: [
      (["p"], ["pair"]), (["--l"], ["--listen"]), (["pair", "--n"], ["--name"]),
      (["pair", "--li"], []), (["pair", "--allow", ""], ["observe", "act"]),
      (["--listen", "x", "pa"], []),
    ])
  func `bash completes a command that is a program of its own`(
    words: [String], expected: [String]
  ) throws {
    let found = try completions(of: ["a11y-bridge"] + words, SampleProgram.daemon)
    #expect(found == expected)
  }

  @Test func `all shells know the commands that are programs of their own`() throws {
    for shell in Shell.allCases {
      let script = SampleProgram.daemon.completion(for: shell)
      for word in ["pair", "listen", "allow"] { #expect(script.contains(word), "\(shell)") }
    }
  }

  @Test(arguments: [Shell.bash, .zsh, .fish])
  func `scripts name every command and option, and installed shells accept them`(
    shell: Shell
  ) throws {
    for program in [SampleProgram.client, SampleProgram.server, SampleProgram.daemon] {
      let script = program.completion(for: shell)
      for command in program.commands { #expect(script.contains(command.name)) }
      for option in program.options + program.commands.flatMap(\.options) {
        #expect(script.contains(shell == .fish ? "-l \(option.name)" : "--\(option.name)"))
      }
      if Self.isInstalled(shell.rawValue) {
        let file = FileManager.default.temporaryDirectory
          .appending(path: "completion-\(UUID().uuidString)")
        try script.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try output(of: shell.rawValue, "\(shell.rawValue) -n '\(file.path())'") == "")
      }
    }
  }

  @Test func `quotes in texts do not end the quotes of the script`() {
    let program = Program(
      "p", version: "1", summary: "It's",
      options: [.choice("x", ["a"], "It's [one]: or \\ two")], examples: ["p"])
    #expect(program.completion(for: .fish).contains("It\\'s [one]: or \\\\ two"))
    #expect(program.completion(for: .zsh).contains("It'\\''s \\[one\\]\\: or \\\\ two"))
  }
}

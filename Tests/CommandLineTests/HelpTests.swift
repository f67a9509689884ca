import CommandLineOptions
import Testing

@Suite struct `Help and version` {
  let client = SampleProgram.client

  @Test func `the program's help lists its commands and options`() throws {
    #expect(
      try client.shown("--help") == """
        Look at applications.

        Usage: bridge-client COMMAND [OPTION…]

        Talks to a server.

        Exit codes: 0 success; 1 nothing found; 2 usage error.

        Commands:
          find    Every element that a selector matches
          act     Do something to an element
          record  Write events to files
          info    What the server is

        Options:
          -s, --server HOST:PORT  Where the server listens (default: 127.0.0.1:50151; or
                                  set A11Y_BRIDGE_SERVER)
          -j, --json              One object a line (or set BRIDGE_JSON)
              --timeout SECONDS   How long to wait (from 0.1 to 3600; default: 10)
          -h, --help              Show this help and exit
              --version           Show the version and exit
              --completion SHELL  Print the completion script for a shell and exit
                                  (bash, zsh, fish)
              --man               Print the manual page and exit

        Example:
          bridge-client info

        See 'bridge-client help COMMAND' for more about a command.

        """)
  }

  @Test func `the word help acts like the option`() throws {
    #expect(try client.shown("help") == client.shown("--help"))
    for command in client.commands {
      #expect(try client.shown("help \(command.name)") == client.shown("\(command.name) --help"))
      #expect(try client.shown("--json help \(command.name)").contains(command.summary))
    }
    #expect(client.failure("help nosuch")?.message == "unknown command \"nosuch\"")
    #expect(client.failure("help finde")?.hint == "did you mean find?")
  }

  @Test(arguments: [
    ("help find extra", "unexpected argument \"extra\""),
    ("help find act", "unexpected argument \"act\""),
    ("help find --limit 5", "unknown option --limit"), ("help --nosuch", "unknown option --nosuch"),
  ])
  func `the word help accepts one command and nothing more`(line: String, message: String) {
    #expect(client.failure(line)?.message == message)
    #expect(client.failure(line)?.hint == "'help' takes one command name")
  }

  @Test func `every command's help has a summary, a usage line, its options and an example`() throws
  {
    for command in client.commands {
      let help = try client.shown("\(command.name) --help")
      #expect(help.hasPrefix(command.summary + ".\n\nUsage: bridge-client \(command.name) "))
      #expect(help.contains("  " + command.examples[0]))
      for option in command.options { #expect(help.contains("--\(option.name)")) }
      #expect(help.contains("--server HOST:PORT"))
    }
    let find = try client.shown("find -h")
    #expect(find.contains("Usage: bridge-client find [OPTION…] SELECTOR\n"))
    #expect(find.contains("-n, --limit N "))
    #expect(find.contains("At most so many (from 1 to 1000; default: 20)\n"))
    #expect(try client.shown("record --help").contains("[OPTION…] FILES…"))
    #expect(try client.shown("act --help").contains("TARGET ACTION [VALUE]"))
  }

  @Test func `commands that are programs of their own, and lists, are in the help`() throws {
    let help = try SampleProgram.daemon.shown("--help")
    #expect(help.contains("Commands:\n  pair  Invite a machine\n"))
    #expect(help.contains("Limits:\n  calls=7  Calls at once\n"))
    #expect(help.contains("See 'a11y-bridge COMMAND --help' for more about a command."))
  }

  @Test(arguments: [40, 60, 80, 100])
  func `help fits in its width`(width: Int) throws {
    for line in ["--help", "find --help", "record --help"] {
      for row in try client.shown(line, width: width).split(separator: "\n") {
        #expect(row.displayWidth <= width || row.contains("bridge-client find '"), "\(row)")
      }
    }
  }

  @Test func `help takes precedence over missing arguments; version prints name and number`() throws
  {
    #expect(try client.shown("find --help").hasPrefix("Every element"))
    #expect(try client.shown("act --help x").hasPrefix("Do something"))
    #expect(try client.shown("--version") == "bridge-client 1.2.3\n")
    #expect(try SampleProgram.server.shown("--version") == "a11y-bridge 1.2.3\n")
    #expect(try SampleProgram.server.shown("--help").contains("Usage: a11y-bridge [OPTION…]\n"))
    #expect(try SampleProgram.server.shown("--help").contains("may be repeated"))
  }
}

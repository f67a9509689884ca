import CommandLineOptions
import Testing

/// A program with every kind of argument and option.
enum SampleProgram {
  static let client = Program(
    "bridge-client", version: "1.2.3", summary: "Look at applications",
    details: ["Talks to a server."],
    options: [
      .text("server", "HOST:PORT", "Where the server listens").short("s")
        .environment("A11Y_BRIDGE_SERVER").defaulting(to: "127.0.0.1:50151"),
      .flag("json", "One object a line").short("j").environment("BRIDGE_JSON"),
      .seconds("timeout", in: 0.1...3600, "How long to wait").defaulting(to: "10"),
    ],
    commands: [
      CommandSpec(
        "find", summary: "Every element that a selector matches",
        arguments: [.required("selector", "What to look for")],
        options: [
          .integer("limit", "N", in: 1...1000, "At most so many").short("n")
            .defaulting(to: "20"),
          .flag("all", "Unnamed ones too").short("a"),
          .choice("order", ["reading", "size"], "How they are sorted"),
          .text("kinds", "K,…", "Only these").repeatable().environment("BRIDGE_KINDS"),
        ], example: "bridge-client find 'button[label=\"Save\"]'"),
      CommandSpec(
        "act", summary: "Do something to an element",
        arguments: [
          .required("target", "Which one"),
          .required("action", "What to do", kind: .choice(["press", "focus"])),
          .optional("value", "With what", kind: .number(-100...100)),
        ], example: "bridge-client act '#482117350014' press"),
      CommandSpec(
        "record", summary: "Write events to files",
        arguments: [.rest("files", "Where to", atLeast: 1, kind: .path)],
        options: [.path("index", "PATH", "An index beside them")],
        example: "bridge-client record a.rec", moreExamples: ["bridge-client record a b"]),
      CommandSpec("info", summary: "What the server is", example: "bridge-client info"),
    ], exitCodes: ["success", "nothing found", "usage error"],
    examples: ["bridge-client info"])

  /// A program with a command that is a program of its own.
  static let daemon = Program(
    "a11y-bridge", version: "1.2.3", summary: "Serve accessibility trees",
    details: ["It's a \\ of 'quotes'.", ".Begins with a dot, and goes on…"],
    options: [.text("listen", "ADDRESS", "Where to listen").repeatable()],
    subprograms: [
      Program(
        "a11y-bridge pair", version: "1.2.3", summary: "Invite a machine",
        options: [
          .text("name", "NAME", "What to call it").short("n"),
          .choice("allow", ["observe", "act"], "What it may do"),
        ], examples: ["a11y-bridge pair --name laptop"])
    ],
    lists: [HelpList("Limits", [("calls=7", "Calls at once")])], related: ["bridge-client(1)"],
    examples: ["a11y-bridge --listen 127.0.0.1:0"])

  static let server = Program(
    "a11y-bridge", version: "1.2.3", summary: "Serve accessibility trees",
    options: [
      .text("listen", "ADDRESS", "Where to listen").repeatable(),
      .choice("log-level", ["debug", "info", "error"], "How much to say").defaulting(to: "info"),
    ],
    examples: ["a11y-bridge --listen 127.0.0.1:0"])
}

extension Program {
  /// Parses the words of one string, none of which contains a space.
  func parsed(
    _ line: String, _ environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ParsedCommand {
    let words = line.split(separator: " ").map(String.init)
    guard case .run(let parsed) = try read(words, environment: { environment[$0] }) else {
      Issue.record("\(line) shows something", sourceLocation: sourceLocation)
      throw UsageError("shows something", invocation: name)
    }
    return parsed
  }

  func failure(_ line: String, _ environment: [String: String] = [:]) -> UsageError? {
    let words = line.split(separator: " ").map(String.init)
    do {
      _ = try read(words, environment: { environment[$0] })
      return nil
    } catch {
      return error
    }
  }

  func shown(_ line: String, width: Int = 80) throws -> String {
    let words = line.split(separator: " ").map(String.init)
    guard case .show(let text) = try read(words, environment: { _ in nil }, width: width) else {
      return ""
    }
    return text
  }
}

internal import AccessibilityTree
internal import CommandLineOptions

extension ClientProgram {
  static let checking: [CommandSpec] = [
    CommandSpec(
      "audit", summary: "Look for what keeps people out: missing labels, small targets, …",
      details: [
        "Says of each defect what is wrong, why it matters and how to mend it. Only what is on the "
          + "screen is looked at. Exit code 1 when there are errors."
      ],
      arguments: [.optional("target", "Where to look: a selector or an id; everywhere if absent")],
      options: [
        .flag("rules", "List the rules and end"),
        OptionSpec.choice(
          "rule", AuditRule.all.map(\.id), "Only this rule", placeholder: "ID"
        ).repeatable(),
        OptionSpec.choice(
          "severity", AuditSeverity.allCases.map(\.name), "Only what is at least so grave"
        ).defaulting(to: AuditSeverity.warning.name),
      ],
      example: "bridge-client audit",
      moreExamples: [
        "bridge-client audit 'application[name=Mousepad]' --severity error",
        "bridge-client --json audit --rule missing-label",
      ]),
    CommandSpec(
      "verify", summary: "Compare the mirror with the live applications, element by element",
      arguments: [.optional("application", "A selector or id within it; all if absent")],
      example: "bridge-client verify",
      moreExamples: ["bridge-client verify 'application[name=Mousepad]'"]),
    CommandSpec(
      "doctor", summary: "What is missing for a live desktop, and how to get it",
      details: [
        "Looks at this machine; with --server or A11Y_BRIDGE_SERVER, at the server's."
      ],
      example: "bridge-client doctor"),
    CommandSpec(
      "bench", summary: "Measure a server",
      details: Benchmark.allCases.map { "\($0.rawValue): \($0.summary)" },
      arguments: [
        .required("what", "Which benchmark", kind: .choice(Benchmark.allCases.map(\.rawValue)))
      ],
      options: [
        OptionSpec.integer("connections", "N", in: 1...20_000, "How many connections")
          .defaulting(to: "1"),
        OptionSpec.integer(
          "in-flight", "N", in: 1...65_536,
          "How many calls at once, over all connections (pipelined: 64, others: 1)"),
        OptionSpec.number("seconds", "S", in: 0.1...3600, "How long to measure").defaulting(
          to: "3"),
        OptionSpec.integer("size", "BYTES", in: 0...65_536, "Payload of echoes and stream messages")
          .defaulting(to: "64"),
        OptionSpec.text("selector", "SELECTOR", "What find and element look for")
          .defaulting(to: "button"),
      ],
      example: "bridge-client bench roundtrip",
      moreExamples: ["bridge-client --json bench find --selector link"]),
  ]
}

internal import AccessibilityTree
internal import BridgeProtocol
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

  static let exploring: [CommandSpec] = [
    CommandSpec(
      "methods", summary: "The methods of the protocol, or the messages of one",
      arguments: [.optional("method", "Of which the fields are shown: Find", kind: method)],
      example: "bridge-client methods", moreExamples: ["bridge-client methods Perform"]),
    CommandSpec(
      "call", summary: "Call a method with a message written as JSON",
      details: [
        "JSON as proto3 has it: names as in the contract or in camel case, numbers of 64 bits also as "
          + "texts, enum values by name or number. The answer comes as JSON, a stream as one object a line "
          + "until it ends; --timeout ends it earlier."
      ],
      arguments: [
        .required("method", "The method: Find", kind: method),
        .optional("json", "The request as one JSON object; {} if absent"),
      ],
      example: "bridge-client call GetServerInfo",
      moreExamples: [
        #"bridge-client call Find '{"selector": "button", "pageSize": 2}'"#,
        #"bridge-client --timeout 5 call Subscribe '{"snapshot_first": true}'"#,
      ]),
  ]

  /// Any spelling is taken; shells offer the short ones.
  private static let method = ValueKind.suggested(Schema.contract.methods.map(\.name))
}

internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions

extension ClientProgram {
  static let checking: [CommandSpec] = [
    CommandSpec(
      "audit", summary: "Find accessibility defects: missing labels, small targets",
      details: [
        "Says of each defect what is wrong, why it matters and how to mend it. Looks only at what is on "
          + "screen. The exit code is 1 when there are errors."
      ],
      arguments: [.optional("target", "Where to look: a selector or an id; everywhere if absent")],
      options: [
        .flag("rules", "List the rules and end"),
        OptionSpec.choice(
          "rule", AuditRule.all.map(\.id), "Only this rule", placeholder: "ID"
        ).repeatable(),
        OptionSpec.choice(
          "severity", AuditSeverity.allCases.map(\.name), "The least severity to report"
        ).defaulting(to: AuditSeverity.warning.name),
      ],
      example: "bridge-client audit",
      moreExamples: [
        "bridge-client audit 'application[name=Mousepad]' --severity error",
        "bridge-client --json audit --rule missing-label",
      ]),
    CommandSpec(
      "verify", summary: "Compare the mirror with the live applications",
      details: [
        "Compares every element. The exit code is 1 when one differs."
      ],
      arguments: [.optional("application", "A selector or an id in it; all if absent")],
      example: "bridge-client verify",
      moreExamples: ["bridge-client verify 'application[name=Mousepad]'"]),
    CommandSpec(
      "doctor", summary: "What a live desktop lacks, and how to get it",
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
      arguments: [.optional("method", "The one whose fields to show, such as Find", kind: method)],
      example: "bridge-client methods", moreExamples: ["bridge-client methods Perform"]),
    CommandSpec(
      "call", summary: "Call a method with a message written as JSON",
      details: [
        "JSON as in proto3: field names in snake case or camel case, 64-bit numbers also as strings, enum "
          + "values by name or number. Prints the answer as JSON, and a stream as one object a line until "
          + "it ends; --timeout ends it earlier."
      ],
      arguments: [
        .required("method", "The method, such as Find", kind: method),
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

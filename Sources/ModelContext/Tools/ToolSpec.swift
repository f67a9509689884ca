package import AccessibilityRendering

/// A tool as it is listed: its name, what it does, and what it takes.
package struct ToolSpec: Hashable, Sendable {
  package let name: String
  package let summary: String
  package let inputs: [ToolInput]
  /// Whether it acts on applications. Such a tool is not listed for clients that may only observe.
  package let acts: Bool
  /// Whether its result has its outcome as a value as well.
  package let hasOutcome: Bool

  package init(
    _ name: String, _ summary: String, inputs: [ToolInput] = [], acts: Bool = false,
    hasOutcome: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.inputs = inputs
    self.acts = acts
    self.hasOutcome = hasOutcome
  }
}

/// An argument of a tool.
package struct ToolInput: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case text
    case flag
    case number(ClosedRange<Int>)
    /// A number, or a number with a unit: whoever takes it says which ones.
    case quantity
    /// From one to a number of texts.
    case texts(Int)
  }

  package let name: String
  package let kind: Kind
  package let summary: String
  package let isRequired: Bool
  /// Another name that it is taken by, which is not listed.
  package let synonym: String?

  package init(
    _ name: String, _ kind: Kind, _ summary: String = "", isRequired: Bool = false,
    synonym: String? = nil
  ) {
    self.name = name
    self.synonym = synonym
    self.kind = kind
    self.summary = summary
    self.isRequired = isRequired
  }
}

// MARK: As JSON

extension ToolSpec: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("name", name)
    writer.field("description", summary)
    writer.key("inputSchema")
    writer.object { schema in
      schema.field("type", "object")
      if !inputs.isEmpty {
        schema.key("properties")
        schema.object { properties in
          for input in inputs {
            properties.key(named: input.name)
            properties.value(input)
          }
        }
      }
      schema.field("required", inputs.filter(\.isRequired).map(\.name))
      schema.field("additionalProperties", false)
    }
    if hasOutcome {
      writer.key("outputSchema")
      writer.object { schema in
        schema.field("type", "object")
        schema.key("properties")
        schema.object { properties in
          properties.key("outcome")
          properties.object { outcome in
            outcome.key("enum")
            outcome.array {
              for case let value in ToolResult.Outcome.allCases { $0.string(value.rawValue) }
            }
          }
        }
      }
    }
    writer.key("annotations")
    writer.object { annotations in
      annotations.field("readOnlyHint", !acts)
      if acts { annotations.field("destructiveHint", true) }
    }
  }
}

extension ToolInput: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    switch kind {
    case .text: writer.field("type", "string")
    case .flag: writer.field("type", "boolean")
    case .number(let range):
      writer.field("type", "integer")
      writer.field("minimum", range.lowerBound)
      writer.field("maximum", range.upperBound)
    case .quantity: writer.field("type", ["number", "string"])
    case .texts(let most):
      writer.field("type", "array")
      writer.key("items")
      writer.object { $0.field("type", "string") }
      writer.field("minItems", 1)
      writer.field("maxItems", most)
    }
    if !summary.isEmpty { writer.field("description", summary) }
  }
}

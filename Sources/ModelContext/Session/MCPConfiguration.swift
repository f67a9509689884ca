/// What a server offers.
package struct MCPConfiguration: Sendable {
  package let name: String
  package let version: String
  /// What a client is told about the use of the server.
  package let instructions: String
  /// In the order in which they are listed.
  package let tools: [ToolSpec]
  package let resources: [ResourceSpec]

  package init(
    name: String, version: String, instructions: String, tools: [ToolSpec],
    resources: [ResourceSpec]
  ) {
    self.name = name
    self.version = version
    self.instructions = instructions
    self.tools = tools
    self.resources = resources
  }
}

/// A text that clients can read and be told of when it changes.
package struct ResourceSpec: Hashable, Sendable {
  package let uri: String
  package let name: String
  package let summary: String

  package init(_ uri: String, _ name: String, _ summary: String) {
    self.uri = uri
    self.name = name
    self.summary = summary
  }
}

public import AccessibilityTree

/// Which applications a client may see. Every other one does not exist for it.
public struct ApplicationFilter: Hashable, Sendable {
  /// One condition. An empty list of patterns lets everything through.
  public struct Condition: Hashable, Sendable {
    public var names: [NamePattern]
    public var toolkits: [NamePattern]

    public init(names: [NamePattern] = [], toolkits: [NamePattern] = []) {
      self.names = names
      self.toolkits = toolkits
    }

    func allows(_ application: Application) -> Bool {
      (names.isEmpty || names.contains { $0.matches(application.name) })
        && (toolkits.isEmpty || toolkits.contains { $0.matches(application.toolkit) })
    }

    /// Whether the condition holds for every application.
    var isAlwaysTrue: Bool {
      [names, toolkits].allSatisfy { $0.isEmpty || $0.contains { $0.text == "*" } }
    }
  }

  /// Whether no condition names an application or toolkit.
  public var namesNothing: Bool {
    conditions.allSatisfy { $0.names.isEmpty && $0.toolkits.isEmpty }
  }

  /// All of them must hold.
  public private(set) var conditions: [Condition] = []
  /// Whether it lets no application through, whatever the conditions are.
  private var isClosed = false

  public init(_ conditions: [Condition] = []) {
    for condition in conditions { add(condition) }
  }

  /// Lets every application through.
  public static let everything = ApplicationFilter()

  /// Lets none through.
  public static let nothing: ApplicationFilter = {
    var filter = ApplicationFilter()
    filter.isClosed = true
    return filter
  }()

  public var isEverything: Bool { conditions.isEmpty && !isClosed }

  /// Adds a condition that must hold as well.
  public mutating func add(_ condition: Condition) {
    if !condition.isAlwaysTrue, !conditions.contains(condition) { conditions.append(condition) }
  }

  public func allows(_ application: Application) -> Bool {
    !isClosed && conditions.allSatisfy { $0.allows(application) }
  }
}

extension ApplicationFilter: CustomStringConvertible {
  /// For people: "gnome-*, kate with toolkit GTK*".
  public var description: String {
    if isClosed { return "none" }
    if isEverything { return "all" }
    return conditions.map { condition in
      let names = condition.names.map(\.description).joined(separator: ", ")
      let toolkits = condition.toolkits.map(\.description).joined(separator: ", ")
      return (names.isEmpty ? "all" : names) + (toolkits.isEmpty ? "" : " with toolkit \(toolkits)")
    }.joined(separator: "; and of these ")
  }
}

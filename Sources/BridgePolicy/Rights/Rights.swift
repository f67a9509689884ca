public import AccessibilityTree

/// All that one client may do.
public struct Rights: Hashable, Sendable {
  public var permissions: Permissions
  /// What it may see.
  public var applications: ApplicationFilter
  /// What it may act on, of what it sees; any of them.
  public var targets: [ActionTarget]
  /// The notifications and changes that it is told of.
  public var notifications: NotificationKinds
  /// `nil`: as many as the server can take.
  public var actionsPerSecond: Int?
  public var actionsAtOnce: Int?

  public init(
    _ permissions: Permissions, applications: ApplicationFilter = .everything,
    targets: [ActionTarget] = [.everything], notifications: NotificationKinds = .all,
    actionsPerSecond: Int? = nil, actionsAtOnce: Int? = nil
  ) {
    self.permissions = permissions
    self.applications = applications
    self.targets = targets
    self.notifications = notifications
    self.actionsPerSecond = actionsPerSecond
    self.actionsAtOnce = actionsAtOnce
  }

  /// Everything.
  public static let all = Rights(.all)
  /// Nothing at all.
  public static let none = Rights([], targets: [], notifications: [])

  /// What the client sees of the desktop: nothing, unless it may observe.
  public var visibleApplications: ApplicationFilter {
    permissions.contains(.observe) ? applications : .nothing
  }

  /// Returns what both allow.
  ///
  /// - Parameter own: What a pairing or token was made with, which limits permissions and applications only.
  public func limited(by own: Rights) -> Rights {
    var both = self
    both.permissions.formIntersection(own.permissions)
    for condition in own.applications.conditions { both.applications.add(condition) }
    return both
  }
}

extension Rights {
  /// The rights in lines for people, a name and what it is in each.
  public var lines: [(name: String, value: String)] {
    var lines = [("may", permissions.words)]
    if permissions.contains(.observe) {
      lines.append(("applications", "\(applications)"))
      lines.append(("notifications", Self.text(of: notifications)))
    }
    if permissions.contains(.act) {
      lines.append(
        ("act-on", targets.isEmpty ? "nothing" : targets.map(\.text).joined(separator: ", ")))
      lines.append(("actions-per-second", actionsPerSecond.map { "\($0)" } ?? "no limit"))
      lines.append(("actions-at-once", actionsAtOnce.map { "\($0)" } ?? "no limit"))
    }
    return lines
  }

  private static func text(of kinds: NotificationKinds) -> String {
    if kinds == .all { return "all" }
    return kinds.isEmpty ? "none" : kinds.names.joined(separator: ", ")
  }
}

extension ActionTarget {
  fileprivate var text: String {
    switch self {
    case .everything: "everything"
    case .role(let role): role.name
    case .selector(let selector): selector.text
    }
  }
}

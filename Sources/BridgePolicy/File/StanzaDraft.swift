internal import AccessibilityQueries
internal import AccessibilityTree
internal import SafeText

/// A stanza while its lines are being read. What it does not grant is denied.
struct StanzaDraft {
  private let line: Int
  var subject: (kind: PolicySubject.Kind, name: NamePattern)?
  /// What is wrong with its lines.
  private(set) var errors: [PolicyError] = []
  /// The words of its lines, also of those with an error, which is reported already.
  private var words: Set<String> = []
  private var permissions: Permissions?
  /// Whether a value of its 'may' line is not known, so that it may permit more.
  private var mayPermitMore = false
  private var applications: [NamePattern] = []
  private var toolkits: [NamePattern] = []
  private var targets: [ActionTarget] = []
  private var notifications: NotificationKinds = []
  private var actionsPerSecond: Int?
  private var actionsAtOnce: Int?
  /// The lines that say what may be acted on, and how often.
  private var actionLines: [(word: String, line: Int)] = []

  init(_ line: Int) {
    self.line = line
  }

  static let words = [
    "may", "applications", "toolkits", "act-on", "act-on-selector", "notifications",
    "actions-per-second", "actions-at-once",
  ]

  /// Reads a line that begins with one of the words.
  mutating func take(_ word: String, _ rest: Substring, _ line: Int) {
    words.insert(word)
    if word.hasPrefix("act") { actionLines.append((word, line)) }
    do throws(PolicyError) {
      guard !rest.isEmpty else {
        throw PolicyError(
          line, "'\(word)' has no value", "write what it grants, or remove the line")
      }
      switch word {
      case "may": try takePermissions(rest, line)
      case "applications": applications += try values(rest, line, PolicyList.pattern)
      case "toolkits": toolkits += try values(rest, line, PolicyList.pattern)
      case "act-on": targets += try values(rest, line, Self.target)
      case "act-on-selector": targets.append(.selector(try Self.selector(rest, line)))
      case "notifications":
        for kind in try values(rest, line, Self.notification) { notifications.formUnion(kind) }
      case "actions-per-second":
        actionsPerSecond = try number(rest, actionsPerSecond, 1...10_000, word, line)
      default: actionsAtOnce = try number(rest, actionsAtOnce, 1...64, word, line)
      }
    } catch {
      errors.append(error)
    }
  }

  /// The values of a line that can be read; what is wrong with each of the others is noted.
  private mutating func values<Value>(
    _ rest: Substring, _ line: Int, _ read: (String, Int) throws(PolicyError) -> Value
  ) throws(PolicyError) -> [Value] {
    var values: [Value] = []
    for item in try PolicyList.items(rest, line) {
      do throws(PolicyError) {
        values.append(try read(item, line))
      } catch {
        errors.append(error)
      }
    }
    return values
  }

  private mutating func takePermissions(_ rest: Substring, _ line: Int) throws(PolicyError) {
    guard permissions == nil else {
      throw PolicyError(line, "this client has two 'may' lines", "put them into one")
    }
    var found: Permissions = []
    // What can be read says which other lines are needed.
    defer { permissions = found }
    for item in try PolicyList.items(rest, line) {
      let meant =
        Permissions(name: item) == nil
        ? closest(to: item.lowercased(), among: Permissions.all.names) : item
      if meant != item {
        errors.append(
          PolicyError(
            line, "'\(item.shown)' cannot be permitted",
            PolicyError.suggestion(meant)
              ?? "the permissions are: \(Permissions.all.names.joined(separator: ", ")); separate several by commas"
          ))
      }
      guard let permission = meant.flatMap(Permissions.init(name:)) else {
        mayPermitMore = true
        continue
      }
      found.formUnion(permission)
    }
    if mayPermitMore { return }
    for (name, permission) in Permissions.named where found.contains(permission) {
      let missing = permission.needed.subtracting(found)
      guard missing.isEmpty else {
        // With the permission that is added, other lines are needed as well.
        found.formUnion(missing)
        throw PolicyError(
          line, "'\(name)' needs '\(missing.names.joined(separator: "' and '"))'",
          "add \(missing.names.joined(separator: ", ")), or remove \(name)")
      }
    }
  }

  private static func target(_ name: String, _ line: Int) throws(PolicyError) -> ActionTarget {
    if name == "*" { return .everything }
    if let role = Role(name: name) { return .role(role) }
    throw PolicyError(
      line, "'\(name.shown)' is no role",
      PolicyError.suggestion(Role.name(meantBy: name))
        ?? "write roles as 'bridge-client tree' shows them, such as button, or * for all")
  }

  private static func selector(
    _ rest: Substring, _ line: Int
  ) throws(PolicyError) -> ParsedSelector {
    let selector: Selector
    do throws(SelectorSyntaxError) {
      selector = try Selector(parsing: String(rest))
    } catch {
      let bare = rest.dropFirst().dropLast()
      if rest.first == "\"", rest.last == "\"", (try? Selector(parsing: String(bare))) != nil {
        throw PolicyError(
          line, "the selector stands in quotation marks",
          "write it without them: \(bare.shown(limit: 200))")
      }
      throw PolicyError(
        line, "the selector is not valid: \("\(error)".shown(limit: 200))",
        "'bridge-client find --help' shows how selectors are written")
    }
    guard selector.ids.isEmpty else {
      throw PolicyError(
        line, "the selector names an element by its id, which changes with every run",
        "use a role, a label or an identifier")
    }
    return ParsedSelector(selector)
  }

  private static func notification(
    _ name: String, _ line: Int
  ) throws(PolicyError) -> NotificationKinds {
    if let kind = name == "*" ? .all : NotificationKinds(name: name) { return kind }
    throw PolicyError(
      line, "'\(name.shown)' is no kind of notification",
      PolicyError.suggestion(closest(to: name.lowercased(), among: NotificationKinds.all.names))
        ?? "the kinds are: \(NotificationKinds.all.names.joined(separator: ", ")), or * for all")
  }

  private func number(
    _ rest: Substring, _ known: Int?, _ range: ClosedRange<Int>, _ word: String, _ line: Int
  ) throws(PolicyError) -> Int {
    guard known == nil else {
      throw PolicyError(line, "this client has two '\(word)' lines", "remove one of them")
    }
    guard let number = Int(rest), range.contains(number) else {
      throw PolicyError(
        line, "'\(rest.shown)' is no number from \(range.lowerBound) to \(range.upperBound)",
        "write such a number, or remove the line for no limit")
    }
    return number
  }

  /// What has no effect.
  var warnings: [PolicyError] {
    guard let permissions, !permissions.contains(.act), !mayPermitMore else { return [] }
    return actionLines.map { word, line in
      PolicyError(
        line, "'\(word)' has no effect, because this client may not act",
        "add act to its 'may' line, or remove this line")
    }
  }

  /// One error for each line that is missing.
  var missing: [PolicyError] {
    let seesNothing = !words.contains("applications")
    var missing: [PolicyError] = []
    if !words.contains("may") {
      missing.append(
        PolicyError(
          line, "no 'may' line says what this client may do",
          "add: may observe" + (seesNothing ? ", and a line: applications *" : "")))
    }
    if permissions?.contains(.observe) == true, seesNothing {
      missing.append(
        PolicyError(
          line, "no 'applications' line says what this client may see",
          "add: applications * for all, or name some"))
    }
    if permissions?.contains(.act) == true, words.isDisjoint(with: ["act-on", "act-on-selector"]) {
      missing.append(
        PolicyError(
          line, "no 'act-on' line says what this client may act on",
          "add: act-on * for everything that it sees, or name roles"))
    }
    return missing
  }

  /// The stanza; `nil`: its client is not named. It must not be used when there are errors.
  var stanza: Policy.Stanza? {
    guard let subject else { return nil }
    return Policy.Stanza(
      kind: subject.kind, name: subject.name,
      rights: Rights(
        permissions ?? [],
        applications: ApplicationFilter([.init(names: applications, toolkits: toolkits)]),
        targets: targets, notifications: notifications, actionsPerSecond: actionsPerSecond,
        actionsAtOnce: actionsAtOnce),
      line: line)
  }
}

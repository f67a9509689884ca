internal import AccessibilitySpeech
package import AccessibilityTree

/// Control with one or two switches (V4): the usable elements are presented one after another. One switch
/// selects the current one; another switch, or a timer, moves to the next.
package struct SwitchControl: AssistiveClient {
  package enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Presents one element after another.
    case items
    /// Presents one part of the screen after another; selecting a part enters it.
    case groups
  }

  package var scope: SceneScope
  package private(set) var mode: Mode
  /// The levels of the scan: the whole scene, then the groups and the menu that were entered.
  private var levels: [Level] = []

  private struct Level {
    var nodes: [ScanNode]
    var place = 0
    /// The number of rounds that the timer has completed without a selection.
    var rounds = 0

    var current: ScanNode? { nodes.indices.contains(place) ? nodes[place] : nil }
  }

  /// The number of rounds without a selection after which the timer leaves a group.
  private static let patience = 2

  package init(scope: SceneScope = .front, mode: Mode = .groups) {
    self.scope = scope
    self.mode = mode
  }

  package func renewed(scope: SceneScope) -> Self { SwitchControl(scope: scope, mode: mode) }

  package static let vocabulary: [CommandHelp] =
    [
      CommandHelp(
        "select", keys: [.enter, .character(" ")], does: "Take what is shown: use it, or go into it"
      ),
      CommandHelp("next", keys: [.right, .tab, .character("n")], does: "Go on to the next"),
      CommandHelp(
        "previous", keys: [.left, .backTab, .character("p")], does: "Go back to the one before"),
      CommandHelp("back", keys: [.escape, .backspace], does: "Leave the group or the menu"),
      CommandHelp(
        "tick", does: "What time does: go on, and leave a group that nobody chooses from"),
      CommandHelp("mode", "items|groups", does: "What is gone through"),
    ] + WindowCommands.vocabulary

  /// The element that is presented.
  package var highlighted: ElementID? { levels.last?.current?.element }

  package mutating func begin(in scene: Scene) -> [ClientEffect] {
    levels = [Level(nodes: top(of: scene))]
    return show(in: scene)
  }

  private func top(of scene: Scene) -> [ScanNode] {
    mode == .items ? ScanNode.items(of: scene) : ScanNode.groups(of: scene)
  }

  package mutating func take(_ command: CommandLine, in scene: Scene) -> [ClientEffect] {
    switch command.verb {
    case "select": return select(in: scene)
    case "next": return step(1, in: scene)
    case "previous": return step(-1, in: scene)
    case "tick": return tick(in: scene)
    case "back": return leave(in: scene)
    case "mode":
      guard let mode = Mode(rawValue: command.argument) else {
        return .refuse("The mode is items or groups.")
      }
      self.mode = mode
      return begin(in: scene)
    default: return .refuse(unknown: command)
    }
  }

  // MARK: Moving

  private mutating func step(_ distance: Int, in scene: Scene) -> [ClientEffect] {
    guard let level = levels.indices.last, !levels[level].nodes.isEmpty else {
      return .refuse(Self.nothing)
    }
    let count = levels[level].nodes.count
    levels[level].place = (levels[level].place + distance + count) % count
    return show(in: scene)
  }

  private mutating func tick(in scene: Scene) -> [ClientEffect] {
    // The timer does not repeat that there is nothing to use.
    guard let level = levels.indices.last, !levels[level].nodes.isEmpty else { return [] }
    if levels[level].place + 1 >= levels[level].nodes.count {
      levels[level].rounds += 1
      if levels[level].rounds >= Self.patience, levels.count > 1 { return leave(in: scene) }
    }
    return step(1, in: scene)
  }

  private mutating func leave(in scene: Scene) -> [ClientEffect] {
    guard levels.count > 1 else { return .say(.boundary, "top") }
    levels.removeLast()
    if let level = levels.indices.last { levels[level].rounds = 0 }
    return show(in: scene)
  }

  // MARK: Choosing

  private mutating func select(in scene: Scene) -> [ClientEffect] {
    switch levels.last?.current {
    case nil: return .refuse(Self.nothing)
    case .back?: return leave(in: scene)
    case .group(_, let nodes)?:
      levels.append(Level(nodes: nodes + [.back]))
      return show(in: scene)
    case .choice(let id, let choice)?:
      levels.removeLast()
      return [.perform(id, choice.command)]
    case .item(let id)?:
      guard let element = scene[id] else { return .refuse("It is gone.") }
      let choices = element.choices()
      if choices.count == 1, let only = choices.first { return [.perform(id, only.command)] }
      levels.append(Level(nodes: choices.map { .choice(id, $0) } + [.back]))
      return show(in: scene)
    }
  }

  private func show(in scene: Scene) -> [ClientEffect] {
    guard let current = levels.last?.current else { return .say(.boundary, Self.nothing) }
    switch current {
    case .back: return .say(.choice, "Back")
    case .choice(let id, let choice): return .say(.choice, choice.name, id)
    case .item(let id): return .say(.element, scene.headline(of: id), id)
    case .group(let id, _):
      let name = Speech.name(of: id, in: scene.tree) ?? bounds(of: current, scene)
      return .say(.element, "\(name), group, \(current.count) items", id)
    }
  }

  private static let nothing = "There is nothing to use here."

  /// Returns the first and last item of a group without a name: "7 to 9".
  private func bounds(of group: ScanNode, _ scene: Scene) -> String {
    func name(_ node: ScanNode?) -> String {
      node?.element.flatMap { Speech.name(of: $0, in: scene.tree) } ?? "unlabelled"
    }
    var (first, last) = (group, group)
    while case .group(_, let nodes) = first, let inner = nodes.first { first = inner }
    while case .group(_, let nodes) = last, let inner = nodes.last { last = inner }
    return "\(name(first)) to \(name(last))"
  }

  // MARK: Following

  package mutating func follow(
    _ notifications: [Notification], in scene: Scene
  ) -> [ClientEffect] {
    let before = levels.last?.current
    rebuild(in: scene)
    return levels.last?.current?.element == before?.element ? [] : show(in: scene)
  }

  package mutating func finish(_ result: ActionResult, in scene: Scene) -> [ClientEffect] {
    if let refusal = result.refusal { return .refuse(refusal) }
    let value = Speech.value(of: result.element, in: scene.tree)
    let isAdjusting = result.command == .increment || result.command == .decrement
    if isAdjusting, let value { return .say(.change, value, result.element) }
    return []
  }

  /// Rebuilds the levels for the new scene. Each stays at its current node if that still exists.
  private mutating func rebuild(in scene: Scene) {
    let old = levels
    levels = []
    var nodes = top(of: scene)
    for (depth, level) in old.enumerated() {
      var new = Level(nodes: nodes, rounds: level.rounds)
      let kept = level.current.flatMap { current in nodes.firstIndex { Self.isSame($0, current) } }
      new.place = kept ?? min(level.place, max(0, nodes.count - 1))
      levels.append(new)
      guard depth + 1 < old.count, kept != nil else { return }
      switch new.current {
      case .group(_, let inner)?: nodes = inner + [.back]
      case .item(let id)?:
        nodes = (scene[id]?.choices() ?? []).map { .choice(id, $0) } + [.back]
      case .choice?, .back?, nil: return
      }
    }
  }

  private static func isSame(_ one: ScanNode, _ other: ScanNode) -> Bool {
    switch (one, other) {
    case (.choice(_, let one), .choice(_, let other)): one.name == other.name
    case (.back, .back): true
    default: one.element != nil && one.element == other.element
    }
  }
}

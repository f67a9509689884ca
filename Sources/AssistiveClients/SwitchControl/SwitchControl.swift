internal import AccessibilitySpeech
package import AccessibilityTree

/// Control with one or two switches (V4): the usable elements are presented one after another. One switch
/// selects the current one; another switch, or a timer, moves to the next.
///
/// An action is only performed when its name was presented, or when it is the default action of the
/// element that was.
package struct SwitchControl: AssistiveClient {
  package enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Presents one element after another.
    case items
    /// Presents one part of the screen after another, row by row; selecting a part enters it.
    case groups
  }

  package var scope: SceneScope
  package var opening = OpenedWindows()
  package private(set) var mode: Mode
  /// The levels of the scan: the whole scene, then the groups and the menus that were entered.
  var levels: [ScanLevel] = []
  var dragging = Dragging()
  /// Where the scan was when something was picked up, to return there.
  private var dragPlace: KeptPlace?
  private var root: ElementID?
  private var outcomes = Outcomes()
  private var startedTouch = StartedTouch()
  private var origin = MenuOrigin()
  /// Where the scan was in each window and dialog that it left, to return there.
  private var places: [ElementID: (levels: [ScanLevel], origin: MenuOrigin)] = [:]

  package init(scope: SceneScope = .front, mode: Mode = .groups) {
    self.scope = scope
    self.mode = mode
  }

  package var loss: [ClientEffect] { dragging.loss }

  package func renewed(scope: SceneScope) -> Self { SwitchControl(scope: scope, mode: mode) }

  package static let vocabulary: [CommandHelp] =
    [
      CommandHelp(
        "select", keys: [.enter, .character(" ")],
        does: "Use what is presented, or enter it, or open its menu"),
      CommandHelp("next", keys: [.right, .tab, .character("n")], does: "Present the next"),
      CommandHelp(
        "previous", keys: [.left, .backTab, .character("p")], does: "Present the previous one"),
      CommandHelp(
        "back", keys: [.escape, .backspace], does: "Leave the group or menu, or cancel the drag"),
      CommandHelp("escape", does: "Cancel the drag, or else the same as back"),
      CommandHelp(
        "tick", does: "What the timer does: present the next, and leave a group after two rounds"),
      CommandHelp("mode", "items|groups", does: "Scan single elements, or parts of the screen"),
    ] + WindowCommands.vocabulary

  /// The element that is presented.
  package var highlighted: ElementID? { levels.last?.current?.element }

  package var place: ElementID? { highlighted }

  package mutating func begin(in scene: Scene) -> [ClientEffect] {
    root = scene.root
    levels = [ScanLevel(.top, top(of: scene))]
    return show(in: scene)
  }

  package mutating func enter(_ scene: Scene) -> [ClientEffect] {
    scene.introduction(opening) + begin(in: scene)
  }

  /// The nodes of the first level: while something is dragged, the places to drop it come first.
  func top(of scene: Scene) -> [ScanNode] {
    let nodes = mode == .items ? ScanTree.items(of: scene) : ScanTree.groups(of: scene)
    let windows = Scene.windows(in: scene.tree)
    let all =
      nodes + ScanTree.general(of: scene) + (windows.count > 1 ? [.windows(windows)] : [])
    guard dragging.source != nil else { return all }
    let targets = scene.stopsOnScreen.filter { id in
      scene[id].map { dragging.canDrop(on: $0) } ?? false
    }
    return targets.map(ScanNode.target) + [.cancelDrag] + all
  }

  package mutating func take(_ command: CommandLine, in scene: Scene) -> [ClientEffect] {
    let effects: [ClientEffect]
    switch command.verb {
    case "select": effects = select(in: scene)
    case "next": effects = step(1, in: scene)
    case "previous": effects = step(-1, in: scene)
    case "tick": effects = tick(in: scene)
    case "back": effects = leave(in: scene)
    case "close window": effects = scene.closeWindow(near: highlighted)
    case "escape": effects = dragging.source == nil ? leave(in: scene) : cancelDrag(in: scene)
    case "mode":
      guard let mode = Mode(rawValue: command.argument) else {
        return .refuse("The mode is items or groups.")
      }
      self.mode = mode
      return begin(in: scene)
    default: return .refuse(unknown: command)
    }
    let ended = endTouchIfLeft(in: scene)
    origin.begin(effects, in: scene)
    outcomes.begin(effects, in: scene)
    return ended + effects
  }

  /// Ends direct touch when its element is neither presented nor in what is, nor is its menu open.
  private mutating func endTouchIfLeft(in scene: Scene) -> [ClientEffect] {
    guard let touched = startedTouch.element else { return [] }
    let isHere = levels.contains { level in
      if case .menu(touched) = level.kind { return true }
      return level.current.map { $0.element == touched || $0.items.contains(touched) } ?? false
    }
    return isHere ? [] : startedTouch.leave(in: scene)
  }

  package mutating func end(in scene: Scene) -> [ClientEffect] { startedTouch.end(in: scene) }

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
      if levels[level].rounds >= ScanLevel.patience, levels.count > 1 { return leave(in: scene) }
    }
    return step(1, in: scene)
  }

  mutating func leave(in scene: Scene) -> [ClientEffect] {
    guard levels.count > 1 else {
      guard dragging.source == nil else { return cancelDrag(in: scene) }
      return scene.openMenu.map { [.perform($0, .escape)] } ?? .say(.boundary, "top")
    }
    levels.removeLast()
    if let level = levels.indices.last { levels[level].rounds = 0 }
    return show(in: scene)
  }

  /// Ends the drag, and goes back to what was dragged.
  mutating func cancelDrag(in scene: Scene) -> [ClientEffect] {
    let effects = dragging.cancel() ?? []
    return effects + beginAgain(in: scene)
  }

  /// Begins again when a drag has begun, with the places to drop, or when it has ended, at what was dragged.
  mutating func beginAgain(in scene: Scene) -> [ClientEffect] {
    let first = begin(in: scene)
    if let source = dragging.source {
      dragPlace = KeptPlace(source, in: scene)
      return first
    }
    let nodes = levels[0].nodes
    guard let goal = dragPlace?.nearest(where: { id in nodes.contains { $0.items.contains(id) } })
    else { return first }
    descend(to: goal, in: scene)
    return show(in: scene)
  }

  /// Goes to an element, into the groups and rows that contain it.
  private mutating func descend(to id: ElementID, in scene: Scene) {
    while let level = levels.indices.last,
      let place = levels[level].nodes.firstIndex(where: { $0.items.contains(id) })
    {
      levels[level].place = place
      guard let content = nodes(of: .content, in: scene) else { return }
      levels.append(ScanLevel(.content, content))
    }
  }

  // MARK: Following

  package mutating func follow(
    _ notifications: [Notification], in scene: Scene
  ) -> [ClientEffect] {
    let isNewWindow = root != scene.root
    let gone = startedTouch.follow(scene, during: outcomes.element) + dragging.follow(scene)
    if isNewWindow {
      let effects = gone + scene.introduction(opening) + goToWindow(in: scene)
      return outcomes.follow(notifications, saying: effects, in: scene)
    }
    let before = levels.last?.current
    rebuild(in: scene)
    origin.forgetIfClosed(in: scene)
    let now = levels.last?.current
    let isSame = before.flatMap { before in now.map { $0.isSame(as: before) } } ?? (now == before)
    let ended = endTouchIfLeft(in: scene)
    return outcomes.follow(
      notifications, saying: ended + gone + (isSame ? [] : show(in: scene)), in: scene)
  }

  /// Begins in another window or dialog, or goes on where the scan was in it.
  private mutating func goToWindow(in scene: Scene) -> [ClientEffect] {
    root.map { places[$0] = (levels, origin) }
    places = places.filter { scene.tree.contains($0.key) }
    guard let root = scene.root, let kept = placeToReturn(in: root, of: scene) else {
      return endTouchIfLeft(in: scene) + begin(in: scene)
    }
    self.root = root
    levels = kept.levels
    origin = kept.origin
    rebuild(in: scene)
    origin.forgetIfClosed(in: scene)
    guard !levels.isEmpty else { return begin(in: scene) }
    return show(in: scene)
  }

  /// Removes and returns where the scan was in a window: when it was left, or within all windows of the application.
  private mutating func placeToReturn(
    in root: ElementID, of scene: Scene
  ) -> (levels: [ScanLevel], origin: MenuOrigin)? {
    if let kept = places.removeValue(forKey: root) { return kept }
    guard let application = scene.tree.read(root, { $0.application }) ?? nil,
      let kept = places[application], let element = kept.levels.last?.current?.element,
      scene.tree.isAncestor(root, of: element)
    else { return nil }
    return kept
  }

  package mutating func hasJustSaid(_ announcement: String) -> Bool {
    outcomes.hasJustSaid(announcement)
  }

  package mutating func finish(_ result: ActionResult, in scene: Scene) -> [ClientEffect] {
    if startedTouch.isEnd(result) { return [] }
    startedTouch.begin(after: result, in: scene)
    let dragged = dragging.finish(result, in: scene)
    let effects = outcomes.finish(
      result, opening: dragged ?? [],
      otherwise: .say(.answer, result.wordsWithoutChange, result.element), in: scene)
    // What was picked up changes what is presented.
    return dragged == nil ? effects : effects + beginAgain(in: scene)
  }

  /// Rebuilds the levels for the new scene. Each stays at its current node if that still exists.
  private mutating func rebuild(in scene: Scene) {
    let old = levels
    levels = []
    for level in old {
      guard let nodes = nodes(of: level.kind, in: scene) else { return }
      var new = ScanLevel(level.kind, nodes, rounds: level.rounds)
      let kept = level.current.flatMap { current in nodes.firstIndex { $0.isSame(as: current) } }
      if let kept {
        new.place = kept
        levels.append(new)
        continue
      }
      let goal = origin.placeToReturn(from: level.current?.element, in: scene) { id in
        nodes.contains { $0.items.contains(id) }
      }
      new.place = level.successor(among: nodes, goal: goal)
      levels.append(new)
      if let goal, new.current?.items.contains(goal) == true { descend(to: goal, in: scene) }
      return
    }
  }
}

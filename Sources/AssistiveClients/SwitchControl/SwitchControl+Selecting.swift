internal import AccessibilitySpeech
internal import AccessibilityTree

extension SwitchControl {
  mutating func select(in scene: Scene) -> [ClientEffect] {
    switch levels.last?.current {
    case nil: return .refuse(Self.nothing)
    case .back?: return leave(in: scene)
    case .cancelDrag?: return cancelDrag(in: scene)
    case .group?, .row?, .keys?, .windows?: return open(.content, in: scene)
    case .choice(let id, let choice)?: return perform(choice, on: id, in: scene)
    case .window(let window)?:
      scope = .element(window.id)
      return enter(Scene(scene.tree, scope: scope))
    case .target(let id)?: return drop(on: id, in: scene)
    case .key(let id, let key)?: return type(key, into: id, in: scene)
    case .item(let id)?:
      guard let element = scene[id] else { return .refuse("It is gone.") }
      // Only the default action goes without saying; every other is chosen by its name.
      if let command = element.defaultCommand, menu(of: element).count == 1 {
        return [.perform(id, command)]
      }
      return open(.menu(id), in: scene)
    }
  }

  private mutating func open(_ kind: ScanLevel.Kind, in scene: Scene) -> [ClientEffect] {
    guard let nodes = nodes(of: kind, in: scene) else { return .refuse("It is gone.") }
    levels.append(ScanLevel(kind, nodes))
    return show(in: scene)
  }

  /// Performs an action by its name. The menu closes, unless people often repeat the action.
  private mutating func perform(
    _ choice: ElementChoice, on id: ElementID, in scene: Scene
  ) -> [ClientEffect] {
    guard let element = scene[id] else { return .refuse("It is gone.") }
    if choice.command == Self.spelling { return open(.spelling(id), in: scene) }
    let offered = element.choices(dragged: dragging.source(over: element)).first(
      where: choice.isSame)
    let command = offered?.command ?? choice.command
    switch levels.last?.kind {
    case .menu? where !choice.command.isStep, .drops?: levels.removeLast()
    default: break
    }
    let hadDrag = dragging.source != nil
    let effects = dragging.carryOut(command, on: element, in: scene)
    return dragging.source != nil && !hadDrag ? effects + beginAgain(in: scene) : effects
  }

  private mutating func drop(on id: ElementID, in scene: Scene) -> [ClientEffect] {
    guard let element = scene[id], let source = dragging.source else {
      return .refuse("It is gone.")
    }
    let choices = element.dropChoices(dragged: source)
    if choices.count == 1, let only = choices.first { return [.perform(id, only.command)] }
    return open(.drops(id), in: scene)
  }

  /// Types a key, and goes back to the rows of keys.
  private mutating func type(
    _ key: SpellingKey, into id: ElementID, in scene: Scene
  ) -> [ClientEffect] {
    guard let field = scene[id] else { return .refuse("It is gone.") }
    if case .content? = levels.last?.kind { levels.removeLast() }
    guard let command = key.command(for: field) else { return .say(.boundary, "empty", id) }
    return [.perform(id, command)]
  }

  // MARK: What is presented

  /// Stands for typing in a menu; never performed.
  private static let spelling = ActionCommand.insertText("", at: nil)

  private func menu(of element: Element) -> [ElementChoice] {
    // Closing is presented with what concerns the whole screen. To select a menu item is to activate it.
    let isSelected = element.role.isMenuItem && element.defaultCommand == .press
    let choices = element.choices().filter {
      $0.command != .escape && !(isSelected && $0.command == .select)
    }
    guard element.isEditable else { return choices }
    return [ElementChoice("Type", Self.spelling)] + choices
  }

  /// Returns the nodes of a level; `nil` when what it belongs to is gone.
  func nodes(of kind: ScanLevel.Kind, in scene: Scene) -> [ScanNode]? {
    switch kind {
    case .top: return top(of: scene)
    case .content:
      let nodes = levels.last?.current?.content ?? []
      return nodes.isEmpty ? nil : nodes + [.back]
    case .menu(let id):
      guard let element = scene[id], element.isUsable else { return nil }
      return menu(of: element).map { .choice(id, $0) } + [.back]
    case .drops(let id):
      guard let element = scene[id], let source = dragging.source else { return nil }
      return element.dropChoices(dragged: source).map { .choice(id, $0) } + [.cancelDrag, .back]
    case .spelling(let id):
      guard scene[id]?.isEditable == true else { return nil }
      return SpellingKey.rows.map { row in
        if row.count == 1, let only = row.first { return .key(id, only) }
        return .keys(id, row)
      } + [.back]
    }
  }

  /// Says what is presented.
  func show(in scene: Scene) -> [ClientEffect] {
    guard let current = levels.last?.current else { return .say(.boundary, Self.nothing) }
    switch current {
    case .back: return .say(.choice, "Back")
    case .cancelDrag: return .say(.choice, "Cancel drag")
    case .choice(let id, let choice): return .say(.choice, choice.spoken, id)
    case .key(let id, let key): return .say(.choice, key.name, id)
    case .keys(let id, let keys):
      return .say(.choice, "\(keys.first?.name ?? "") to \(keys.last?.name ?? "")", id)
    case .target(let id):
      return .say(.element, "\(namesakes(in: scene).headline(of: id)), drop ready", id)
    case .item(let id): return .say(.element, namesakes(in: scene).headline(of: id), id)
    case .group(let id, _):
      let name = Speech.name(of: id, in: scene.tree) ?? bounds(of: current, scene)
      return .say(.element, "\(name), group, \(current.count) items", id)
    case .windows(let windows): return .say(.choice, "Windows, \(windows.count) items")
    case .window(let window): return .say(.choice, window.title, window.id)
    case .row:
      return .say(.element, "\(bounds(of: current, scene)), row, \(current.count) items")
    }
  }

  /// The elements that can be reached from the present level. What is around the level was said before.
  private func namesakes(in scene: Scene) -> Namesakes {
    Namesakes(levels.last?.nodes.flatMap(\.reached) ?? [], in: scene)
  }

  static let nothing = "There is nothing to use here."

  /// Returns the first and last item of a group without a name: "7 to 9". A text beside them comes first:
  /// "Person 1, Follow to Share".
  private func bounds(of group: ScanNode, _ scene: Scene) -> String {
    let items = group.items
    func name(_ id: ElementID?) -> String {
      id.flatMap { Speech.name(of: $0, in: scene.tree) } ?? "unlabelled"
    }
    let bounds = "\(name(items.first)) to \(name(items.last))"
    guard case .row = group, let text = items.first.flatMap({ scene.textBeside($0) }) else {
      return bounds
    }
    return "\(text), \(bounds)"
  }
}

extension ActionCommand {
  /// Whether people often repeat the action.
  fileprivate var isStep: Bool {
    switch self {
    case .increment, .decrement, .setValue, .zoomIn, .zoomOut: true
    default: false
    }
  }
}

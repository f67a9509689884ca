internal import AccessibilitySpeech
internal import AccessibilityTree

extension VoiceControl {
  /// Applies a verb to the element with a name or number; asks which one when several match.
  mutating func use(_ name: String, _ verb: Verb, in scene: Scene) -> [ClientEffect] {
    guard !name.isEmpty else { return .refuse("Say what: a name, or a number that is shown.") }
    let names = SpokenNames(of: scene)
    // A number is that of the line that was said, also where names have numbers in them.
    if let number = SpokenNumber.value(name), !numbers.isEmpty {
      return use(number: number, verb, in: scene)
    }
    if verb == .tap, let effects = useListedAction(named: name, besides: names, in: scene) {
      return effects
    }
    let able = names.matches(name) { scene[$0].map(verb.applies) ?? false }
    let found = able.isEmpty ? names.matches(name) : able
    switch found.count {
    case 0:
      if verb == .tap, let effects = useAction(named: name, in: scene) { return effects }
      return .refuse(scene.refusal(naming: name) ?? "Nothing here is called \(name).")
    case 1: return carryOut(verb, on: found[0], in: scene)
    default: return ask(name, among: found.map { Numbered(id: $0, verb: verb) }, in: scene)
    }
  }

  private mutating func use(number: Int, _ verb: Verb, in scene: Scene) -> [ClientEffect] {
    guard let target = numbers.item(numbered: number), let element = scene[target.id] else {
      return refusal(ofNumber: number)
    }
    switch target.verb {
    case .drop(_, let source) where choices.isEmpty && dragging.source != source:
      return .refuse("Nothing is dragged to number \(number).")
    case .choice(let choice) where verb != .tap:
      // Another command must not run an action that it did not name, such as deleting.
      return .refuse(
        "Number \(number) is the action \(choice.name) of \(scene.name(of: element)). "
          + "Say \"tap \(number)\" to run it.")
    case .drop where verb != .tap:
      return .refuse("Number \(number) is a place to drop. Say \"tap \(number)\" to drop there.")
    default: return carryOut(verb == .tap ? target.verb : verb, on: target.id, in: scene)
    }
  }

  /// Refuses a number that is not shown, or whose element is gone.
  func refusal(ofNumber number: Int) -> [ClientEffect] {
    numbers.item(numbered: number) == nil
      ? .refuse("The numbers go from 1 to \(numbers.count).")
      : .refuse("Number \(number) is gone.")
  }

  mutating func carryOut(
    _ verb: Verb, on id: ElementID, in scene: Scene
  ) -> [ClientEffect] {
    guard let element = scene[id] else { return .refuse("It is gone.") }
    let name = scene.name(of: element)
    switch verb {
    case .tap: return tap(element, in: scene)
    case .command(let command):
      if !element.offers(command.kind) {
        let named = element.choices(called: command.spokenName)
        if !named.isEmpty {
          return use(
            named.map { Numbered(id: id, verb: .choice($0)) }, command.spokenName, in: scene)
        }
      }
      return perform(command, on: id, "\(command.spokenName.lowercased()) \(name.shortened)")
    case .choice(let choice): return perform(choice, on: element, in: scene)
    case .set(let value):
      if let refusal = scene.refusal(setting: value, of: element) { return .refuse(refusal) }
      return perform(
        element.settingValue(to: value), on: id,
        element.isSecret ? "set \(name.shortened)" : "set \(name.shortened) to \(value)")
    case .change(let amount, let isUp):
      switch scene.change(of: element, by: amount, up: isUp) {
      case .refusal(let reason): return .refuse(reason)
      case .command(let command):
        let verb = isUp ? "increment" : "decrement"
        return perform(command, on: id, "\(verb) \(name.shortened) by \(amount)")
      }
    case .actions:
      let choices = element.choices(dragged: dragging.source(over: element))
      guard !choices.isEmpty else { return .refuse("Nothing can be done with \(name).") }
      return choose(among: choices.map { Numbered(id: id, verb: .choice($0)) }, in: scene)
    case .drag(let target): return drag(element, onto: target, in: scene)
    case .drop(let point, let source):
      guard scene[source] != nil else { return .refuse("What was dragged is gone.") }
      return drop(source, at: DropPlace(element: id, point: point), in: scene)
    }
  }

  private mutating func tap(_ element: Element, in scene: Scene) -> [ClientEffect] {
    let name = scene.name(of: element)
    guard let command = element.defaultCommand else {
      let others = element.choices().isEmpty ? "" : " \"show actions for\" lists its actions."
      return .refuse("\(name) cannot be tapped.\(others)")
    }
    return perform(command, on: element.id, "tapped \(name.shortened)")
  }

  private mutating func perform(
    _ choice: ElementChoice, on element: Element, in scene: Scene
  ) -> [ClientEffect] {
    let choices = element.choices(dragged: dragging.source(over: element))
    guard let choice = choices.first(where: choice.isSame) else {
      return .refuse("\(choice.name) is not offered any more.")
    }
    // The list stays for what people repeat, unless the screen has numbers, which are in effect again.
    if !shownNumbers.isEmpty || !choice.command.isRepeated { self.choices = [] }
    doing = "\(choice.name), \(scene.name(of: element).shortened)"
    return dragging.carryOut(choice.command, on: element, in: scene)
  }

  mutating func perform(
    _ command: ActionCommand, on id: ElementID, _ words: String
  ) -> [ClientEffect] {
    choices = []
    doing = words
    return [.perform(id, command)]
  }

  /// Performs a command on the element with a name, or without a name on any element in the scene that offers it.
  mutating func anywhere(
    _ name: String, _ command: ActionCommand, in scene: Scene
  ) -> [ClientEffect] {
    if !name.isEmpty { return use(name, .command(command), in: scene) }
    guard let id = scene.offering(command.kind, near: scene.focusedStop) else {
      return .refuse(scene.refusal(ofAny: command, near: nil))
    }
    choices = []
    doing = command.spokenName.lowercased()
    return [.perform(id, command)]
  }

  mutating func type(_ text: String, in scene: Scene) -> [ClientEffect] {
    guard !text.isEmpty else { return .refuse("Say what to type: type TEXT") }
    let fields = scene.stops.filter { scene[$0]?.isEditable ?? false }
    let focused = scene.focusedStop.flatMap { fields.contains($0) ? $0 : nil }
    guard let field = focused ?? (fields.count == 1 ? fields.first : nil) else {
      return .refuse(
        fields.isEmpty
          ? "There is no text field here." : "No field has the focus. Say \"focus NAME\" first.")
    }
    let isSecret = scene[field]?.isSecret != false
    return perform(.insertText(text, at: nil), on: field, isSecret ? "typed" : "typed \(text)")
  }
}

extension ActionCommand {
  /// Whether people may run the action several times.
  fileprivate var isRepeated: Bool {
    switch self {
    case .custom, .intent, .increment, .decrement, .setValue, .zoomIn, .zoomOut: true
    default: false
    }
  }
}

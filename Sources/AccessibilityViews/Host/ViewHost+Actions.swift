public import AccessibilityMirror
internal import AccessibilityTree

extension ViewHost {
  public func perform(
    _ request: ActionRequest, whenPrepared: @escaping (ActionPreparation) -> Void,
    completion: @escaping (ActionOutcome) -> Void
  ) {
    let method = "\(title).\(request.command.kind.name)"
    let end = { [title] (error: (any Error)?) in
      switch error {
      case nil: completion(.performed(method: method))
      case is HostTask.TimedOut:
        completion(.unanswered(method: "\(method), cancelled at the deadline"))
      case let error?: completion(.refused(ActionRefusal(error, of: title)))
      }
    }
    do {
      switch try perform(request) {
      case .done: end(nil)
      case .task(let task): finish(task, by: request.deadline, end)
      case .touches(let touches):
        gestures.append(touches)
        touches.play(on: self) { error in
          self.gestures.removeAll { $0 === touches }
          guard error == nil, let task = touches.task else { return end(error) }
          self.finish(task, by: request.deadline, end)
        }
      }
    } catch {
      completion(.refused(error))
    }
  }

  /// What an action ends with.
  private enum Progress {
    case done
    case touches(TouchPlayback)
    /// A task that waits for something.
    case task(HostTask)
  }

  private func perform(_ request: ActionRequest) throws(ActionRefusal) -> Progress {
    guard status.phase == .running else {
      throw ActionRefusal(.notResponding, "\(name) is not running; restart the server")
    }
    guard request.deadline > store.time else {
      throw ActionRefusal(.timedOut, "the deadline had passed before \(name) was called")
    }
    guard store.tree.contains(request.element), let element = publisher.element(request.element)
    else {
      throw ActionRefusal(
        .stale, "element \(request.element) is not part of \(name); find it again")
    }
    do {
      return try inContext {
        let (handler, command, scene) = try offer(of: request.command, on: element)
        if let refusal = ActionArguments.refusal(
          of: command, on: request.element, in: store.tree)
        {
          throw refusal
        }
        if let dialog = dialog(over: element) {
          throw ActionRefusal(
            .rejected, "\(shownName(of: dialog)) is open; answer it, or escape from it, first")
        }
        (acting, actingClient) = (element, request.client)
        startedTask = nil
        defer { (acting, actingClient, startedTask) = (nil, 0, nil) }
        if let touches = try handler.touches?(command, scene) {
          return .touches(try TouchPlayback(touches, on: scene, of: self, for: request))
        }
        if handler.isStepwise {
          // Before the steps, because one of them may open another window.
          transaction { didUse(element, by: command) }
          try handler.perform(command, scene)
        } else {
          try transaction {
            try handler.perform(command, scene)
            didUse(element, by: command)
          }
        }
        return startedTask.map(Progress.task) ?? .done
      }
    } catch {
      throw ActionRefusal(error, of: title)
    }
  }

  /// Brings the application to the front and ends direct touch on other elements. The pointer does neither.
  func didUse(_ element: ElementNode, by command: ActionCommand) {
    if command == .hover { return }
    if touched !== element { activateTouch(of: nil) }
    bringToFront(windowOf: element)
    screen.bringToFront(self)
  }

  /// Returns the handler of a command. Refuses when there is none, or when it is disabled (A16).
  private func offer(
    of command: ActionCommand, on element: ElementNode
  ) throws(ActionRefusal) -> (ActionHandler, ActionCommand, ActionScene) {
    var next: ElementNode? = element
    while let candidate = next {
      let content = candidate.currentContent()
      if let (handler, command) = content.handler(for: command) {
        guard content.isEnabled else {
          throw ActionRefusal(
            .disabled, "\(shownName(of: candidate)) is disabled; wait until it is enabled")
        }
        return (handler, command, candidate.scene)
      }
      // Magic tap and escape are passed up to the enclosing elements (A6).
      next = command.kind == .magicTap || command.kind == .escape ? candidate.holder : nil
    }
    throw element.currentContent().refusal(of: command)
  }

  /// The name of an element that is not acted on itself, as clients see it: it may be redacted.
  private func shownName(of element: ElementNode) -> String {
    let mirrored = element.id.flatMap { store.tree[$0] }
    return (mirrored ?? element.currentContent().element).shortName
  }
}

extension ElementContent {
  /// Returns the handler of a command and the command to pass to it. An intent can be requested by its
  /// title, like a custom action.
  fileprivate func handler(for command: ActionCommand) -> (ActionHandler, ActionCommand)? {
    let candidates = handlers.filter { $0.action.kind == command.kind }
    switch command {
    case .custom(let name):
      if let handler = candidates.first(where: { $0.action.name == name }) {
        return (handler, command)
      }
      let titled = handlers.first { $0.intent?.title == name }
      return titled.flatMap { handler in handler.intent.map { (handler, $0.command) } }
    case .intent(let type, _):
      // Of several intents of a type, the last is preferred, which belongs to the whole
      // element rather than to a part.
      let ofType = candidates.filter { $0.intent?.type == type }
      let handler =
        ofType.first { $0.intent?.command == command } ?? ofType.last
        ?? candidates.first { $0.intent == nil }
      return handler.map { ($0, command) }
    default: return candidates.first.map { ($0, command) }
    }
  }

  fileprivate var isEnabled: Bool {
    !element.traits.contains(.notEnabled) && element.states.contains(.enabled)
  }

  fileprivate func refusal(of command: ActionCommand) -> ActionRefusal {
    if case .keys = command {
      return ActionRefusal(
        .unsupported,
        "An application made of views takes no keys; of \(element.shortName), \(offered)",
        advice: handlers.isEmpty
          ? "Look for an element that has the action that is meant."
          : "Perform one of its actions instead; a text is set as a whole.")
    }
    return ActionRefusal(
      .unsupported, "\(element.shortName) has no \(command.spoken); \(offered)")
  }

  private var offered: String {
    if handlers.isEmpty { return "it has no actions" }
    return "its actions: "
      + handlers.map { handler in
        switch handler.action.kind {
        case .custom: "custom \(handler.action.name.quoted(limit: 40))"
        case .intent: "intent \(handler.intent?.type ?? "")"
        default: handler.action.name
        }
      }.joined(separator: ", ")
  }
}

extension ActionRefusal {
  /// The refusal that the code of an application threw, or that follows from another error of it.
  init(_ error: any Error, of title: String) {
    self = error as? ActionRefusal ?? ActionRefusal(.rejected, "\(title) refused: \(error)")
  }
}

extension ActionCommand {
  fileprivate var spoken: String {
    switch self {
    case .custom(let name): "custom action \(name.quoted(limit: 60))"
    case .intent(let type, _): "intent \(type)"
    default: "action \(kind.name)"
    }
  }
}

public import AccessibilityMirror
internal import AccessibilityTree

extension ViewHost {
  public func perform(_ request: ActionRequest, completion: @escaping (ActionOutcome) -> Void) {
    do {
      try perform(request)
      completion(.performed(means: "\(title).\(request.command.kind.name)"))
    } catch {
      completion(.refused(error))
    }
  }

  private func perform(_ request: ActionRequest) throws(ActionRefusal) {
    guard status.phase == .running else {
      throw ActionRefusal(.notResponding, "\(name) is not running; start the server anew")
    }
    guard request.deadline > store.time else {
      throw ActionRefusal(.timedOut, "the deadline had passed before \(name) was asked")
    }
    guard store.tree.contains(request.element), let element = publisher.element(request.element)
    else {
      throw ActionRefusal(
        .stale, "element \(request.element) is not part of \(name); find it anew")
    }
    guard request.element != application else {
      throw ActionRefusal(
        .unsupported, "the application itself takes no actions; act on an element inside it")
    }
    do {
      try inContext {
        let (handler, scene) = try offer(of: request.command, on: element)
        if let refusal = ActionArguments.refusal(
          of: request.command, on: request.element, in: store.tree)
        {
          throw refusal
        }
        if handler.isStepwise { return try handler.perform(request.command, scene) }
        try transaction {
          // Who uses something else has left what takes touches.
          if touched !== element { activateTouch(of: nil) }
          try handler.perform(request.command, scene)
        }
      }
    } catch let refusal as ActionRefusal {
      throw refusal
    } catch {
      throw ActionRefusal(.rejected, "\(title) said no: \(error)")
    }
  }

  /// Who carries out a command; refused when nobody does, and while it is disabled (A16).
  private func offer(
    of command: ActionCommand, on element: ElementNode
  ) throws(ActionRefusal) -> (handler: ActionHandler, scene: ActionScene) {
    var next: ElementNode? = element
    while let candidate = next {
      let content = candidate.currentContent()
      if let handler = content.handler(for: command) {
        try content.requireEnabled()
        return (handler, candidate.scene)
      }
      // What matters most around an element, and the way out, are asked of all that holds it (A6).
      next = command.kind == .magicTap || command.kind == .escape ? candidate.holder : nil
    }
    throw element.currentContent().refusal(of: command)
  }
}

extension ElementContent {
  fileprivate func handler(for command: ActionCommand) -> ActionHandler? {
    let candidates = handlers.filter { $0.action.kind == command.kind }
    switch command {
    case .custom(let name): return candidates.first { $0.action.name == name }
    case .intent(let type, _):
      let ofType = candidates.filter { $0.intent?.type == type }
      return ofType.first { $0.intent?.command == command } ?? ofType.first
    default: return candidates.first
    }
  }

  fileprivate func requireEnabled() throws(ActionRefusal) {
    guard !element.traits.contains(.notEnabled), element.states.contains(.enabled) else {
      throw ActionRefusal(.disabled, "\(spoken) is disabled; wait until it is enabled")
    }
  }

  fileprivate func refusal(of command: ActionCommand) -> ActionRefusal {
    ActionRefusal(.unsupported, "\(spoken) has no \(command.spoken); \(offered)")
  }

  private var spoken: String {
    element.label.map { "\(element.role.name) \"\($0)\"" } ?? element.role.name
  }

  private var offered: String {
    if handlers.isEmpty { return "it has no actions" }
    return "its actions: "
      + handlers.map { handler in
        switch handler.action.kind {
        case .custom: "custom \"\(handler.action.name)\""
        case .intent: "intent \(handler.intent?.type ?? "")"
        default: handler.action.name
        }
      }.joined(separator: ", ")
  }
}

extension ActionCommand {
  fileprivate var spoken: String {
    switch self {
    case .custom(let name): "custom action \"\(name)\""
    case .intent(let type, _): "intent \(type)"
    default: "action \(kind.name)"
    }
  }
}

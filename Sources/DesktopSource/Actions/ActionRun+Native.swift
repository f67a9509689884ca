internal import AccessibilityMirror
internal import AccessibilityTree

/// An action that the object has at this moment.
struct NativeAction {
  var index: Int32
  /// Never translated.
  var name: String

  var meaning: ActionName { ActionName.meaning(of: name) }
  var means: String { "Action.DoAction(\(name))" }
}

extension ActionRun {
  /// Actions of an object that are looked at.
  private static let maxActions: Int32 = 256

  /// The actions that the object has now. Indices from an earlier look may name something else.
  ///
  /// Asks for one name a call, which every toolkit answers safely.
  func nativeActions(_ then: @escaping ([NativeAction]) -> Void) {
    guard object.interfaces.contains(.action) else { return then([]) }
    property(
      "NActions", of: "Action", read: Answer.int32,
      otherwise: { error in
        if error.isAnswer { then([]) } else { self.refuse(error) }
      },
      then: { count in self.actionNames(count: min(count, Self.maxActions), then) })
  }

  private func actionNames(count: Int32, _ then: @escaping ([NativeAction]) -> Void) {
    guard count > 0 else { return then([]) }
    var actions = (0..<count).map { NativeAction(index: $0, name: "") }
    var waiting = actions.count
    for place in actions.indices {
      let finish = { (name: String?) in
        if let name { actions[place].name = name }
        waiting -= 1
        if waiting == 0 { then(actions) }
      }
      ask(
        "GetName", of: "Action", [.int32(actions[place].index)],
        read: Answer.string,
        otherwise: { error in
          if error.isAnswer { finish(nil) } else { self.refuse(error) }
        },
        then: { finish($0) })
    }
  }

  /// Does the best action for `kind`; `otherwise` when there is none.
  func native(_ kind: ActionKind, otherwise: @escaping () -> Void) {
    nativeActions { actions in
      guard let action = Self.best(for: kind, of: actions) else { return otherwise() }
      self.perform(action)
    }
  }

  /// The action that is meant by `kind`, as the mapping ranks them.
  static func best(for kind: ActionKind, of actions: [NativeAction]) -> NativeAction? {
    var best: (action: NativeAction, rank: Int)?
    for action in actions {
      let meaning = action.meaning
      guard let use = meaning.kinds.firstIndex(of: kind) else { continue }
      // Its first use before another's second.
      let rank = use * 1000 + meaning.rank
      if best.map({ rank < $0.rank }) ?? true { best = (action, rank) }
    }
    return best?.action
  }

  func perform(_ action: NativeAction) {
    ask(
      "DoAction", of: "Action", [.int32(action.index)],
      read: Answer.bool
    ) { accepted in
      if accepted { return self.performed(action.means) }
      self.refuse(.rejected, "The application answered no to \(action.means) of \(self.name)")
    }
  }
}

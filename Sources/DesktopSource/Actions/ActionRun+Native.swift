internal import AccessibilityMirror
internal import AccessibilityTree

/// An action that the object has at this moment.
struct NativeAction {
  var index: Int32
  /// Never translated.
  var name: String
  /// As `GetActions` has it.
  var localizedName: String

  var meaning: ActionName { ActionName.meaning(of: name.isEmpty ? localizedName : name) }
  var means: String { "Action.DoAction(\(name.isEmpty ? localizedName : name))" }
}

extension ActionRun {
  /// The actions that the object has now. Indices from an earlier look may name something else.
  func nativeActions(_ then: @escaping ([NativeAction]) -> Void) {
    guard object.interfaces.contains(.action) else { return then([]) }
    ask(
      "GetActions", of: "Action",
      read: Answer.actionNames,
      otherwise: { error in
        if error.isAnswer { then([]) } else { self.refuse(error) }
      },
      then: { localized in
        self.properNames(localized, then)
      })
  }

  /// `GetActions` answers translated names, and Chromium empty ones: each is asked for by itself.
  private func properNames(_ localized: [String], _ then: @escaping ([NativeAction]) -> Void) {
    guard !localized.isEmpty else { return then([]) }
    var actions = localized.enumerated().map {
      NativeAction(index: Int32(clamping: $0), name: "", localizedName: $1)
    }
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

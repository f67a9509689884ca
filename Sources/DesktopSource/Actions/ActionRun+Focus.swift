internal import AccessibilityMirror
internal import AccessibilityTree

extension ActionRun {
  func focus() {
    takeFocus(orRefuse: { self.unsupported($0) }, then: { self.performed($0) })
  }

  /// Gives the element the keyboard focus and sees that it has it.
  func takeFocus(
    orRefuse refuse: @escaping (String) -> Void, then: @escaping (String) -> Void
  ) {
    if states.contains(.focused) { return then("already focused") }
    guard object.interfaces.contains(.component) else {
      return focusByAction(orRefuse: refuse, then)
    }
    ask(
      "GrabFocus", of: "Component", read: Answer.bool,
      otherwise: { error in
        if error.isAnswer {
          self.focusByAction(orRefuse: refuse, then)
        } else {
          self.refuse(error)
        }
      },
      then: { accepted in
        guard accepted else { return self.focusByAction(orRefuse: refuse, then) }
        self.awaitFocus("Component.GrabFocus", orRefuse: refuse, then)
      })
  }

  private func focusByAction(
    orRefuse refuse: @escaping (String) -> Void, _ then: @escaping (String) -> Void
  ) {
    nativeActions { actions in
      guard let action = Self.best(for: .focus, of: actions) else {
        return self.focusByClick(orRefuse: refuse, then)
      }
      self.ask(
        "DoAction", of: "Action", [.int32(action.index)],
        read: Answer.bool
      ) { _ in self.awaitFocus(action.means, orRefuse: refuse, then) }
    }
  }

  /// A click focuses what people type into; of other things it does more than that.
  private func focusByClick(
    orRefuse refuse: @escaping (String) -> Void, _ then: @escaping (String) -> Void
  ) {
    guard request.allowSynthesis, element.role.holdsTypedText else {
      return refuse("its toolkit does not let it be focused")
    }
    click("b1c") { self.awaitFocus("synthesised click", orRefuse: refuse, then) }
  }

  /// Toolkits answer before the focus has moved: looks for up to a second.
  private func awaitFocus(
    _ means: String, triesLeft: Int = 20, orRefuse refuse: @escaping (String) -> Void,
    _ then: @escaping (String) -> Void
  ) {
    ask(
      "GetState", of: "Accessible",
      read: Answer.states
    ) { states in
      if states.contains(.focused) { return then(means) }
      guard triesLeft > 0 else {
        return self.refuse(
          .rejected,
          "\(self.name) did not take the focus after \(means); its window may not be active")
      }
      self.after(milliseconds: 50) {
        self.awaitFocus(means, triesLeft: triesLeft - 1, orRefuse: refuse, then)
      }
    }
  }
}

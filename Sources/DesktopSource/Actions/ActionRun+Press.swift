internal import AccessibilityMirror
internal import AccessibilityTree

extension ActionRun {
  func press() {
    native(.press) {
      if self.element.role == .tab || self.element.role == .option,
        self.states.shared.contains(.selectable)
      {
        return self.selectInParent(true) { self.pressBySynthesis() }
      }
      self.pressBySynthesis()
    }
  }

  private func pressBySynthesis() {
    guard request.allowSynthesis else { return unsupported() }
    click("b1c", means: "synthesised click")
  }

  func showMenu() {
    native(.showMenu) {
      if self.element.states.contains(.hasPopup) || self.element.role == .popUpButton {
        return self.press()
      }
      guard self.request.allowSynthesis else { return self.unsupported() }
      self.click("b3c", means: "synthesised click of the right button")
    }
  }

  /// Brings the element to a state, and does nothing where it is in it already: what expands often
  /// collapses too.
  func setExpanded(_ expanded: Bool) {
    if states.contains(.expanded) == expanded, expanded || states.contains(.expandable) {
      return performed(expanded ? "already expanded" : "already collapsed")
    }
    let isExpandable = states.contains(.expandable) || states.contains(.expanded)
    nativeActions { actions in
      // GTK 3 gives every cell an "expand or contract", also those with nothing to expand.
      let usable = actions.filter { isExpandable || !$0.meaning.togglesExpansion }
      if let action = Self.best(for: expanded ? .expand : .collapse, of: usable) {
        return self.perform(action)
      }
      guard isExpandable else { return self.unsupported() }
      // A button, combo box or summary that can be expanded is expanded by its press.
      self.press()
    }
  }

  func custom(_ wanted: String) {
    let advertised = element.actions.first { $0.kind == .custom && $0.name == wanted }
    let key = advertised?.nativeName ?? wanted
    nativeActions { actions in
      let normalized = ActionName.normalized(key)
      let match =
        actions.first { $0.name == key }
        ?? actions.first { ActionName.normalized($0.name) == normalized }
      guard let match else {
        let names = actions.map { $0.name.quoted(limit: 40) }
        return self.refuse(
          .unsupported,
          "\(self.name) has no action named \(wanted.quoted(limit: 60)); its toolkit knows: "
            + (names.isEmpty ? "none" : names.joined(separator: ", ")))
      }
      self.perform(match)
    }
  }
}

internal import AccessibilityMirror
internal import AccessibilityTree

extension ActionRun {
  /// Selects or deselects the element: its own action, or else the Selection of its parent.
  func setSelected(_ selected: Bool) {
    if states.contains(.selected) == selected, selected || states.shared.contains(.selectable) {
      return performed(selected ? "already selected" : "not selected already")
    }
    nativeActions { actions in
      if let action = Self.best(for: selected ? .select : .deselect, of: actions) {
        return self.perform(action)
      }
      self.selectInParent(selected) {
        guard selected, self.request.allowSynthesis else {
          return self.unsupported("its container does not let its children be selected")
        }
        self.click("b1c", means: "synthesised click")
      }
    }
  }

  /// Asks the parent; `otherwise` when it has no Selection.
  func selectInParent(_ selected: Bool, otherwise: @escaping () -> Void) {
    property(
      "Parent", of: "Accessible",
      read: Answer.path
    ) { parent in
      self.ask(
        "GetIndexInParent", of: "Accessible",
        read: Answer.int32
      ) { index in
        guard index >= 0 else { return otherwise() }
        let member = selected ? "SelectChild" : "DeselectChild"
        self.askYes(
          member, of: "Selection", [.int32(index)], at: parent,
          means: "Selection.\(member)(\(index))", otherwise: otherwise)
      }
    }
  }
}

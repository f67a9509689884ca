extension ActionRefusal {
  /// Returns the refusal of keys that would go to a window which is in no accessibility tree.
  ///
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - name: What the keys are for.
  ///   - application: The application whose keys go there.
  ///   - isRepeatable: Whether what was asked for is to be asked for again then.
  package init(
    inaccessible title: String, insteadOf name: String, in application: ElementID,
    isRepeatable: Bool
  ) {
    self.init(
      .rejected,
      "Keys would go to a window \(title.quoted(limit: 80)), which is in front and not accessible, and not to \(name)",
      advice:
        "Run \"keys '\(application)' Escape --synthesize\", which presses Escape in that window"
        + (isRepeatable ? ", and repeat this." : ".")
    )
  }

  /// Returns the refusal of keys that would go to another program.
  ///
  /// - Parameters:
  ///   - title: The title of its window.
  ///   - name: What the keys are for.
  package init(otherProgram title: String, insteadOf name: String, advice: String?) {
    let window = title.isEmpty ? "a window" : "the window \(title.quoted(limit: 80))"
    self.init(
      .rejected, "Keys would go to \(window) of another program, and not to \(name)", advice: advice
    )
  }

  /// Returns what is said of a menu that is open and in no accessibility tree, and gets the keys of a window.
  package init(inaccessibleMenuOver window: ElementID) {
    self.init(
      .rejected, "a menu is open that is in no accessibility tree, and gets the keys",
      advice:
        "Run \"keys '\(window)' 'Down Enter' --synthesize\" to choose in it, or \"escape '\(window)' --synthesize\"."
    )
  }
}

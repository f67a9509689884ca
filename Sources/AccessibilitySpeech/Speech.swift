package import AccessibilityTree

/// Composes what a screen reader says about elements (V1), following the transcripts of the talks (U).
///
/// Reads a tree and has no side effects. Texts of the application are unchanged; added words are English.
package enum Speech {
  /// Returns everything that is said when the cursor moves to an element. Empty for an unknown id and for an
  /// element that has nothing to say.
  ///
  /// - Parameter idiom: The wording to use; when `nil`, it is chosen by the source of the element.
  package static func utterance(
    of id: ElementID, in tree: Tree, verbosity: Verbosity = .default, idiom: SpeechIdiom? = nil
  ) -> Utterance {
    guard let element = tree[id] else { return Utterance([]) }
    var composer = SpeechComposer(
      element, in: tree, verbosity: verbosity, idiom: idiom ?? self.idiom(of: element, in: tree))
    return composer.compose()
  }

  /// Returns what is said when the value of the element at the cursor changes: "7 ounces", "on".
  /// `nil` when it has no value.
  package static func value(of id: ElementID, in tree: Tree) -> String? {
    tree[id].flatMap { SpokenValue($0, idiom(of: $0, in: tree)).text }
  }

  /// Returns the name of the element, from its label, its labelling elements or its content; `nil` when it has none.
  package static func name(of id: ElementID, in tree: Tree) -> String? {
    guard let element = tree[id] else { return nil }
    let name = SpokenName(element, in: tree)
    return name.own ?? name.linked
  }

  /// Returns the actions for an actions menu, in order and without repeated names: custom actions, then intents. The
  /// intent that pressing a button runs, which has the button's name, is not one of them.
  package static func menuActions(of element: Element) -> [(name: String, command: ActionCommand)] {
    var names: Set<String> = []
    let custom = element.actions.filter { $0.kind == .custom }.map {
      (name: $0.name, command: ActionCommand.custom($0.name))
    }
    let pressed = element.actions.contains { $0.kind == .press } ? element.label : nil
    let intents = element.intents.filter { $0.title != pressed }
      .map { (name: $0.title, command: $0.command) }
    return (custom + intents).filter { names.insert($0.name).inserted }
  }

  /// Returns what is said when the actions menu of an element opens: "Actions menu, 2 items, location,
  /// recording"; `nil` when it has no actions.
  package static func actionsMenu(of element: Element) -> String? {
    actionsMenu(menuActions(of: element).map(\.name))
  }

  /// Returns what is said when a menu of these actions opens; `nil` when there are none.
  package static func actionsMenu(_ names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    let count = names.count == 1 ? "1 item" : "\(names.count) items"
    return (["Actions menu", count] + names).joined(separator: ", ")
  }

  /// Returns the desktop idiom for elements of desktop toolkits, which set the native role of an application.
  package static func idiom(of element: Element, in tree: Tree) -> SpeechIdiom {
    let native = tree.read(element.application) { $0.nativeRole } ?? element.nativeRole
    return native.isEmpty ? .touch : .desktop
  }
}

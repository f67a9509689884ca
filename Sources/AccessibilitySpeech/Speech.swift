package import AccessibilityTree

/// What a screen reader says of elements (V1), composed as in the transcripts of the talks (U).
///
/// Pure: it reads a tree and says what it found. Texts stay as the application gave them; what is
/// added is English.
package enum Speech {
  /// Everything that is said of an element when the cursor comes to it. Empty for an unknown id and
  /// for what says nothing of itself.
  ///
  /// - Parameter idiom: whose words are used; found by where the element comes from when `nil`.
  package static func utterance(
    of id: ElementID, in tree: Tree, verbosity: Verbosity = .default, idiom: SpeechIdiom? = nil
  ) -> Utterance {
    guard let element = tree[id] else { return Utterance([]) }
    var composer = SpeechComposer(
      element, in: tree, verbosity: verbosity, idiom: idiom ?? self.idiom(of: element, in: tree))
    return composer.compose()
  }

  /// What is said when the value of the element at the cursor changes: "7 ounces", "on". `nil` when
  /// it has none.
  package static func value(of id: ElementID, in tree: Tree) -> String? {
    tree[id].flatMap { SpokenValue($0, idiom(of: $0, in: tree)).text }
  }

  /// What the element is called, wherever the name comes from; `nil` when it has none.
  package static func name(of id: ElementID, in tree: Tree) -> String? {
    guard let element = tree[id] else { return nil }
    let name = SpokenName(element, in: tree)
    return name.own ?? name.linked
  }

  /// The actions that people choose from a menu, in order, each once: the element's own and the
  /// intents that it offers.
  package static func menuActions(of element: Element) -> [(name: String, command: ActionCommand)] {
    var names: Set<String> = []
    let custom = element.actions.filter { $0.kind == .custom }.map {
      (name: $0.name, command: ActionCommand.custom($0.name))
    }
    let intents = element.intents.map { (name: $0.title, command: $0.command) }
    return (custom + intents).filter { names.insert($0.name).inserted }
  }

  /// What is said when the menu of an element's actions opens: "Actions menu, 2 items, location,
  /// recording"; `nil` when there are none.
  package static func actionsMenu(of element: Element) -> String? {
    actionsMenu(menuActions(of: element).map(\.name))
  }

  /// What is said when a menu of these actions opens; `nil` when there are none.
  package static func actionsMenu(_ names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    let count = names.count == 1 ? "1 item" : "\(names.count) items"
    return (["Actions menu", count] + names).joined(separator: ", ")
  }

  /// A desktop's words for what a desktop toolkit described: it names its applications' roles.
  package static func idiom(of element: Element, in tree: Tree) -> SpeechIdiom {
    let native = tree.read(element.application) { $0.nativeRole } ?? element.nativeRole
    return native.isEmpty ? .touch : .desktop
  }
}

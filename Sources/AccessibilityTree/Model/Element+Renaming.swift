extension Element {
  /// Returns the element with other ids, for a tree that names elements differently.
  ///
  /// - Parameters:
  ///   - name: Returns the id of an element in that tree; `nil`: it is not in it, and is left out.
  ///   - target: The same for the target of a relation.
  package func renamed(
    as id: ElementID, in application: ElementID, _ name: (ElementID) -> ElementID?,
    target: (ElementID) -> ElementID?
  ) -> Element {
    var element = self
    element.id = id
    element.application = application
    element.parent = parent.flatMap(name)
    element.children = children.compactMap(name)
    if !relations.isEmpty {
      element.relations = relations.compactMap { relation in
        let targets = relation.targets.compactMap(target)
        return targets.isEmpty ? nil : Relation(relation.kind, targets)
      }
    }
    return element
  }
}

extension Application {
  /// Returns the application with another root element.
  package func renamed(as root: ElementID) -> Application {
    var application = Application(root: root, name: name, source: source)
    application.processID = processID
    application.toolkit = toolkit
    application.toolkitVersion = toolkitVersion
    application.health = health
    application.load = load
    application.isLoadingDocument = isLoadingDocument
    application.loadTrouble = loadTrouble
    application.lastHeard = lastHeard
    return application
  }
}

internal import AccessibilityMirror
internal import AccessibilityTree

/// How one object differs from its element in the mirror.
extension Verification {
  func differences(_ live: LiveObject) -> [VerifyReport.Difference] {
    let mirrored = live.mirrored(in: application)
    let element = mirrored.flatMap { application.context.store.tree[$0.id] }
    guard let mirrored, let element, mirrored.stage == .shown else {
      if live.isGone { return [] }
      return [
        VerifyReport.Difference(
          element: nil, object: live.path, field: "missing in the mirror", mirrored: "",
          live: describe(live))
      ]
    }
    if live.isGone {
      return [
        VerifyReport.Difference(
          element: mirrored.id, object: live.path, field: "missing in the application",
          mirrored: element.role.name, live: "")
      ]
    }
    var comparison = ElementComparison(element: element, object: live.path)
    let found = live.element(isRoot: live.parent == nil && live.depth == 0)
    comparison.compare(element, application.context.store.concealed(live: found, as: mirrored.id))
    if !live.isTooMany(application) {
      let shown = mirrored.children.filter { $0.stage == .shown }.map(\.reference)
      if live.remakesChildren {
        // Which is which is for their places to say; each is compared with what stands in its own.
        comparison.compare(count: shown.count, live: live.children.count)
      } else {
        let found = liveChildren(live, of: mirrored)
        if shown != found { comparison.compare(children: shown.map(name), live: found.map(name)) }
      }
    }
    return comparison.differences
  }

  /// What the application says of an object that the mirror does not have. Its name may be secret.
  private func describe(_ live: LiveObject) -> String {
    let role = ElementMapping.nativeRole(live.facts)
    let store = application.context.store
    let isInSecret =
      live.parent?.mirrored(in: application).map { store.secretFacts(of: $0.id) != nil } ?? false
    return store.secretRule == nil && !isInSecret ? "\(role) \(live.facts.name)" : role
  }

  /// The children that the mirror should have: each object once, in the place that it calls its own.
  private func liveChildren(_ live: LiveObject, of mirrored: MirroredObject) -> [ObjectReference] {
    let interner = application.table.interner
    var once: Set<ObjectReference> = []
    return live.children.filter { child in
      guard once.insert(child).inserted, interner.path(of: child) != ObjectInterner.nullPath else {
        return false
      }
      if let elsewhere = application.table[child] {
        return elsewhere.application === application.application && elsewhere !== application.root
          && (elsewhere.parent == nil || elsewhere.parent === mirrored)
      }
      let owner = interner.owner(of: child)
      return owner == application.peer.name || application.context.applications[owner] == nil
    }
  }

  private func name(_ reference: ObjectReference) -> String {
    application.table.interner.path(of: reference)
  }
}

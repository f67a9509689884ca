internal import AccessibilityTree

/// Secret fields that went lately, and the elements that came since.
extension SecretKeeper {
  /// How many fields are remembered after they are gone.
  private static let maxFormerFields = 128

  /// Remembers a field that is gone. Returns whether it was in an application that goes on.
  func recordFormer(_ id: ElementID, _ secret: Secret, _ edit: Edit, in tree: Tree) -> Bool {
    guard let element = edit.original(id), tree.contains(element.application) else { return false }
    var secret = secret
    if let index = formerFields.firstIndex(where: { $0.id == id }) {
      secret.neighbours.formUnion(formerFields.remove(at: index).secret.neighbours)
    }
    var path: [ElementID] = []
    var home: ElementID?
    var next = element.parent
    while let id = next, let above = edit.original(id) ?? tree[id] {
      path.append(id)
      if home == nil, above.role == .document || above.parent == element.application { home = id }
      next = above.parent
    }
    forgetFormer {
      $0.secret.identity == secret.identity && $0.path.first == path.first
    }
    if formerFields.count == Self.maxFormerFields {
      let oldest = formerFields[0].id
      forgetFormer { $0.id == oldest }
    }
    formerFields.append(
      FormerField(
        id: id, secret: secret, application: element.application, path: path,
        home: home ?? path.last, time: edit.time))
    return true
  }

  /// Takes fields that are hidden for ones that went, until they are shown again.
  func recordHidden(_ edit: Edit, in tree: Tree) {
    let shown: States = [.visible, .showing]
    for id in edit.touched {
      guard let secret = secrets[id], secret.kind == .field,
        let old = edit.original(id)?.states.intersection(shown),
        let new = tree.read(id, { $0.states.intersection(shown) })
      else { continue }
      if !old.isSubset(of: new) {
        _ = recordFormer(id, secret, edit, in: tree)
      } else if old != new {
        forgetFormer { $0.id == id }
      }
    }
  }

  /// Whether a field is still there, and only scrolled out of its page. Then it counts for its name and place alone.
  ///
  /// One that is moved alone is out of what is around it.
  func isScrolled(_ former: FormerField, in tree: Tree) -> Bool {
    guard let frame = tree.read(former.id, { $0.states.contains(.visible) ? $0.frame : nil }) ?? nil
    else { return false }
    for id in tree.ancestors(of: former.id) {
      guard let (role, around) = tree.read(id, { ($0.role, $0.frame) }), let around,
        around.space == frame.space
      else { continue }
      let common = around.rect.intersection(frame.rect)
      if common.width * common.height == 0 { return [.document, .scrollArea].contains(role) }
    }
    return false
  }

  func forgetFormer(where isForgotten: (FormerField) -> Bool) {
    for former in formerFields where isForgotten(former) && secrets[former.id] == nil {
      for neighbour in former.secret.neighbours { neighbours[neighbour]?.remove(former.id) }
    }
    formerFields.removeAll(where: isForgotten)
  }

  /// Notes which elements are new. Returns the fields that went lately.
  func recordNewcomers(_ edit: Edit, in tree: Tree) -> [FormerField] {
    let recent = formerFields.filter { $0.isRecent(at: edit.time) }
    if edit.time > Self.replacementTime {
      newcomers.forget(before: edit.time - Self.replacementTime)
    }
    if recent.isEmpty { forgetTypings() }
    guard !(secrets.isEmpty && recent.isEmpty && passwords.isEmpty) else { return [] }
    for id in edit.touched where edit.original(id) == nil {
      if !(recent.isEmpty && passwords.isEmpty)
        || tree.read(id, { $0.role.isTextEntry }) == true
        || isBesideField(id, in: tree)
      {
        newcomers.insert(id, at: edit.time)
      }
    }
    return recent
  }
}

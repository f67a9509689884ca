internal import AccessibilityTree

/// Redacts secret elements in a tree, before a revision is made of it.
///
/// A password field, an element that the rule names, and what is within these is secret from then on, whatever its
/// role or name becomes: it stays secret while the password is shown. So is the field that replaces it.
final class SecretKeeper {
  var rule: SecretRule?
  var secrets: [ElementID: Secret] = [:]
  /// The elements beside and above secret ones, which may repeat what these contain.
  var neighbours: [ElementID: Set<ElementID>] = [:]
  /// The elements that name or describe a secret one.
  var descriptions: Set<ElementID> = []
  /// The elements that refer to another one as its label or description, by that one.
  var referrers: [ElementID: Set<ElementID>] = [:]
  /// Secret elements that are gone, the latest last: their applications may still tell what was in them.
  private(set) var gone: [Secret] = []
  /// The secret fields that an element lost.
  private var formerFields: [ElementID: [Secret]] = [:]

  /// An edit: what it touched, and how that was before.
  struct Edit {
    let touched: [ElementID]
    let applications: [ElementID: Application]
    /// Applications whose names changed.
    let renamed: [ElementID]
    let original: (ElementID) -> Element?
  }

  /// Redacts what is secret. Returns the former state of the elements that the edit itself did not touch.
  func redact(_ edit: Edit, in tree: inout Tree) -> [Element] {
    recordReferrers(edit, in: tree)
    forgetRemoved(edit, in: tree)
    let found = findSecrets(edit, in: tree)
    guard !(secrets.isEmpty && found.isEmpty) else { return [] }
    var redaction = Redaction(touched: Set(edit.touched))
    for (id, kind) in found { add(id, kind, in: tree, &redaction) }
    for id in edit.touched where secrets[id] != nil { redaction.secret.insert(id) }
    for id in redaction.secret { conceal(id, in: &tree, &redaction, original: edit.original) }
    extendDescriptions(edit, in: tree)
    concealRepetitions(edit, in: &tree, &redaction)
    return redaction.originals
  }

  /// One pass over an edit.
  struct Redaction {
    let touched: Set<ElementID>
    var secret: Set<ElementID> = []
    /// Secret elements of which a text or a neighbour was seen for the first time.
    var learned: [ElementID] = []
    var originals: [Element] = []

    mutating func willChange(_ element: Element) {
      if !touched.contains(element.id) { originals.append(element) }
    }
  }
}

// MARK: What is secret

extension SecretKeeper {
  private func findSecrets(_ edit: Edit, in tree: Tree) -> [(ElementID, Secret.Kind)] {
    var found: [(ElementID, Secret.Kind)] = []
    for id in edit.touched where secrets[id] == nil {
      guard let (role, parent) = tree.read(id, { ($0.role, $0.parent) }) else { continue }
      if role == .passwordField {
        found.append((id, .field))
      } else if let kind = inherited(by: id, from: parent, in: tree) {
        found.append((id, kind))
      } else if role.isTextEntry, predecessor(of: id, in: tree) != nil {
        found.append((id, .field))
      }
    }
    guard let rule else { return found }
    let candidates = candidates(edit, rule, in: tree).filter { secrets[$0] == nil }
    for id in rule.matches(candidates, tree, edit.applications) {
      let isField = tree.read(id) { $0.role.isTextEntry || $0.states.contains(.editable) } ?? false
      found.append((id, isField ? .field : .content))
    }
    return found
  }

  /// The elements that the rule may name after an edit.
  private func candidates(_ edit: Edit, _ rule: SecretRule, in tree: Tree) -> [ElementID] {
    guard rule.dependsOnAncestors else { return edit.touched }
    var candidates = Set(edit.touched)
    let moved = edit.touched.filter { id in
      guard let old = edit.original(id), let new = tree[id] else { return false }
      return old.parent != new.parent || old.role != new.role || old.label != new.label
        || old.identifier != new.identifier || old.attributes != new.attributes
    }
    for id in moved + edit.renamed { candidates.formUnion(tree.subtree(of: id)) }
    return Array(candidates)
  }

  private func inherited(
    by id: ElementID, from parent: ElementID?, in tree: Tree
  ) -> Secret.Kind? {
    guard let parent, let kind = secrets[parent]?.kind else { return nil }
    return inherited(by: id, from: kind, in: tree)
  }

  /// What an element within a secret one is; `nil`: nothing, such as the button that shows a password.
  private func inherited(by id: ElementID, from kind: Secret.Kind, in tree: Tree) -> Secret.Kind? {
    tree.read(id) { element in
      if element.role.isTextEntry || element.states.contains(.editable) { return .field }
      if kind == .content { return .content }
      return element.role.isControl || element.role == .image ? nil : .part
    } ?? nil
  }

  /// The secret field that an element has replaced, or is about to; `nil`: none.
  private func predecessor(of id: ElementID, in tree: Tree) -> Secret? {
    guard let (parent, identity) = tree.read(id, { ($0.parent, SecretIdentity($0)) }), let parent
    else { return nil }
    if let former = formerFields[parent]?.last(where: {
      $0.identity.isThat(of: identity, isReplaced: true)
    }) {
      return former
    }
    return secrets.first { other, secret in
      secret.kind == .field && secret.identity.isThat(of: identity, isReplaced: false)
        && tree.read(other) { $0.parent } == parent
    }?.value
  }

  private func add(
    _ id: ElementID, _ kind: Secret.Kind, in tree: Tree, _ redaction: inout Redaction
  ) {
    var pending: [(ElementID, Secret.Kind)] = [(id, kind)]
    while let (id, kind) = pending.popLast() {
      if secrets[id] == nil {
        let former = kind == .field ? predecessor(of: id, in: tree) : nil
        secrets[id] = Secret(kind, replacing: former)
        redaction.secret.insert(id)
      }
      for child in tree.read(id, { $0.children }) ?? [] where secrets[child] == nil {
        if let inherited = inherited(by: child, from: kind, in: tree) {
          pending.append((child, inherited))
        }
      }
    }
  }

  private func forgetRemoved(_ edit: Edit, in tree: Tree) {
    for id in edit.touched where !tree.contains(id) {
      formerFields[id] = nil
      neighbours[id] = nil
      referrers[id] = nil
      descriptions.remove(id)
      guard let secret = secrets.removeValue(forKey: id) else { continue }
      for neighbour in secret.neighbours { neighbours[neighbour]?.remove(id) }
      gone.append(secret)
      if gone.count > Self.maxGone { gone.removeFirst(gone.count - Self.maxGone) }
      guard secret.kind == .field, let parent = edit.original(id)?.parent, tree.contains(parent)
      else { continue }
      var former = formerFields[parent] ?? []
      former.removeAll { $0.identity == secret.identity }
      former.append(secret)
      formerFields[parent] = former.suffix(Self.maxFormerFields)
    }
  }

  /// How many elements are remembered after they are gone.
  private static let maxGone = 256
  /// How many fields an element is remembered to have lost.
  private static let maxFormerFields = 32
}

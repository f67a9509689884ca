/// Attributes that most elements do not have.
package protocol SparseAttributes: Hashable, Sendable {
  /// Creates the attributes with all of them unset.
  init()
}

/// A copy-on-write box that costs a single pointer in an element without these attributes.
package struct SparseBox<Attributes: SparseAttributes>: Hashable, Sendable {
  /// Mutated only while it is uniquely referenced.
  private final class Storage: @unchecked Sendable {
    var values: Attributes

    init(_ values: Attributes) {
      self.values = values
    }
  }

  private var storage: Storage

  package init(_ values: Attributes) {
    storage = Storage(values)
  }

  package var values: Attributes { storage.values }

  private mutating func mutate(_ body: (inout Attributes) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.values) }
    body(&storage.values)
  }

  /// Changes the attributes in the box, which is created when needed and removed when only defaults remain.
  /// `isDefault` tells that the change sets an attribute to its default.
  package static func change(
    _ box: inout SparseBox?, isDefault: Bool, _ body: (inout Attributes) -> Void
  ) {
    if box == nil {
      if isDefault { return }
      var values = Attributes()
      body(&values)
      box = SparseBox(values)
      return
    }
    box?.mutate(body)
    if isDefault, box?.values == Attributes() { box = nil }
  }

  package static func == (left: SparseBox, right: SparseBox) -> Bool {
    left.storage === right.storage || left.storage.values == right.storage.values
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(values)
  }
}

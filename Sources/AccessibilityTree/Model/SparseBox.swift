/// Attributes that most elements do not have.
package protocol SparseAttributes: Hashable, Sendable {
  /// Creates the attributes with all of them unset.
  init()
}

/// A copy-on-write box that costs a single pointer in an element without these attributes.
///
/// Inlinable, so that each module has a copy for its own attributes: a generic one costs most of what it takes to compose
/// an element.
package struct SparseBox<Attributes: SparseAttributes>: Hashable, Sendable {
  /// Mutated only while it is uniquely referenced.
  @usableFromInline final class Storage: @unchecked Sendable {
    @usableFromInline var values: Attributes

    @inlinable init(_ values: Attributes) {
      self.values = values
    }
  }

  @usableFromInline var storage: Storage

  @inlinable package init(_ values: Attributes) {
    storage = Storage(values)
  }

  @inlinable package var values: Attributes { storage.values }

  @inlinable mutating func mutate(_ body: (inout Attributes) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.values) }
    body(&storage.values)
  }

  /// Changes the attributes in the box, which is created when needed and removed when only defaults remain.
  /// `isDefault` tells that the change sets an attribute to its default.
  @inlinable package static func change(
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

  @inlinable package static func == (left: SparseBox, right: SparseBox) -> Bool {
    left.storage === right.storage || left.storage.values == right.storage.values
  }

  @inlinable package func hash(into hasher: inout Hasher) {
    hasher.combine(values)
  }
}

/// Attributes of which most elements have none.
protocol SparseAttributes: Hashable, Sendable {
  /// With none of them set.
  init()
}

/// A copy-on-write box: one pointer in an element that has none of these attributes.
struct SparseBox<Attributes: SparseAttributes>: Hashable, Sendable {
  /// Written only while one element refers to it.
  private final class Storage: @unchecked Sendable {
    var values: Attributes

    init(_ values: Attributes) {
      self.values = values
    }
  }

  private var storage: Storage

  init(_ values: Attributes) {
    storage = Storage(values)
  }

  var values: Attributes { storage.values }

  private mutating func mutate(_ body: (inout Attributes) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.values) }
    body(&storage.values)
  }

  /// Changes what is in the box, made when it is needed and gone when nothing is left in it.
  /// `isDefault` says that the change sets an attribute to what it is without a box.
  static func change(
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

  static func == (left: SparseBox, right: SparseBox) -> Bool {
    left.storage === right.storage || left.storage.values == right.storage.values
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(values)
  }
}

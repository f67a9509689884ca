extension ViewNode {
  /// Connects the dynamic properties of a view with the storage of the node, in order.
  func connectStorage<Owner>(of owner: Owner) {
    let type = ObjectIdentifier(Owner.self)
    if graph.storageByType[type] == false { return }
    var index = 0
    for child in Mirror(reflecting: owner).children {
      guard let property = child.value as? any StoredProperty else { continue }
      if index < storage.count {
        _ = property.connect(to: storage[index], in: graph)
      } else {
        storage.append(property.connect(to: nil, in: graph))
      }
      index += 1
    }
    graph.storageByType[type] = index > 0
  }

  /// Returns the object that the node stores from its first rendering on, created by `make`.
  func kept<Value: AnyObject>(_ make: () -> Value) -> Value {
    if let known = storage.first as? Value { return known }
    let new = make()
    storage.append(new)
    return new
  }
}

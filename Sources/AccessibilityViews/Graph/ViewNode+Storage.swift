extension ViewNode {
  /// Connects the dynamic properties of a view with the storage of the node, in order.
  func connectStorage<Owner>(of owner: Owner) {
    let type = ObjectIdentifier(Owner.self)
    if graph.storageByType[type] == false { return }
    var count = 0
    connect(Mirror(reflecting: owner), &count)
    graph.storageByType[type] = count > 0
  }

  private func connect(_ mirror: Mirror, _ count: inout Int) {
    for child in mirror.children {
      if let property = child.value as? any StoredProperty {
        let kept = count < storage.count ? storage[count] : nil
        let new = property.connect(to: kept, in: graph, environment.values)
        if kept == nil { storage.append(new) }
        count += 1
      } else if child.value is any DynamicProperty {
        connect(Mirror(reflecting: child.value), &count)
      }
    }
  }

  /// Returns the object that the node stores from its first rendering on, created by `make`.
  func kept<Value: AnyObject>(_ make: () -> Value) -> Value {
    if let known = storage.first as? Value { return known }
    let new = make()
    storage.append(new)
    return new
  }
}

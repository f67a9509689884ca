/// A property of a view whose content outlives the view's value.
public protocol DynamicProperty {}

/// How such a property finds its content again.
protocol StoredProperty {
  /// Takes up what an earlier value of the view left; without one, returns what is to be kept.
  func connect(to kept: AnyObject?, in graph: ViewGraph) -> AnyObject
}

extension ViewNode {
  /// Connects the stored properties of a view with what the node keeps for them, in their order.
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
}

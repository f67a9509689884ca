/// A view for each element of a collection, identified by the element's id: state and accessibility elements
/// stay with it when the collection is sorted or grows.
///
/// When several elements have the same id, only the first is shown.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: BuiltInView {
  let data: Data
  let id: (Data.Element) -> ID
  let content: (Data.Element) -> Content

  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.id = { $0[keyPath: id] }
    self.content = content
  }

  public func render(in node: ViewNode) {
    let rows: KeyedChildren<ID, ForEachRow<Data.Element, ID, Content>> = node.kept {
      KeyedChildren()
    }
    rows.update(
      node,
      data.lazy.map { datum in
        let id = id(datum)
        return (id, ForEachRow(datum: datum, id: id, content: content))
      })
  }
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.data = data
    self.id = { $0.id }
    self.content = content
  }
}

extension ForEach where Data == Range<Int>, ID == Int {
  public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
    self.data = data
    self.id = { $0 }
    self.content = content
  }
}

/// A row of `ForEach`. Only the row itself depends on the state that its content reads.
struct ForEachRow<Datum, ID: Hashable, Content: View>: View, ExplicitlyIdentified {
  let datum: Datum
  let id: ID
  let content: (Datum) -> Content

  var body: Content { content(datum) }

  var explicitID: AnyHashable { AnyHashable(id) }
}

/// The children of a node, identified by keys.
final class KeyedChildren<Key: Hashable, Row: View> {
  private var keys: [Key] = []
  private var nodes: [Key: TypedNode<Row>] = [:]

  func update(_ node: ViewNode, _ rows: some Sequence<(Key, Row)>) {
    var newKeys: [Key] = []
    var order: [ViewNode] = []
    var kept: Set<Key> = []
    var isChanged = false
    for (key, row) in rows {
      guard kept.insert(key).inserted else { continue }
      if let child = nodes[key] {
        isChanged = isChanged || newKeys.count >= keys.count || keys[newKeys.count] != key
        child.update(row, node.environment)
        order.append(child)
      } else {
        let child = TypedNode(
          row, graph: node.graph, parent: node, environment: node.environment)
        child.evaluate()
        nodes[key] = child
        order.append(child)
        isChanged = true
      }
      newKeys.append(key)
    }
    if newKeys.count != keys.count { isChanged = true }
    if isChanged {
      for key in keys where !kept.contains(key) { nodes.removeValue(forKey: key)?.unmount() }
      keys = newKeys
      node.replaceChildren(order)
    }
  }
}

/// A view with an explicit identity. When the id changes, the view starts with new state.
struct IdentifiedView<ID: Hashable, Content: View>: BuiltInView, ExplicitlyIdentified {
  let id: ID
  let content: Content

  var explicitID: AnyHashable { AnyHashable(id) }

  func render(in node: ViewNode) {
    let rows: KeyedChildren<ID, Content>
    if let known = node.storage.first as? KeyedChildren<ID, Content> {
      rows = known
    } else {
      rows = KeyedChildren()
      node.storage = [rows]
    }
    rows.update(node, [(id, content)])
  }
}

extension View {
  /// Gives the view an explicit identity.
  public func id(_ id: some Hashable) -> some View {
    IdentifiedView(id: id, content: self)
  }
}

/// A type-erased view. When the type changes, the view starts with new state.
public struct AnyView: BuiltInView {
  let content: any View

  public init(_ content: some View) {
    self.content = content
  }

  public func render(in node: ViewNode) {
    func show(_ view: some View) { node.renderChild(view, at: 0) }
    show(content)
  }
}

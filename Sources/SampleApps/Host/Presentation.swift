internal import AccessibilityTree

/// A presentation laid flat: every node once, with its parent and its children in order.
struct Presentation {
  struct Entry {
    var element: Element
    /// `nil`: a window, which stands below the application.
    var parent: String?
    var children: [String] = []
  }

  /// In reading order: parents before children.
  private(set) var order: [String] = []
  private(set) var entries: [String: Entry] = [:]
  /// The keys of the windows, in order.
  private(set) var windows: [String] = []

  init() {}

  init(_ nodes: [SampleNode]) {
    var pending: [(node: SampleNode, parent: String?)] = nodes.reversed().map { ($0, nil) }
    while let (node, parent) = pending.popLast() {
      guard entries[node.key] == nil else { continue }
      entries[node.key] = Entry(element: node.element, parent: parent)
      order.append(node.key)
      if let parent {
        entries[parent]?.children.append(node.key)
      } else {
        windows.append(node.key)
      }
      for child in node.children.reversed() { pending.append((child, node.key)) }
    }
  }

  func children(of key: String?) -> [String] {
    guard let key else { return windows }
    return entries[key]?.children ?? []
  }
}

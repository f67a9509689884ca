internal import AccessibilityTree

extension HostedTree {
  /// Where the mirror and a presentation of the application disagree.
  func differences(
    from live: Presentation, in mirror: Tree
  ) -> [VerifyReport.Difference] {
    var result: [VerifyReport.Difference] = []
    for key in live.order {
      guard let entry = live.entries[key] else { continue }
      guard let id = id(of: key), let mirrored = mirror[id] else {
        result.append(
          .init(
            element: nil, object: key, field: "missing in the mirror", mirrored: "",
            live: entry.element.label ?? ""))
        continue
      }
      if Element(id: id, attributesOf: mirrored) != Element(id: id, attributesOf: entry.element) {
        result.append(
          .init(
            element: id, object: key, field: "attributes", mirrored: "\(mirrored)",
            live: "\(entry.element)"))
      }
      let children = live.children(of: key)
      if mirrored.children != children.compactMap({ self.id(of: $0) }) {
        result.append(
          .init(
            element: id, object: key, field: "children", mirrored: "\(mirrored.children)",
            live: "\(children)"))
      }
    }
    for id in mirror.subtree(of: root).dropFirst() {
      if let key = key(of: id), live.entries[key] != nil { continue }
      result.append(
        .init(
          element: id, object: key(of: id) ?? "", field: "missing in the application",
          mirrored: mirror[id]?.label ?? "", live: ""))
    }
    return result
  }
}

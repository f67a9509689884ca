internal import AccessibilityMirror
public import AccessibilityTree

extension ViewHost {
  /// Recomputes every element and compares it with the store. Completes synchronously.
  public func verify(
    _ application: ElementID, deadline: UInt64, completion: @escaping (VerifyReport) -> Void
  ) {
    var report = VerifyReport(application: application)
    if let root = root?.element, application == self.application {
      inContext { compare(root, &report) }
    } else {
      report.failure = "\(application) is not the application of \(name)"
    }
    completion(report)
  }

  public func diagnose(completion: @escaping ([Finding]) -> Void) {
    let finding =
      switch status.phase {
      case .running: Finding(.ok, name, "runs in this process")
      case .starting, .stopped: Finding(.note, name, "is not running")
      case .unavailable:
        Finding(.problem, name, status.detail, remedy: "report it; restart the server to go on")
      }
    completion([finding])
  }

  private func compare(_ root: ElementNode, _ report: inout VerifyReport) {
    var pending = [root]
    var seen: Set<ElementID> = []
    while let node = pending.popLast() {
      if node !== root { report.compared += 1 }
      let children = node.kind == .container ? node.children : []
      pending += children.reversed()
      let live = node.present(node.makeContent(), on: self)
      guard let id = node.id, let mirrored = store.tree[id] else {
        report.differences.append(
          .init(
            element: nil, object: live.role.name, field: "missing in the mirror", mirrored: "",
            live: store.secretRule == nil ? live.label ?? "" : ""))
        continue
      }
      seen.insert(id)
      report.differences += differences(
        mirrored, store.concealed(live: live, as: id), id, children.compactMap(\.id))
    }
    for id in store.tree.subtree(of: report.application) where !seen.contains(id) {
      let label = store.tree.read(id) { $0.label } ?? nil
      report.differences.append(
        .init(
          element: id, object: label ?? "", field: "missing in the application",
          mirrored: label ?? "", live: ""))
    }
  }

  private func differences(
    _ mirrored: Element, _ live: Element, _ id: ElementID, _ children: [ElementID]
  ) -> [VerifyReport.Difference] {
    var result: [VerifyReport.Difference] = []
    // Relations refer to other elements, which a recomputed element does not resolve.
    var expected = Element(id: id, attributesOf: live)
    expected.relations = mirrored.relations
    if Element(id: id, attributesOf: mirrored) != expected {
      result.append(
        .init(
          element: id, object: live.shortName, field: "attributes", mirrored: "\(mirrored)",
          live: "\(live)"))
    }
    if mirrored.children != children {
      result.append(
        .init(
          element: id, object: live.shortName, field: "children",
          mirrored: "\(mirrored.children)", live: "\(children)"))
    }
    return result
  }
}

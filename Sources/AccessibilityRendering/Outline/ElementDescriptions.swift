package import AccessibilityTree

/// Describes elements in one line each, where several match and one is meant: `button "Buy" after "Milk" in list "Shop"`.
///
/// A row is named by its texts, and controls that nothing else tells apart by what stands before them, as in outlines.
package struct ElementDescriptions {
  private let tree: Tree
  private let folding: OutlineFolding

  /// The most elements around one that are looked at to name the row that it is in.
  private static let maxRows = 16
  /// The most elements before one that are looked at.
  private static let maxBefore = 64
  private static let maxLength = 60
  /// The most texts of what is in an element that are named.
  private static let maxTexts = 2

  package init(in tree: Tree) {
    self.tree = tree
    folding = OutlineFolding(tree: tree)
  }

  /// Returns a description of each element, in their order.
  ///
  /// - Parameter namesApplications: Whether their applications are named as well.
  package func descriptions(of ids: [ElementID], namesApplications: Bool = false) -> [String] {
    var parts = ids.map { (name: name(of: $0), place: place(of: $0, namesApplications)) }
    for indices in groups(of: parts) {
      let hints = indices.map { index in tree[ids[index]]?.tellingHint }
      guard Set(hints).count > 1 else { continue }
      for (index, hint) in zip(indices, hints) where tree[ids[index]]?.hasLabel == true {
        parts[index].name += hint.map { " hint " + $0.quoted(limit: Self.maxLength) } ?? ""
      }
    }
    for indices in groups(of: parts) {
      let windows = indices.map { window(of: ids[$0]) }
      // What is in one window is not told apart by it.
      guard Set(windows).count > 1 else { continue }
      for (index, window) in zip(indices, windows) {
        parts[index].place += window.map { " in " + $0 } ?? ""
      }
    }
    for indices in groups(of: parts) {
      let inside = indices.map { contents(of: ids[$0]) }
      guard Set(inside).count > 1 else { continue }
      for (index, texts) in zip(indices, inside) where !texts.isEmpty {
        let list = texts.map { $0.quoted(limit: Self.maxLength) }.joined(separator: ", ")
        parts[index].name += " with " + list
      }
    }
    let alike = groups(of: parts).joined().sorted().map { ids[$0] }
    let preceding = alike.isEmpty ? [:] : preceding(alike)
    let texts = zip(ids, parts).map { id, part in
      let after = preceding[id].map { " after " + $0.quoted(limit: Self.maxLength) } ?? ""
      return part.name + after + part.place
    }
    return toldApart(texts, ids)
  }

  /// Adds to descriptions that are the same what their elements are in further out, or else where they are.
  private func toldApart(_ texts: [String], _ ids: [ElementID]) -> [String] {
    var texts = texts
    for indices in alike(texts) {
      let paths = indices.map { names(around: ids[$0]) }
      let depth = paths.map(\.count).max() ?? 0
      // The nearest one is named already.
      let level = (0..<depth).dropFirst().first { level in
        Set(paths.map { $0.dropFirst(level).first }).count > 1
      }
      guard let level else { continue }
      for (index, path) in zip(indices, paths) where level < path.count {
        texts[index] += " in " + path[level]
      }
    }
    for indices in alike(texts) {
      let frames = indices.map { index in tree.read(ids[index]) { $0.frame?.rect } ?? nil }
      guard Set(frames).count > 1 else { continue }
      let places = frames.compactMap { $0.map { [$0.x, $0.y] } }
      let arePlacesApart = Set(places).count == places.count
      for (index, frame) in zip(indices, frames) {
        guard let frame else { continue }
        texts[index] += " at \(frame.x.shortDescription),\(frame.y.shortDescription)"
        if arePlacesApart { continue }
        texts[index] += " (\(frame.width.shortDescription)×\(frame.height.shortDescription))"
      }
    }
    return texts
  }

  private func alike(_ texts: [String]) -> [[Int]] {
    Dictionary(grouping: texts.indices) { texts[$0] }.values.filter { $0.count > 1 }
  }

  /// The names of what an element is in, from the inside, without its application.
  private func names(around id: ElementID) -> [String] {
    tree.ancestors(of: id).dropLast().enumerated().compactMap { index, ancestor in
      name(around: ancestor, isNear: index < Self.maxRows)
    }
  }

  /// Returns the indices of descriptions that are alike, in groups of two and more.
  private func groups(of parts: [(name: String, place: String)]) -> [[Int]] {
    Dictionary(grouping: parts.indices) { parts[$0].name + parts[$0].place }.values
      .filter { $0.count > 1 }
  }

  /// Returns the name of the window that an element is in, if something else in it has a name already.
  private func window(of id: ElementID) -> String? {
    let around = tree.ancestors(of: id)
    guard let window = around.first(where: { tree.read($0) { $0.isWindow } == true }),
      let element = tree[window], element.hasLabel, let inner = around.first(where: hasName),
      inner != window
    else { return nil }
    return element.shortName
  }

  private func hasName(_ id: ElementID) -> Bool { name(around: id, isNear: true) != nil }

  /// The role and label; without a label, what identifies the element in its place.
  private func name(of id: ElementID) -> String {
    guard let element = tree[id] else { return "\(id)" }
    guard element.label == nil else { return element.shortName }
    var name = element.shortName
    if let text = OutlineLabels(tree: tree).label(of: element) {
      name += " labelled-by " + text.quoted(limit: Self.maxLength)
    } else if let hint = element.namingHint {
      name += " hint " + hint.quoted(limit: Self.maxLength)
    } else if let place = OutlinePlace(of: element, in: tree) {
      name += place.text(limit: Self.maxLength)
    }
    if let value = element.value { name += " " + value.quoted(limit: Self.maxLength) }
    return name
  }

  // MARK: Around

  private func place(of id: ElementID, _ namesApplication: Bool) -> String {
    guard let application = tree.read(id, { $0.application }) else { return "" }
    var place = ""
    var container: ElementID?
    for (index, ancestor) in tree.ancestors(of: id).enumerated() {
      guard let text = name(around: ancestor, isNear: index < Self.maxRows) else { continue }
      (place, container) = (" in " + text, ancestor)
      break
    }
    guard namesApplication, container != application, let root = tree[application] else {
      return place
    }
    return place + " in " + root.shortName
  }

  /// Returns the name of an element that others are in: its label, or the texts that tell a row from the others.
  private func name(around id: ElementID, isNear: Bool) -> String? {
    guard var element = tree[id] else { return nil }
    guard isNear else { return element.hasLabel ? element.shortName : nil }
    let decision = folding.decision(on: element)
    if decision.isFolded { return nil }
    if element.hasLabel { return element.shortName }
    element.contents = decision.texts
    return element.contents.isEmpty ? nil : element.shortName
  }

  // MARK: Inside

  /// Returns the first texts in an element that people do not act on as one, such as a list of tabs.
  private func contents(of id: ElementID) -> [String] {
    guard tree.read(id, { !$0.role.isControl && !$0.children.isEmpty }) == true else { return [] }
    let own = tree.read(id) { $0.label } ?? nil
    var (texts, left): ([String], Int) = ([], Self.maxBefore)
    tree.walk(from: [id]) { element, depth in
      left -= 1
      guard left > 0, texts.count < Self.maxTexts else { return .stop }
      if depth > 0, let text = element.label ?? element.value, !text.isBlank, text != own,
        !texts.contains(text)
      {
        texts.append(text)
      }
      return .descend
    }
    return texts
  }

  // MARK: Before

  /// Returns the headings or texts before controls that tell those of one role and label apart.
  private func preceding(_ ids: [ElementID]) -> [ElementID: String] {
    var names = OutlineNames()
    var result: [ElementID: String] = [:]
    for (index, id) in ids.enumerated() {
      guard let (role, label) = tree.read(id, { ($0.role, $0.label) }) else { continue }
      let before = texts(before: id)
      names.move(behind: before.text, below: before.heading)
      for (node, name) in names.names(ofControl: role, label, node: index) {
        result[ids[node]] = name
      }
    }
    return result
  }

  /// Returns the nearest text before an element on its level, as people read it, and the heading above that.
  private func texts(before id: ElementID) -> (heading: String?, text: String?) {
    let order = ReadingOrder(tree: tree)
    var text: String?
    var left = Self.maxBefore
    var child = id
    while let parent = tree.read(child, { $0.parent }) ?? nil, let around = tree[parent] {
      var pending = Array(order.children(of: around).prefix { $0 != child }.suffix(left))
      while let id = pending.popLast(), left > 0, let element = tree[id] {
        left -= 1
        switch folding.ownDecision(on: element) {
        case .dropped: continue
        case .folded, .prose, .control: pending += order.children(of: element).suffix(left)
        case .line, .row:
          guard !element.role.isControl, element.isReading || element.isPlainText,
            let said = element.shownText, !said.isBlank
          else { continue }
          if element.role == .heading { return (said, text) }
          if text == nil { text = said }
        }
      }
      guard left > 0, folding.decision(on: around).isFolded else { break }
      child = parent
    }
    return (nil, text)
  }
}

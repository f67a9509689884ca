internal import AccessibilityTree

extension OutlineWalk {
  /// Whether the element is the closed list of a combo box and has no line, so that its choices are on the level of the combo box.
  func isFoldedList(_ list: borrowing Element, _ owner: Int, _ tree: Tree) -> Bool {
    switch list.role {
    case .menu, .list, .listBox, .table, .tree: break
    default: return false
    }
    return owner != 0 && !list.children.isEmpty && list.parent == nodes[owner].id
      && nodes[owner].role.isListOfChoices && decision(on: list, tree).isFolded
  }

  /// The number of elements that are looked at to see whether a text has lines in it.
  private static let maxProbe = 16

  /// Adds a line, and returns its index; `nil` when the line is only counted, or is in another outline, or another line
  /// says the same.
  ///
  /// - Parameter isTextAlone: Whether the line is the text of an element whose content stands beside it.
  mutating func append(
    _ element: borrowing Element, _ owner: Int, texts: [String], isTextAlone: Bool,
    isListing: Bool, _ tree: Tree
  ) -> Int? {
    let index = add(
      element, owner, texts: texts, isTextAlone: isTextAlone, isListing: isListing, tree)
    // Not when another line says the same.
    if !options.showsAll, nodes[owner].last?.id == element.id {
      name(element, owner, node: index, texts: texts, isTextAlone: isTextAlone, tree)
    }
    return index
  }

  /// Takes a heading or text for what comes after it, or names a control after what came before it.
  ///
  /// - Parameters:
  ///   - texts: What the line says of what is in the element.
  ///   - isTextAlone: Whether that is all that the line says.
  private mutating func name(
    _ element: borrowing Element, _ owner: Int, node: Int?, texts: [String], isTextAlone: Bool,
    _ tree: Tree
  ) {
    if element.role.isControl {
      let label =
        element.label ?? OutlineLabels(tree: tree).label(of: element) ?? element.namingHint
      // The order of a document says what belongs together, wherever it stands.
      if nodes[owner].names.isRefuted(by: element.frame),
        !ReadingOrder(tree: tree).isInDocument(element.id)
      {
        nodes[owner].names.forgetText()
      }
      let named = label ?? texts.first
      for (node, name) in nodes[owner].names.names(ofControl: element.role, named, node: node) {
        nodes[node].after = name
      }
      for node in nodes[owner].names.hinted(element.role, label, element.tellingHint, node: node) {
        nodes[node].showsHint = true
      }
      if label == nil, let node {
        nodes[node].after =
          OutlineTickRows(folding: OutlineFolding(tree: tree)).name(of: element)
          ?? nodes[node].after
      }
    } else if element.isReading || element.isPlainText,
      let text = isTextAlone ? texts.first ?? element.shownText : element.shownText, !text.isBlank
    {
      nodes[owner].names.pass(text, isHeading: element.role == .heading, element.frame)
    }
  }

  private mutating func add(
    _ element: borrowing Element, _ owner: Int, texts: [String], isTextAlone: Bool,
    isListing: Bool, _ tree: Tree
  ) -> Int? {
    guard !isRepetition(element, owner, isListing: isListing, tree) else { return nil }
    // The line above has it, such as the text of a card around a link.
    if isTextAlone, let text = texts.first ?? element.foldedText,
      nodes[owner].inlined.contains(text)
    {
      return nil
    }
    var tier = tier(
      of: element, owner, isTextAlone: isTextAlone, isListing: isListing, tree)
    if tier.isReading, !isTextAlone, hasLines(in: element, inlined: texts, tree) {
      tier = tier.asContent
    }
    nodes[owner].countLast()
    let group = group(of: element, tier, owner, isListing: isListing, tree)
    if group == .dialogs { nodes[owner].dialogs += 1 }
    if owner == 0,
      continuation?.leavesOut(element.id, group, isReading: tier.isReading) == true
    {
      nodes[owner].last = OutlineNode.Last(element.id, element.role, .leftOut)
      return nil
    }
    let isShowable =
      nodes.count < (group == .dialogs ? 2 : 1) * maxNodes
      && nodes[owner].depth < options.depth ?? .max
    guard isShowable else {
      nodes[owner].last = OutlineNode.Last(
        element.id, element.role,
        group == .blank ? .countedBlank : tier.isReading ? .countedText : .counted)
      return nil
    }
    let index = nodes.count
    var node = OutlineNode(
      id: element.id, role: element.role, owner: owner, depth: nodes[owner].depth + 1,
      tier: tier, inlined: texts)
    node.isTextAlone = isTextAlone
    node.marks = Outline.Marks(of: element)
    if group == .leading { node.marks.insert(.leads) }
    node.isBlank = group == .blank && owner != 0
    if order.dialogs?.contains(element.id) == true { node.marks.insert(.dialog) }
    node.dialog = dialog(of: element, owner)
    let place = group == .dialogs ? 0 : nodes[owner].children.count
    node.bucket = max(nodes[owner].bucket, Int.bitWidth - (place / 16).leadingZeroBitCount)
    nodes.append(node)
    nodes[owner].addChild(index, group)
    nodes[owner].last = OutlineNode.Last(element.id, element.role, .shown)
    return index
  }

  private func group(
    of element: borrowing Element, _ tier: OutlineNode.Tier, _ owner: Int, isListing: Bool,
    _ tree: Tree
  ) -> OutlineNode.Group {
    guard tier != .frame else { return .others }
    if frames.last?.leads == true || order.dialogs?.lead(element.id) == true { return .leading }
    if !options.showsAll, owner != 0 || !isChosen,
      OutlineWrittenCells(tree: tree).isBlankEntry(element)
    {
      return .blank
    }
    return element.isDialog && (!isListing || options.isWhole)
      && nodes[owner].dialogs < OutlineNode.maxDialogs ? .dialogs : .others
  }

  /// Whether another line says the same. Removes the line before when it says no more than the element.
  private mutating func isRepetition(
    _ element: borrowing Element, _ owner: Int, isListing: Bool, _ tree: Tree
  ) -> Bool {
    if options.showsAll { return false }
    let isAskedFor = owner == 0 && filter == .chosen
    if !isAskedFor, isLabelOfOther(element, isListing: isListing, tree) { return true }
    let repetition = OutlineRepetition(tree: tree)
    if repetition.repeats(element, in: nodes[owner]) { return true }
    guard let last = nodes[owner].last else { return false }
    if repetition.isText(element, ofControl: last.id) { return true }
    if repetition.isText(last.id, ofControl: element) { nodes[owner].removeLast() }
    return false
  }

  /// Whether the element is the label of another one, whose line says it wherever that stands.
  private mutating func isLabelOfOther(
    _ element: borrowing Element, isListing: Bool, _ tree: Tree
  ) -> Bool {
    guard let id = OutlineLabels(tree: tree).labelled(by: element) else { return false }
    return tree.read(id) { labelled in
      guard isListing || presence.isOnScreen(labelled, in: tree) else { return false }
      if OutlineComboBoxes(tree: tree).isFolded(labelled) { return true }
      // Folded away, as a scrolled area, it has no line to say the label.
      return switch decision(on: labelled, tree) {
      case .folded, .dropped: false
      case .line, .row, .control, .prose: true
      }
    } ?? false
  }

  /// Whether anything on screen in an element has a line.
  private mutating func hasLines(
    in element: borrowing Element, inlined: [String], _ tree: Tree
  ) -> Bool {
    guard !element.children.isEmpty else { return false }
    let repetition = OutlineRepetition(tree: tree)
    var node = OutlineNode(id: element.id, owner: 0, depth: 0, tier: .content)
    node.inlined = inlined
    var pending: [ElementID] = element.children.prefix(Self.maxProbe + 1).reversed()
    var left = Self.maxProbe
    while let id = pending.popLast() {
      left -= 1
      if left < 0 { return true }
      let isLine = tree.read(id) { child in
        guard presence.isOnScreen(child, in: tree) else { return false }
        switch decision(on: child, tree) {
        case .dropped: return false
        case .line, .row:
          return !repetition.repeats(child, in: node) || !repetition.controls(in: child).isEmpty
        case .folded(let hasText):
          pending += child.children.prefix(Self.maxProbe + 1).reversed()
          return hasText && !repetition.repeats(child, in: node)
        case .control: return true
        case .prose(let whole):
          pending += whole.lines.prefix(Self.maxProbe + 1).reversed()
          return !repetition.repeats(child, in: node)
        }
      }
      if isLine == true { return true }
    }
    return false
  }

  private mutating func tier(
    of element: borrowing Element, _ owner: Int, isTextAlone: Bool, isListing: Bool, _ tree: Tree
  ) -> OutlineNode.Tier {
    if options.showsAll { return .frame }
    guard let parent = element.parent else { return .frame }
    let above = nodes[owner]
    if tree.read(parent, { $0.parent == nil }) ?? true { return .frame }
    var isOther = above.tier > .reading
    if above.tier == .frame, let window = above.id, above.depth >= 0 || filter == .chosen {
      isOther =
        order.isOther(window, in: tree) || !isChosen && order.isInBackground(window, in: tree)
    }
    let isText = element.isReading || element.isPlainText || isTextAlone && element.role.isFiller
    let isReading = isText && !isListing
    if !isOther {
      let place = dialog(of: element, owner)
      if place == .top { return isReading ? .dialogReading : .dialogContent }
      if order.dialogs?.areIn(element.id) == true { return .dialogContent }
      if place == .covered { return isReading ? .coveredReading : .coveredContent }
    }
    return isReading
      ? (isOther ? .otherReading : .reading) : (isOther ? .otherContent : .content)
  }

  /// The first one in a window that has no other one in it is on top: those that lead are visited in that order.
  private mutating func dialog(
    of element: borrowing Element, _ owner: Int
  ) -> OpenDialogs.Place? {
    let id = element.id
    guard let dialogs = order.dialogs, let window = dialogs.window(of: id) else {
      return nodes[owner].dialog
    }
    if dialogs.areIn(id) { return .covered }
    if nodes[owner].dialog == .top { return .top }
    if topDialogs[window] == nil { topDialogs[window] = id }
    return topDialogs[window] == id ? .top : .covered
  }
}

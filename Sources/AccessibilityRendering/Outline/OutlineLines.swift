internal import AccessibilityQueries
internal import AccessibilityTree

/// The lines that an outline may have, written when they are needed.
struct OutlineLines {
  /// In the order of the text, parents before children.
  let nodes: [OutlineNode]
  let options: OutlineOptions
  private let start: OutlineStart
  private let applications: [ElementID: Application]
  private let areActionsRead: (ElementID) -> Bool
  private let maxLineTokens: Int

  init(
    _ nodes: [OutlineNode], _ options: OutlineOptions, start: OutlineStart,
    applications: [ElementID: Application], areActionsRead: @escaping (ElementID) -> Bool
  ) {
    self.areActionsRead = areActionsRead
    self.nodes = nodes
    self.options = options
    self.start = start
    self.applications = applications
    // No line takes more than a quarter of the budget, so that each outline gets on.
    maxLineTokens = max(16, options.budget / 4)
  }

  /// Returns a node's line without the count of what is in it, its estimated tokens with indentation, and how it is marked
  /// besides its element.
  ///
  /// - Parameter hasFocus: Whether the line says that the element has the focus, if it has.
  func line(
    _ index: Int, hasFocus: Bool = true, in tree: Tree
  ) -> (text: String, cost: Int, marks: Outline.Marks) {
    let node = nodes[index]
    guard let id = node.id else { return ("", 0, []) }
    var line = OutlineLine(
      showsAll: options.showsAll, showsFrames: options.showsFrames, textLimit: options.textLimit,
      inlined: node.inlined, prose: node.prose, field: node.field.flatMap { tree[$0] },
      isTextAlone: node.isTextAlone,
      labelledBy: labelledBy(id, in: tree),
      place: place(of: id, in: tree),
      after: node.after, showsHint: node.showsHint,
      isFocusInside: node.focusedPart != nil && hasFocus,
      isOffscreen: node.isMarkedOffscreen,
      areContentsOffscreen: node.areContentsOffscreen,
      isGone: tree.read(id) { ScreenPresence.isDefunct($0, in: tree) } == true,
      isOpaque: tree.read(id) { $0.isOpaqueArea(in: tree) } == true, application: applications[id],
      load: node.owner == 0 ? load(ofStart: id, in: tree) : nil,
      areActionsKnown: areActionsKnown(of: id, in: tree),
      isEntry: tree.read(id) { $0.isEntry(in: tree) } == true)
    while true {
      let text = tree.read(id) { element in
        if !hasFocus { return line.text(element.withoutFocus) }
        return (node.hasContent ? nil : line.plainText(element)) ?? line.text(element)
      }
      var estimate = TokenEstimate(of: text ?? "")
      estimate.add(node.depth > 0 ? "  \n" : "\n")
      guard estimate.tokens > maxLineTokens, line.shorten() else {
        return (
          fitting(text ?? "", id), min(estimate.sixteenths, 16 * maxLineTokens), line.marks
        )
      }
    }
  }

  /// Returns the load state of an application while it is being read, for the element that an outline begins with.
  private func load(ofStart id: ElementID, in tree: Tree) -> LoadState? {
    guard case .elements = start, applications[id] == nil,
      let application = tree.read(id, { $0.application }),
      let load = applications[application]?.shownLoad, load.isBeingRead
    else { return nil }
    return load
  }

  private func place(of id: ElementID, in tree: Tree) -> OutlinePlace? {
    options.showsAll ? nil : tree.read(id) { OutlinePlace(of: $0, in: tree) } ?? nil
  }

  private func labelledBy(_ id: ElementID, in tree: Tree) -> String? {
    // All attributes have the relation itself.
    if options.showsAll { return nil }
    return tree.read(id) { OutlineLabels(tree: tree).label(of: $0) } ?? nil
  }

  /// Whether it is known which actions an element lacks: not while its application is being read, and not before its own
  /// have been.
  private func areActionsKnown(of id: ElementID, in tree: Tree) -> Bool {
    guard let (application, hasActions) = tree.read(id, { ($0.application, $0.hasOwnActions) })
    else { return true }
    return applications[application]?.load.isBeingRead != true
      && (hasActions || areActionsRead(id))
  }

  /// Cuts a line that is long for other reasons than its texts and actions, as by dozens of attributes: never within
  /// quotes or brackets. It names the element in any case.
  private func fitting(_ text: String, _ id: ElementID) -> String {
    guard TokenEstimate(of: text).tokens > maxLineTokens else { return text }
    var estimate = TokenEstimate(of: "… \(id)\n")
    var kept = ""
    var hasID = false
    for part in text.parts {
      estimate.add(" " + part)
      guard estimate.tokens < maxLineTokens - 2 else { break }
      kept += part + " "
      if part == id.description { hasID = true }
    }
    return kept + (hasID ? "…" : "… \(id)")
  }

  /// Returns the line that names the focus, where the outline may have none for it.
  func focusLine(_ focus: ElementID?, in tree: Tree) -> String? {
    guard let focus, options.view == .agent, tree.contains(focus) else { return nil }
    switch start {
    case .everything: break
    case .following: return nil
    case .elements(let ids):
      guard ids.contains(where: { $0 == focus || tree.isAncestor($0, of: focus) }) else {
        return nil
      }
    }
    let line = OutlineLine(
      textLimit: min(options.textLimit, options.budget / 8),
      labelledBy: labelledBy(focus, in: tree),
      place: place(of: focus, in: tree),
      areActionsKnown: areActionsKnown(of: focus, in: tree),
      isEntry: tree.read(focus) { $0.isEntry(in: tree) } == true)
    return tree.read(focus) { "focus: " + line.text($0) }
  }

  // MARK: What is left out

  /// The estimated cost of a line that counts, and of a count on an element's own line, in sixteenths.
  static let countCost = 16 * 15
  static let suffixCost = 16 * 4

  /// Returns the count of what is in a node of which nothing is shown, for the node's own line.
  func suffix(_ node: OutlineNode) -> String {
    node.hasContent ? " … \(node.insideCount)" : ""
  }

  /// Returns the line that counts what is on screen and not shown on a level.
  func moreLine(_ left: OutlineRemainder) -> String {
    Self.line(left, left.plural ?? "", "more", "+")
  }

  /// Returns the line that counts the texts that are not shown on a level.
  func textsLine(_ left: OutlineRemainder) -> String {
    Self.line(left, left.count == 1 ? "text" : "texts", "", "~")
  }

  func offscreenLine(_ left: OutlineRemainder) -> String {
    Self.line(left, left.plural ?? "", left.place, "+")
  }

  private static func line(
    _ left: OutlineRemainder, _ noun: String, _ place: String, _ mark: String
  ) -> String {
    let words = ["\(left.count)", noun, place].filter { !$0.isEmpty }.joined(separator: " ")
    return "… \(words) \(left.first?.description ?? "")\(mark)"
  }
}

extension Element {
  /// The element without the state `focused`.
  fileprivate var withoutFocus: Element {
    var copy = self
    copy.states.remove(.focused)
    return copy
  }
}

extension OutlineRemainder {
  /// What the elements are, when they are all the same.
  fileprivate var plural: String? {
    guard let role, !role.isUnspecific else { return nil }
    let name = role.name
    if count == 1 { return name }
    return name + (name.hasSuffix("x") || name.hasSuffix("ch") ? "es" : "s")
  }

  /// Where the elements are.
  fileprivate var place: String {
    if isHidden { return "hidden" }
    if isBetween || isBefore == isAfter { return "off screen" }
    return isBefore ? "above" : "below"
  }
}

extension Role {
  fileprivate var isUnspecific: Bool {
    switch self {
    case .generic, .group, .section, .unknown, .embedded: true
    default: false
    }
  }
}

extension String {
  /// The parts between spaces, where what stands in quotes or brackets is one part.
  fileprivate var parts: [Substring] {
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    return split { character in
      if isEscaped {
        isEscaped = false
        return false
      }
      switch character {
      case "\\" where isQuoted: isEscaped = true
      case "\"": isQuoted.toggle()
      case "(" where !isQuoted, "[" where !isQuoted: depth += 1
      case ")" where !isQuoted, "]" where !isQuoted: depth = max(0, depth - 1)
      default: return character == " " && !isQuoted && depth == 0
      }
      return false
    }
  }
}

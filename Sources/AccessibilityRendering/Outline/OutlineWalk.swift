internal import AccessibilityQueries
internal import AccessibilityTree

/// Collects the elements that an outline may show, in reading order, a few at a time. The tree must be the same
/// each time.
///
/// Looks into elements on screen, and no further than the budget can reach. Of everything else, only the elements on the
/// levels of what it shows are visited, to count them. What is counted does not depend on the budget, so that a count and
/// the outline that goes on from it agree.
struct OutlineWalk {
  /// Elements to visit that are on the level of one node.
  struct Frame {
    var owner = 0
    let children: [ElementID]
    var next = 0
    /// Whether the elements are listed whether or not they are on screen.
    let isListing: Bool
    /// Whether the elements are only counted: the choices of a closed list, which may say that they are on screen.
    var isClosed = false
    /// Whether they stand before others on their level because of an open dialog.
    let leads: Bool
    /// Whether only the elements on screen are visited, or only the others; `nil`: all are.
    let onscreen: Bool?
    /// The element whose own text stands behind these, with its words where they are put together.
    var text: (of: ElementID, words: [String])?

    init(
      _ children: [ElementID], next: Int = 0, owner: Int = 0, isListing: Bool, leads: Bool = false,
      onscreen: Bool? = nil
    ) {
      self.leads = leads
      self.onscreen = onscreen
      self.owner = owner
      self.children = children
      self.next = next
      self.isListing = isListing
    }
  }

  let options: OutlineOptions
  let order: OutlineOrder
  let filter: OutlineLevel.Filter
  let maxNodes: Int
  var nodes: [OutlineNode]
  var frames: [Frame]
  var presence: OutlinePresence
  /// The open dialog on top of each window.
  var topDialogs: [ElementID: ElementID] = [:]
  /// The row of cells that was begun last.
  var cellRow: OutlineCellRow?
  /// The table whose cells were visited last.
  var cellTable: OutlineCellTable?
  /// The row of cells off screen that was counted last.
  var countedRow: (owner: Int, table: ElementID, index: Int)?
  /// What is left out of the first level because other outlines have it.
  var continuation: OutlineContinuation?

  init(_ level: OutlineLevel, _ options: OutlineOptions, _ order: OutlineOrder) {
    self.options = options
    self.order = order
    filter = level.filter
    frames = level.frames
    continuation = level.continuation
    presence = OutlinePresence(order)
    maxNodes = options.budget / 4 + 1500
    nodes = [OutlineNode(id: level.owner, owner: 0, depth: -1, tier: .frame)]
  }

  /// Visits at most `count` elements. Returns whether any are left.
  mutating func proceed(_ count: Int, in tree: Tree) -> Bool {
    var left = count
    while left > 0, !frames.isEmpty {
      let last = frames.count - 1
      guard frames[last].next < frames[last].children.count else {
        let frame = frames.removeLast()
        if let text = frame.text { addText(text.words, of: text.of, behind: frame, tree) }
        continue
      }
      let id = frames[last].children[frames[last].next]
      frames[last].next += 1
      left -= 1
      visit(id, frames[last].owner, isListing: frames[last].isListing, tree)
    }
    return !frames.isEmpty
  }

  // MARK: Visiting

  private mutating func visit(_ id: ElementID, _ owner: Int, isListing: Bool, _ tree: Tree) {
    tree.read(id) { element in
      let isClosed = frames.last?.isClosed == true
      let isOnScreen = !isClosed && (isListing || presence.isOnScreen(element, in: tree))
      if let onscreen = frames.last?.onscreen, onscreen != isOnScreen { return }
      if owner == 0 { continuation?.visit(id) }
      // What its application says is gone is not even counted.
      let isAskedFor = options.showsAll || owner == 0 && isChosen
      if !isAskedFor,
        ScreenPresence.isDefunct(element, in: tree) || isAroundOpenList(element, tree)
      {
        return
      }
      if owner == 0 {
        switch filter {
        case .chosen:
          // What is in others is counted where one is on screen.
          let isBeside = frames.last?.onscreen == false && !nodes[0].children.isEmpty
          return lookInto(element, 0, isListing: isListing || !isOnScreen && !isBeside, tree)
        case .onscreen: if !isOnScreen { return }
        case .offscreen:
          if isListing { break }
          guard !isOnScreen else { return enterFolded(element, tree) }
          return lookInto(element, 0, isListing: true, tree)
        case .all, .applications: break
        }
      }
      guard !isOnScreen else { return lookInto(element, owner, isListing: isListing, tree) }
      // Of other elements that would cost too much to find out.
      let mayBeNothing =
        element.children.isEmpty && !element.hasLabel || element.role == .scrollBar
        || element.role == .listMarker || element.role == .comboBox
      let isNothing = mayBeNothing && decision(on: element, tree) == .dropped
      guard !isNothing, !count(offscreenCell: element, owner, tree) else { return }
      if isFoldedList(element, owner, tree) {
        var choices = Frame(order.children(of: element, in: tree), owner: owner, isListing: false)
        choices.isClosed = true
        return frames.append(choices)
      }
      nodes[owner].addOffscreen(
        id, element.role, isVisible: element.parent != nil && element.states.contains(.visible))
    }
  }

  /// Whether a window without a name has nothing in it, and is the place of the list that has the focus: GTK 3 has the list of a
  /// combo box in the combo box, and a window of its own around it.
  private func isAroundOpenList(_ window: borrowing Element, _ tree: Tree) -> Bool {
    guard window.role == .window, window.children.isEmpty, !window.hasLabel,
      let frame = window.frame, let focus = order.focus, focus != window.id
    else { return false }
    return tree.ancestors(of: focus).contains { around in
      tree.read(around) { list in
        switch list.role {
        case .menu, .list, .listBox, .table, .tree: list.frame == frame
        default: false
        }
      } == true
    }
  }

  /// Visits what is in a folded element on the first level.
  private mutating func enterFolded(_ element: borrowing Element, _ tree: Tree) {
    guard decision(on: element, tree).isFolded else { return }
    frames.append(Frame(order.children(of: element, in: tree), isListing: false))
  }

  private mutating func lookInto(
    _ element: borrowing Element, _ owner: Int, isListing: Bool, _ tree: Tree
  ) {
    if addToRow(element, owner, isListing: isListing, tree) { return }
    var decision = decision(on: element, tree)
    if owner == 0, filter == .chosen { decision = decision.asLine }
    if order.dialogs?.isFramed(element.id) == true { decision = decision.asLine }
    switch decision {
    case .dropped: break
    case .folded(let hasText):
      let children = order.children(of: element, in: tree)
      let texts = element.hasLabel ? element.foldedText.map { [$0] } : nil
      let leading =
        hasText && children == element.children ? OutlineProse(tree: tree).leading(element) : 0
      fold(
        element, owner, texts: hasText ? texts ?? [] : nil, children, leading: leading,
        isListing: isListing, tree)
    case .control(let control):
      fold(element, owner, texts: nil, [control], isListing: isListing, tree)
    case .prose(let whole):
      fold(
        element, owner, texts: [whole.text], whole.lines, leading: whole.leading,
        isListing: isListing, tree)
    case .line, .row:
      guard
        let node = append(
          element, owner, texts: decision.texts, isTextAlone: false, isListing: isListing, tree)
      else {
        enterRepeated(element, owner, isListing: isListing, tree)
        break
      }
      if owner == 0, filter == .chosen, options.countsOffscreen {
        let isOnScreen = presence.isOnScreen(element, in: tree)
        nodes[node].isMarkedOffscreen = !isOnScreen
        // That a menu or a list of choices is closed is no news.
        let opens = element.role.opensPopup || element.role.isMenuItem
        nodes[node].areContentsOffscreen =
          isListing && isOnScreen && !opens && !element.states.contains(.collapsed)
      }
      // The line of the combo box says what is drawn in it.
      if owner != 0, !options.showsAll, OutlineComboBoxes(tree: tree).showsChoice(element) { break }
      let prose = options.showsAll ? nil : prose(of: element, decision, owner, tree)
      nodes[node].prose = prose?.text == element.value ? nil : prose?.text
      if !options.showsAll, let field = OutlineComboBoxes(tree: tree).field(of: element) {
        nodes[node].field = field
        if tree.read(field, { $0.states.contains(.focused) }) == true {
          nodes[node].focusedPart = field
        }
      }
      if !options.showsAll, element.role == .tabList {
        nodes[node].focusedPart = element.children.first { tab in
          tree.read(tab) { $0.isUnseenTab && $0.states.contains(.focused) } == true
        }
      }
      // The choices of a closed list are counted, whole page or not.
      let isClosed =
        !options.showsAll && owner != 0 && element.role.isListOfChoices
        && element.states.contains(.collapsed)
      frames.append(
        Frame(
          prose?.lines ?? order.children(of: element, in: tree), owner: node,
          isListing: isListing && !isClosed))
    }
  }

  /// Returns the text of an element with the words of what is in it, and what in it has lines; `nil`: all in it may have.
  private func prose(
    of element: borrowing Element, _ decision: OutlineFolding.Decision, _ owner: Int, _ tree: Tree
  ) -> OutlineProse.Whole? {
    // Whoever asks for an editor reads it by its paragraphs.
    if element.isEditor {
      return owner == 0 && isChosen ? nil : OutlineEditors(tree: tree).whole(element)
    }
    if element.isPressedText, !decision.texts.isEmpty {
      if case .row = decision { return nil }
      return OutlineProse.Whole()
    }
    if element.role.isListOfChoices {
      return OutlineComboBoxes(tree: tree).choice(of: element)
    }
    guard decision.texts.isEmpty, !element.hasLabel else { return nil }
    return OutlineProse(tree: tree).whole(element)
  }

  /// Adds the line with the text of an element, if it has one, and goes on with what is in it.
  ///
  /// - Parameter leading: How many of the children stand before the text.
  private mutating func fold(
    _ element: borrowing Element, _ owner: Int, texts: [String]?, _ children: [ElementID],
    leading: Int = 0, isListing: Bool, _ tree: Tree
  ) {
    let leads = frames.last?.leads == true || order.dialogs?.lead(element.id) == true
    func frame(_ children: ArraySlice<ElementID>) -> Frame {
      Frame(Array(children), owner: owner, isListing: isListing, leads: leads)
    }
    guard let texts, leading > 0 else {
      if let texts {
        _ = append(element, owner, texts: texts, isTextAlone: true, isListing: isListing, tree)
      }
      return frames.append(frame(children[...]))
    }
    if owner == 0 { continuation?.postpone(element.id) }
    frames.append(frame(children.dropFirst(leading)))
    var before = frame(children.prefix(leading))
    before.text = (element.id, texts)
    frames.append(before)
  }

  /// Adds the line with the text of an element behind what stands before it.
  private mutating func addText(
    _ texts: [String], of id: ElementID, behind frame: Frame, _ tree: Tree
  ) {
    if frame.owner == 0 { continuation?.visit(id) }
    tree.read(id) { element in
      _ = append(
        element, frame.owner, texts: texts, isTextAlone: true, isListing: frame.isListing, tree)
    }
  }

  /// Visits what can be used in an element that has no line because another one says the same.
  private mutating func enterRepeated(
    _ element: borrowing Element, _ owner: Int, isListing: Bool, _ tree: Tree
  ) {
    guard !options.showsAll, nodes[owner].last?.id != element.id else { return }
    let controls = OutlineRepetition(tree: tree).controls(in: element)
    guard !controls.isEmpty else { return }
    frames.append(Frame(controls, owner: owner, isListing: isListing))
  }

  func decision(on element: borrowing Element, _ tree: Tree) -> OutlineFolding.Decision {
    if options.showsAll { return .line(inlined: nil) }
    return OutlineFolding(tree: tree).decision(on: element)
  }

  var isChosen: Bool { filter == .chosen }
}

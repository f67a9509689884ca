internal import AccessibilityTree

/// Finds what its list, table or scrolled area does not show, by the frames of both.
///
/// Some toolkits mark everything alike, wherever it has been scrolled to: GTK 4, Qt, LibreOffice, and applications that draw their
/// own areas. Where an element is marked as showing and an element beside it is not, the toolkit tells them apart, and is
/// believed; as browsers are, whose pages may show what is outside of its list. Valid for one state of a tree only.
struct ScrolledItems {
  /// What shows the children of each element.
  private var known: [ElementID: Surroundings] = [:]
  /// The parent that was looked up last: most elements are visited with their siblings.
  private var last: (parent: ElementID, surroundings: Surroundings)?

  /// Whether an element is not shown by what it is in, or is in such an element. The cost is subtracted from `steps`.
  mutating func contains(_ element: borrowing Element, in tree: Tree, steps: inout Int) -> Bool {
    guard let parent = element.parent else { return false }
    return surroundings(inside: parent, in: tree, steps: &steps).hides(element)
  }

  private mutating func surroundings(
    inside start: ElementID, in tree: Tree, steps: inout Int
  ) -> Surroundings {
    if let last, last.parent == start { return last.surroundings }
    var path: [ElementID] = []
    var surroundings = Surroundings()
    var next = Optional(start)
    while let id = next, steps > 0 {
      if let answer = known[id] {
        surroundings = answer
        break
      }
      path.append(id)
      steps -= WorkBudget.visit + WorkBudget.note
      next = tree.read(id) { $0.role.isSurface ? nil : $0.parent } ?? nil
    }
    for id in path.reversed() {
      tree.read(id) { surroundings.enter($0, in: tree, steps: &steps) }
      known[id] = surroundings
    }
    last = (start, surroundings)
    return surroundings
  }
}

/// What shows the children of an element: the parts of the screen that they can be seen in.
private struct Surroundings {
  /// Whether none can be seen.
  private var isHidden = false
  /// The frame of the element itself.
  private var frame: Frame?
  /// Where anything can be seen, and where items can; `nil`: everywhere.
  private var area: Frame?
  private var list: Frame?
  /// Whether marks tell which of the children are on screen.
  private var hasMarks = false
  private var isPage = false

  /// Whether an element that is a child is not shown.
  func hides(_ element: borrowing Element) -> Bool {
    if isHidden { return true }
    guard area != nil || list != nil, let place = element.frame, !place.rect.isEmpty else {
      return false
    }
    if isPage || hasMarks, element.states.contains(.showing) {
      // Where others are not shown, what is shown of it is an edge.
      guard hasMarks, element.role.isItem, let list, list.rect.intersects(place.rect) else {
        return false
      }
      return Self.isOutside(place, list)
    }
    if element.role.isItem, let list { return Self.isOutside(place, list) }
    // What is elsewhere than its parent may be on a surface of its own, as popovers of GTK 4 are.
    guard let area, let frame, frame.space == place.space, frame.rect.intersects(place.rect) else {
      return false
    }
    return Self.isOutside(place, area)
  }

  /// Whether nothing of a place is in an area, or no more than an edge, by which nobody knows what is there: less than four pixels, and
  /// less than half of the place, in either direction.
  private static func isOutside(_ place: Frame, _ area: Frame) -> Bool {
    guard place.space == area.space else { return false }
    guard place.rect.intersects(area.rect) else { return true }
    let shown = place.rect.intersection(area.rect)
    func isEdge(_ shown: Double, of whole: Double) -> Bool {
      shown < minShown && shown < whole / 2
    }
    return isEdge(shown.width, of: place.rect.width) || isEdge(shown.height, of: place.rect.height)
  }

  private static let minShown = 4.0

  /// Goes on to the children of an element that is a child.
  mutating func enter(_ element: borrowing Element, in tree: Tree, steps: inout Int) {
    let isHidden = !element.isWindow && hides(element)
    if element.role.isSurface || element.role.opensSurface {
      (area, list) = (nil, nil)
    } else if let around = element.frame, !around.rect.isEmpty {
      let isArea = element.role == .scrollArea || Self.hasScrollBar(element, in: tree, &steps)
      if isArea || element.role.showsPart { list = Self.part(around, of: list) }
      if isArea { area = Self.part(around, of: area) }
    }
    self.isHidden = isHidden
    isPage = isPage || element.role == .document
    frame = element.frame
    hasMarks = false
    guard area != nil || list != nil, !isPage || element.role.showsPart else { return }
    steps -= element.children.count
    hasMarks = element.children.contains { id in
      tree.read(id) { $0.states.contains(.visible) && !$0.states.contains(.showing) } == true
    }
  }

  /// Whether a scroll bar that is on screen is a child, or one of few in a child: areas of Qt have no role of their own.
  private static func hasScrollBar(
    _ element: borrowing Element, in tree: Tree, _ steps: inout Int
  ) -> Bool {
    guard element.role == .generic, 2...5 ~= element.children.count else { return false }
    steps -= element.children.count
    return element.children.contains { id in
      tree.read(id) { child in
        isShownBar(child)
          || child.role == .generic && child.children.count <= 2
            && child.children.contains { tree.read($0) { isShownBar($0) } == true }
      } == true
    }
  }

  private static func isShownBar(_ element: borrowing Element) -> Bool {
    element.role == .scrollBar && element.states.contains(.showing)
      && element.frame?.rect.isEmpty == false
  }

  private static func part(_ frame: Frame, of area: Frame?) -> Frame {
    guard let area, area.space == frame.space else { return frame }
    return Frame(rect: area.rect.intersection(frame.rect), space: frame.space)
  }
}

extension Role {
  /// Whether elements of the role show a part of what is in them.
  fileprivate var showsPart: Bool { self == .scrollArea || holdsItems }

  /// Whether what is in elements of the role is shown by nothing around them.
  fileprivate var isSurface: Bool { isWindow || self == .menu || self == .document }

  /// Whether what is in elements of the role may open above everything else.
  fileprivate var opensSurface: Bool {
    switch self {
    case .comboBox, .button, .toggleButton, .popUpButton, .menuBar: true
    default: false
    }
  }
}

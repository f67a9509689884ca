internal import AccessibilityTree

/// An element that may have a line in an outline, and what is on the level below it.
struct OutlineNode {
  /// `nil` for the level of the first lines, which has no line itself.
  var id: ElementID?
  var role = Role.unknown
  /// The index of the node whose level it is on.
  var owner: Int
  var depth: Int
  /// The order in which the budget is spent: the lowest first. Not below that of the owner.
  var tier: Tier
  /// How far down its level the node is, on a coarse scale. Not below that of the owner.
  var bucket = 0
  /// The texts of what is in the element that its line has.
  var inlined: [String] = []
  /// The value with the words of what is in the element, where those have no lines.
  var prose: String?
  /// Whether the line is a text alone, although something of the element stands beside it.
  var isTextAlone = false
  /// The heading or text before a control that others on its level cannot be told from.
  var after: String?
  /// Whether the hint of the control tells it from others on its level.
  var showsHint = false
  /// What has been passed on the level below.
  var names = OutlineNames()
  var marks: Outline.Marks = []
  /// The open dialog that the element is, or is in: the one that is on top, or one below it; `nil`: none.
  var dialog: OpenDialogs.Place?
  /// The part of the element that has the focus, and no line of its own.
  var focusedPart: ElementID?
  /// The text field of a combo box whose text its line says.
  var field: ElementID?
  /// Whether the element is a cell whose line stands for a row.
  var isRow = false
  /// Whether the line says that the element is off screen.
  var isMarkedOffscreen = false
  /// Whether the line says that what is listed in the element is off screen.
  var areContentsOffscreen = false
  /// The indexes of the nodes on the level below, in order.
  var children: [Int] = []
  /// The elements on the level below that are not on screen.
  var offscreen = OutlineRemainder()
  /// The elements on the level below that were not looked into, because there are too many or they are too deep: those
  /// that are only read, and the others.
  var skipped = OutlineRemainder()
  var skippedReading = OutlineRemainder()
  /// Empty cells of a spreadsheet and empty paragraphs that were not looked into.
  var skippedBlank = OutlineRemainder()
  /// Whether it is an empty cell of a spreadsheet or an empty paragraph, which is counted where others have lines.
  var isBlank = false
  /// The number of children that are.
  var blanks = 0
  /// The line before on the level below.
  var last: Last?
  /// The number of dialogs on the level below.
  var dialogs = 0
  /// The number of children that lead.
  var leading = 0

  /// The number of dialogs that are the first on their level. Others stay in their place.
  static let maxDialogs = 64

  /// What stands together on a level.
  enum Group: UInt8, Comparable {
    /// What an open dialog is in, and the dialog.
    case leading
    /// Other dialogs, the last one first.
    case dialogs
    case others
    /// Empty cells of a spreadsheet and empty paragraphs.
    case blank

    static func < (left: Group, right: Group) -> Bool { left.rawValue < right.rawValue }
  }

  enum Tier: UInt8, Comparable {
    /// Applications and windows.
    case frame = 0
    /// The open dialog on top in the active window.
    case dialogContent, dialogReading
    /// Those below it.
    case coveredContent, coveredReading
    case content, reading
    /// The content of windows that are not active.
    case otherContent, otherReading
    /// Single windows and applications off screen.
    case offscreen

    static func < (left: Tier, right: Tier) -> Bool { left.rawValue < right.rawValue }

    var isReading: Bool {
      switch self {
      case .dialogReading, .coveredReading, .reading, .otherReading: true
      case .frame, .dialogContent, .coveredContent, .content, .otherContent, .offscreen: false
      }
    }

    /// The tier for what has lines in it.
    var asContent: Tier {
      switch self {
      case .dialogReading: .dialogContent
      case .coveredReading: .coveredContent
      case .otherReading: .otherContent
      default: .content
      }
    }
  }

  /// A line on a level while the next one is not known, which may say the same.
  struct Last {
    enum Fate {
      case shown, counted, countedText, countedBlank, leftOut
    }

    let id: ElementID
    var role: Role
    let fate: Fate

    init(_ id: ElementID, _ role: Role, _ fate: Fate) {
      self.id = id
      self.role = role
      self.fate = fate
    }
  }

  var hasContent: Bool { insideCount > 0 }

  /// Whether there is nothing on the level below but what would be counted behind others.
  var holdsOnlyBlanks: Bool {
    blanks == children.count && skipped.isEmpty && skippedReading.isEmpty
  }

  /// The number of elements on the level below.
  var insideCount: Int {
    children.count + skipped.count + skippedReading.count + skippedBlank.count + offscreen.count
  }

  /// Counts the last line if it is one of those that are counted.
  mutating func countLast() {
    guard let last else { return }
    switch last.fate {
    case .counted: skipped.add(last.id, last.role)
    case .countedText: skippedReading.add(last.id, last.role)
    case .countedBlank: skippedBlank.add(last.id, last.role)
    case .shown, .leftOut: break
    }
    self.last = nil
  }

  mutating func removeLast() {
    if last?.fate == .shown, children.count > blanks {
      children.remove(at: children.count - blanks - 1)
    }
    last = nil
  }

  mutating func addChild(_ index: Int, _ group: Group) {
    if offscreen.isAfter { offscreen.isBetween = true }
    if group == .leading { leading += 1 }
    switch group {
    case .dialogs: children.insert(index, at: leading)
    case .leading, .others: children.insert(index, at: children.count - blanks)
    case .blank:
      children.append(index)
      blanks += 1
    }
  }

  mutating func addOffscreen(_ id: ElementID, _ role: Role, isVisible: Bool) {
    if children.isEmpty { offscreen.isBefore = true } else { offscreen.isAfter = true }
    offscreen.add(id, role, isVisible: isVisible)
  }
}

/// Elements that an outline counts instead of showing them.
struct OutlineRemainder {
  private(set) var count = 0
  /// The element from which they can be listed.
  private(set) var first: ElementID?
  /// The role that they all have.
  private(set) var role: Role?
  /// Whether none of them has the state `visible`, as in a closed menu.
  private(set) var isHidden = true
  /// Whether some of them stand before, after, or between those that are shown.
  var isBefore = false
  var isAfter = false
  var isBetween = false

  var isEmpty: Bool { count == 0 }

  mutating func add(_ id: ElementID, _ role: Role, isVisible: Bool = true) {
    if count == 0 {
      first = id
      self.role = role
    } else if self.role != role {
      self.role = nil
    }
    count += 1
    if isVisible { isHidden = false }
  }

  /// Adds elements that come after those counted so far.
  mutating func add(_ later: OutlineRemainder) {
    guard let next = later.first else { return }
    role = count == 0 || role == later.role ? later.role : nil
    first = first ?? next
    count += later.count
    isHidden = isHidden && later.isHidden
  }
}

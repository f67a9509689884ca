internal import AccessibilityTree

/// One accessible object of an application, as it reports itself. The element that mirrors it is a function
/// of this state (`ElementComposer`).
final class MirroredObject {
  enum Stage {
    /// Listed by its parent, not yet in the tree.
    case fresh
    case shown
    /// Removed for good; answers that still arrive are dropped.
    case gone
  }

  /// Changes when a cell gets a new object (`ObjectTable.rename`).
  var reference: ObjectReference
  let peer: Peer
  let id: ElementID

  unowned let application: MirroredApplication
  /// The object that lists this one among its children. `nil` for one that is gone: parents and children hold each other.
  var parent: MirroredObject?
  var children: [MirroredObject] = []
  /// The new ones among the children, which are to be brought into the tree.
  var newcomers: [MirroredObject] = []
  /// The children that the cache listed, until they are added.
  var listedChildren: [ObjectReference]?
  var relations: [ObjectRelation] = []
  var text: String?
  private var rare: RareState?
  var frame: Frame?
  var stage = Stage.fresh

  var facts = AtspiFacts()
  /// Whether the state `checked` is reported only by events.
  var checkedState = CheckedState.unknown
  /// The lane of the read queue that the object is in, if any.
  var readPriority: ReadPriority?
  private var storedRank: Int32 = 0
  private var storedDepth: Int32 = 0
  private var storedClaim: Int32 = -1
  private var storedTextBytes: Int32 = 0

  /// The properties that have been read at least once.
  var known: ObjectProperties = []
  /// The properties that are to be read.
  var dirty: ObjectProperties = []
  /// The properties that have been requested and not answered yet.
  var reading: ObjectProperties = []
  /// The properties that changed while they were being read, and are read again.
  var stale: ObjectProperties = []
  /// The parts of the element that must be composed again.
  var changedParts: ElementChanges = []

  /// Whether the cache did not contain the object, so that it is read by calls.
  var isNotInCache = false
  /// Whether the object returns new children each time they are requested, while the former ones persist.
  var remakesChildren = false
  /// Whether only some of the children are mirrored.
  var isWindowed = false
  /// Whether the object claims more children than are mirrored, although it does not manage its descendants.
  var claimsTooManyChildren = false
  /// Whether another page is in front of the object, whatever its states say (`PageReader`).
  var isBehind = false
  /// Whether the X server calls the object, a window on screen, modal, while its application does not say (`WindowModality`).
  var isFoundModal = false
  /// Whether an event said that the object, a window, was minimised. Gecko has no state for it.
  var isMinimised = false
  /// Whether the object belongs to an application that is mirrored itself.
  var isForeign = false
  /// Whether its actions are a forecast from similar elements, not yet read from the object.
  var forecastsActions = false
  /// Whether children were removed because the object itself is being removed.
  var hasRemovedChildren = false
  /// Whether changes of the children must be brought into the tree: the whole list if `isReordered`, else the
  /// `newcomers` among them.
  var isStructureChanged = false
  var isReordered = false
  /// Whether the object is in `FreshObjects`.
  var isInFreshObjects = false

  init(
    _ reference: ObjectReference, peer: Peer, id: ElementID, application: MirroredApplication
  ) {
    self.reference = reference
    self.peer = peer
    self.id = id
    self.application = application
  }

  /// The sort key among the children of one parent, ascending.
  var rank: Int {
    get { Int(storedRank) }
    set { storedRank = Int32(clamping: newValue) }
  }

  var depth: Int {
    get { Int(storedDepth) }
    set { storedDepth = Int32(clamping: newValue) }
  }

  /// The number of children that the object claims, unchecked: any number; negative while unknown.
  var claimedChildren: Int {
    get { Int(storedClaim) }
    set { storedClaim = Int32(clamping: newValue) }
  }

  /// The size of its texts in bytes, as counted in the application's total.
  var textBytes: Int {
    get { Int(storedTextBytes) }
    set { storedTextBytes = Int32(clamping: newValue) }
  }

  /// Whether enough is known to show the object.
  var isPresentable: Bool { known.isSuperset(of: .basics) && stage != .gone }

  /// Whether everything that agents use first is known.
  var isDetailed: Bool { known.isSuperset(of: .details) }

  /// Whether its actions have been read from the object itself.
  var hasReadActions: Bool { known.contains(.actions) && !forecastsActions }

  /// The properties that may be read again as they were read before.
  var rereadable: ObjectProperties { isWindowed ? known.subtracting(.children) : known }

  /// Its path on the bus; empty for an object that is gone.
  var path: String { application.context.table.interner.path(of: reference) }

  /// Whether this is the root of its application, above which there is none.
  var isRoot: Bool { depth == 0 }

  var isShowing: Bool { facts.states.contains(.showing) || isScrolledViewport }

  /// Whether the object is a viewport on screen that is not said to be.
  var isScrolledViewport: Bool {
    facts.mayBeScrolledViewport(peer.dialect) && parent?.isShowing == true
  }

  /// Adds an object as the last child.
  func append(_ child: MirroredObject) {
    child.parent = self
    child.rank = (children.last?.rank ?? -1) + 1
    children.append(child)
  }

  /// Removes a child.
  func removeChild(_ child: MirroredObject) {
    if child.parent === self { child.parent = nil }
    if let index = index(of: child) {
      children.remove(at: index)
    } else {
      children.removeAll { $0 === child }
    }
  }

  /// Returns the index of a child; `nil` where the children are not in the order of their ranks.
  func index(of child: MirroredObject) -> Int? {
    var (low, high) = (0, children.count)
    while low < high {
      let middle = (low + high) / 2
      if children[middle].rank < child.rank { low = middle + 1 } else { high = middle }
    }
    return low < children.count && children[low] === child ? low : nil
  }

  /// Whether the children are those of the list, in that order.
  func hasChildren(_ references: [ObjectReference]) -> Bool {
    children.count == references.count
      && zip(children, references).allSatisfy { $0.reference == $1 }
  }

  /// Whether any of some properties is to be read, or being read.
  func isAwaiting(_ properties: ObjectProperties) -> Bool {
    !dirty.union(reading).isDisjoint(with: properties)
  }

  /// Whether `ancestor` is an ancestor of this object. Takes as many steps as the object is deep.
  func isDescendant(_ ancestor: MirroredObject) -> Bool {
    var next = parent
    while let candidate = next {
      if candidate === ancestor { return true }
      next = candidate.parent
    }
    return false
  }

  /// Whether only some of the children of an ancestor are mirrored.
  var isBelowWindowed: Bool {
    var next = parent
    while let ancestor = next {
      if ancestor.isWindowed { return true }
      next = ancestor.parent
    }
    return false
  }

  /// This object and its descendants, parents first.
  var subtree: [MirroredObject] { Array(IteratorSequence(SubtreeWalk(self))) }
}

/// What is known of few objects.
private final class RareState {
  var range: NumericRange?
  var valueText: String?
  var choice: String?
  var textState: TextState?
  var activeDescendant: ObjectReference?
  var pendingChildList: ChildListUpdate?
  var refusedChildren = 0
  var listedAncestors = false
  var isParentAsked = false
  var sampling: WindowSampling?
  var grid: TableGrid?
  var cell: CellPosition?
  var lastNamed: UInt64 = 0
  var scrolledStart: Double?
  var renewals = 0
  var renewal: ReadPriority?
  var isUnnamed = false
  weak var reportedNames: ReportedNames?
}

// MARK: What is known of few objects

extension MirroredObject {
  /// Changes something that few objects have. Setting it to its default where nothing of the kind is known has no effect.
  private func change(isDefault: Bool, _ body: (RareState) -> Void) {
    if rare == nil {
      if isDefault { return }
      rare = RareState()
    }
    rare.map(body)
  }

  var range: NumericRange? {
    get { rare?.range }
    set { change(isDefault: newValue == nil) { $0.range = newValue } }
  }

  /// The value in words, from the interface Value.
  var valueText: String? {
    get { rare?.valueText }
    set { change(isDefault: newValue == nil) { $0.valueText = newValue } }
  }

  /// The name of the option that a combo box shows, where the options do not tell.
  var choice: String? {
    get { rare?.choice }
    set { change(isDefault: newValue == nil) { $0.choice = newValue } }
  }

  var textState: TextState? {
    get { rare?.textState }
    set { change(isDefault: newValue == nil) { $0.textState = newValue } }
  }

  var activeDescendant: ObjectReference? {
    get { rare?.activeDescendant }
    set { change(isDefault: newValue == nil) { $0.activeDescendant = newValue } }
  }

  /// The list of children that is being added.
  var pendingChildList: ChildListUpdate? {
    get { rare?.pendingChildList }
    set { change(isDefault: newValue == nil) { $0.pendingChildList = newValue } }
  }

  /// The number of its own ancestors that the object listed as children, in two readings in a row.
  var refusedChildren: Int {
    get { rare?.refusedChildren ?? 0 }
    set { change(isDefault: newValue == 0) { $0.refusedChildren = newValue } }
  }

  /// Whether the object listed ancestors when it was last read.
  var listedAncestors: Bool {
    get { rare?.listedAncestors ?? false }
    set { change(isDefault: !newValue) { $0.listedAncestors = newValue } }
  }

  /// Whether the object is being asked which of two objects that list it is its parent.
  var isParentAsked: Bool {
    get { rare?.isParentAsked ?? false }
    set { change(isDefault: !newValue) { $0.isParentAsked = newValue } }
  }

  /// The children found on screen, for an object with too many children that is not a table.
  var sampling: WindowSampling? {
    get { rare?.sampling }
    set { change(isDefault: newValue == nil) { $0.sampling = newValue } }
  }

  /// The mirrored cells, for a table with too many.
  var grid: TableGrid? {
    get { rare?.grid }
    set { change(isDefault: newValue == nil) { $0.grid = newValue } }
  }

  /// The object's position, for a cell of a table with too many.
  var cell: CellPosition? {
    get { rare?.cell }
    set { change(isDefault: newValue == nil) { $0.cell = newValue } }
  }

  /// Where the object, a header of a view that is scrolled, begins: the x of that of a column, the y of that of a row.
  var scrolledStart: Double? {
    get { rare?.scrolledStart }
    set { change(isDefault: newValue == nil) { $0.scrolledStart = newValue } }
  }

  /// When the application last returned the object for the cell, in nanoseconds of `MonotonicTime`.
  var lastNamed: UInt64 {
    get { rare?.lastNamed ?? 0 }
    set { change(isDefault: newValue == 0) { $0.lastNamed = newValue } }
  }

  /// The number of times in a row that the application had dropped the cell's object.
  var renewals: Int {
    get { rare?.renewals ?? 0 }
    set { change(isDefault: newValue == 0) { $0.renewals = newValue } }
  }

  /// Whether the application did not name the cell when it was asked to, so that what was to be read of it is not known.
  var isUnnamed: Bool {
    get { rare?.isUnnamed ?? false }
    set { change(isDefault: !newValue) { $0.isUnnamed = newValue } }
  }

  /// How urgent it is to read the cell, while its object is being requested again; `nil`: it is not.
  var renewal: ReadPriority? {
    get { rare?.renewal }
    set { change(isDefault: newValue == nil) { $0.renewal = newValue } }
  }

  /// What events call it, while an action on it is under way.
  var reportedNames: ReportedNames? {
    get { rare?.reportedNames }
    set { change(isDefault: newValue == nil) { $0.reportedNames = newValue } }
  }
}

/// Iterates over an object and its descendants, parents first. May be interrupted while the tree changes; not
/// recursive.
struct SubtreeWalk: IteratorProtocol {
  private var pending: [MirroredObject]

  init(_ object: MirroredObject) {
    pending = [object]
  }

  mutating func next() -> MirroredObject? {
    guard let object = pending.popLast() else { return nil }
    pending.append(contentsOf: object.children.reversed())
    return object
  }
}

/// The parts of an element that must be composed again.
struct ElementChanges: OptionSet {
  let rawValue: UInt8

  static let frame = ElementChanges(rawValue: 1)
  static let all = ElementChanges(rawValue: 3)
}

/// The priority of reads, the highest first.
enum ReadPriority: Int, CaseIterable {
  /// Reads that an event or action made necessary, and the structure.
  case high
  /// Details of objects on screen.
  case visible
  /// What is most likely out of sight: what is in an object that is not showing, and the entries of long lists, where what is
  /// in those that were read comes first.
  case outOfSight
  case normal
  case background
}

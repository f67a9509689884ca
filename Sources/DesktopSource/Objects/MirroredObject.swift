internal import AccessibilityTree

/// One accessible object of an application, as it told of itself. The element that mirrors it is a
/// function of this (`ElementComposer`).
final class MirroredObject {
  enum Stage {
    /// Known by its parent, not yet in the tree.
    case fresh
    case shown
    /// Taken out for good; answers that still come are dropped.
    case gone
  }

  /// Changes when a cell is named anew (`ObjectTable.rename`).
  var reference: ObjectReference
  let peer: Peer
  var path: String
  let id: ElementID
  var stage = Stage.fresh

  unowned let application: MirroredApplication
  /// The object that lists this one among its children.
  weak var parent: MirroredObject?
  var children: [MirroredObject] = []
  /// Ascends among the children of one parent.
  var rank = 0
  var depth = 0

  var facts = AtspiFacts()
  /// Whether `checked` is told by events alone.
  var checkedState = CheckedState.unknown
  /// How many children the object says it has; negative while it is unknown. May be anything.
  var claimedChildren = -1
  /// It was sought in the cache in vain: it is asked itself.
  var isNotInCache = false
  /// The children as the cache listed them, until they are taken in.
  var listedChildren: [ObjectReference]?
  /// It names new children each time that it is asked for them, and the former ones live on.
  var remakesChildren = false
  /// Children that are still being taken in.
  var arrival: ChildrenArrival?
  /// Only some of the children are mirrored.
  var isWindowed = false
  /// It claims more children than can be mirrored, and does not say why.
  var claimsTooMany = false
  /// How many objects it listed as its children that it stands in, in two readings in a row.
  var refusedChildren = 0
  /// It listed some when it was last read.
  var listedAncestors = false
  /// Another page is in front of it, whatever its states say (`PageReading`).
  var isBehind = false
  /// What was found on screen, of an object with too many children that is no table.
  var sampling: WindowSampling?
  /// Which cells are mirrored, of a table with too many.
  var grid: TableGrid?
  /// Its place, where it is a cell of such a table.
  var cell: CellPlace?
  /// When the application named the object of the cell, in nanoseconds of `MonotonicTime`.
  var namedAt: UInt64 = 0
  /// Times in a row that the application had forgotten the cell's object.
  var renewals = 0
  /// The application is being asked for the cell's object.
  var isBeingRenewed = false
  /// It belongs to an application that has a place of its own.
  var isForeign = false
  /// It was asked which of two objects that list it is its parent.
  var isParentAsked = false
  var frame: Frame?
  var range: NumericRange?
  /// The value in words, of the interface Value.
  var valueText: String?
  var text: String?
  var textState: TextState?
  var relations: [(kind: RelationKind, targets: [ObjectReference])] = []
  var activeDescendant: ObjectReference?
  /// Bytes of its texts, as its application has accounted for them.
  var textBytes = 0
  /// Its actions are those of elements like it, and not yet read from itself.
  var forecastsActions = false

  /// What has been read at least once.
  var known: ObjectProperties = []
  /// What is to be read.
  var dirty: ObjectProperties = []
  /// What was asked and is not answered yet.
  var reading: ObjectProperties = []
  /// What changed while it was being read: it is read again.
  var stale: ObjectProperties = []
  /// In which list of work the object stands, if in any.
  var lane: WorkLane?
  /// Children were removed from it because it is being removed itself.
  var isThinned = false
  /// Its children are to be brought into the tree: the whole list where it `isReordered`, else the
  /// `newcomers` among them.
  var isRestructured = false
  var isReordered = false
  var newcomers: [MirroredObject] = []
  /// It stands among the objects that are read to be shown (`FreshObjects`).
  var isFreshlyListed = false
  /// What of the element is to be composed anew.
  var changes: ElementChanges = []

  init(
    _ reference: ObjectReference, peer: Peer, path: String, id: ElementID,
    application: MirroredApplication
  ) {
    self.reference = reference
    self.peer = peer
    self.path = path
    self.id = id
    self.application = application
  }

  /// Whether enough is known to show it.
  var isPresentable: Bool { known.isSuperset(of: .basics) && stage != .gone }

  /// Whether everything an agent looks at first is known.
  var isDetailed: Bool { known.isSuperset(of: .details) }

  /// What may be read again as it was read before.
  var rereadable: ObjectProperties { isWindowed ? known.subtracting(.children) : known }

  var isShowing: Bool { facts.states.contains(.showing) }

  /// Takes an object in as the last of its children.
  func append(_ child: MirroredObject) {
    child.parent = self
    child.rank = (children.last?.rank ?? -1) + 1
    children.append(child)
  }

  /// Lets go of one of its children.
  func drop(_ child: MirroredObject) {
    if child.parent === self { child.parent = nil }
    var (low, high) = (0, children.count)
    while low < high {
      let middle = (low + high) / 2
      if children[middle].rank < child.rank { low = middle + 1 } else { high = middle }
    }
    if low < children.count, children[low] === child {
      children.remove(at: low)
    } else {
      children.removeAll { $0 === child }
    }
  }

  /// Whether its children are those of the list, in that order.
  func lists(_ references: [ObjectReference]) -> Bool {
    children.count == references.count
      && zip(children, references).allSatisfy { $0.reference == $1 }
  }

  /// Whether `ancestor` is above this object. Takes as many steps as the object is deep.
  func isInside(_ ancestor: MirroredObject) -> Bool {
    var next = parent
    while let candidate = next {
      if candidate === ancestor { return true }
      next = candidate.parent
    }
    return false
  }

  /// Whether an object above it has only some of its children mirrored.
  var isBelowWindowed: Bool {
    var next = parent
    while let ancestor = next {
      if ancestor.isWindowed { return true }
      next = ancestor.parent
    }
    return false
  }

  /// This object and all below it, parents first.
  var subtree: [MirroredObject] { Array(IteratorSequence(SubtreeWalk(self))) }
}

/// Walks over an object and all below it, parents first, and may pause while the tree changes. Does not recurse.
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

/// Who says whether an object is checked.
///
/// GTK 3's model buttons, of which menus in popovers are made, send the event and leave the state out
/// of every answer. What such an object said last by an event holds until it says otherwise.
enum CheckedState {
  case unknown
  /// Its answers contain the state when it holds.
  case answered
  /// An event said that it is checked, and its answers do not.
  case told

  /// The states of an object, by what it answers and what its events said.
  mutating func complete(_ answer: AtspiStates) -> AtspiStates {
    if answer.contains(.checked) { self = .answered }
    return self == .told ? answer.union(.checked) : answer
  }

  /// An event says that the object is checked, or is not; `true` when its answer is to be seen too.
  mutating func hear(_ isChecked: Bool) -> Bool {
    guard self != .answered else { return false }
    self = isChecked ? .told : .unknown
    return isChecked
  }
}

/// A list of children that is being taken in.
final class ChildrenArrival {
  private let list: [ObjectReference]
  private var index = 0
  private var seen: Set<ObjectReference> = []
  /// What was taken in, in the order of the list.
  var children: [MirroredObject] = []
  /// Some of it was mirrored before, elsewhere or in nobody's list.
  var tookKnown = false
  /// How many were refused that the parent stands in.
  var refused = 0

  init(_ list: [ObjectReference]) {
    self.list = list
  }

  var isEmpty: Bool { index == list.count }

  /// The next object that was not there yet.
  func next() -> ObjectReference? {
    while index < list.count {
      index += 1
      if seen.insert(list[index - 1]).inserted { return list[index - 1] }
    }
    return nil
  }

  func named(_ object: MirroredObject) -> Bool { seen.contains(object.reference) }
}

/// What of an element is to be composed anew.
struct ElementChanges: OptionSet {
  let rawValue: UInt8

  static let frame = ElementChanges(rawValue: 1)
  static let all = ElementChanges(rawValue: 3)
}

/// Which reading comes first.
enum WorkLane: Int, CaseIterable {
  /// What an event or an action made necessary, and the structure.
  case first
  /// Details of what is on screen.
  case visible
  case rest
  case extras
}

package import AccessibilityTree

/// Makes an outline in slices: collects what may be shown, spends the budget on it, and writes the lines.
///
/// The tree must be the same in each slice.
package struct OutlineBuilder {
  private enum Phase {
    case walking(OutlineWalk)
    case choosing(OutlineChoice)
    case choosingAgain(OutlineChoice)
    case done
  }

  /// The number of elements visited in one slice: some 50 microseconds.
  private static let visits = 256
  private static let lines = 32

  private let start: OutlineStart
  private let options: OutlineOptions
  private let order: OutlineOrder
  private let applications: [ElementID: Application]
  private let areActionsRead: (ElementID) -> Bool
  private var phase: Phase
  private let previous: Outline?
  /// The outline, when `proceed` has returned `false`.
  package private(set) var outline = Outline()
  /// The outline that says of the elements of the previous one what they are now, whatever would fit now: what did not
  /// fit before has no line, and what is new has one. `nil` without a previous one, and when it would be much longer
  /// than the budget.
  package private(set) var continued: Outline?

  /// - Parameter areActionsRead: Whether the actions of an element have been read. Otherwise it is not said to lack one.
  package init(
    _ start: OutlineStart, _ options: OutlineOptions, focus: ElementID?,
    applications: [ElementID: Application],
    areActionsRead: @escaping (ElementID) -> Bool = { _ in true },
    continuing previous: Outline?, in tree: Tree
  ) {
    self.areActionsRead = areActionsRead
    self.previous = previous
    self.start = start
    self.options = options
    self.applications = applications
    order = OutlineOrder(tree, focus: focus, applications: applications, options: options)
    let level = OutlineLevel(start, options, order, in: tree)
    phase = .walking(OutlineWalk(level, options, order))
  }

  /// Does one slice of the work. Returns whether any is left.
  package mutating func proceed(in tree: Tree) -> Bool {
    switch phase {
    case .walking(var walk):
      // Frees the stored copy, so that the walk changes its arrays in place.
      phase = .done
      if walk.proceed(Self.visits, in: tree) {
        phase = .walking(walk)
      } else if walk.showsNothingInside, options.countsOffscreen {
        let level = OutlineLevel(start, options, order, listsAll: true, in: tree)
        phase = .walking(OutlineWalk(level, options, order))
      } else {
        let lines = OutlineLines(
          walk.finished(in: tree), options, start: start, applications: applications,
          areActionsRead: areActionsRead)
        phase = .choosing(OutlineChoice(lines, focus: order.focus, in: tree))
      }
      return true
    case .choosing(var choice):
      phase = .done
      if choice.proceed(Self.lines, in: tree) {
        phase = .choosing(choice)
        return true
      }
      outline = choice.outline()
      guard let previous else { return false }
      phase = .choosingAgain(choice.continuing(previous, in: tree))
      return true
    case .choosingAgain(var choice):
      phase = .done
      if choice.proceed(Self.lines, in: tree) {
        phase = .choosingAgain(choice)
        return true
      }
      if choice.isComplete { continued = choice.outline() }
      return false
    case .done: return false
    }
  }
}

extension OutlineWalk {
  /// Whether the walk began with one element, of whose content nothing is on screen.
  fileprivate var showsNothingInside: Bool {
    guard isChosen, nodes.count == 2 else { return false }
    return nodes[1].last == nil && nodes[1].insideCount == nodes[1].offscreen.count
      && !nodes[1].offscreen.isEmpty
  }
}

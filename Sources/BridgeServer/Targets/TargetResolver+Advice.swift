internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol

extension TargetResolver {
  /// The steps that finding advice may take, about 3 ms: advice is not worth more.
  private static let adviceSteps = 300_000

  /// Returns what to try instead of a selector that matches nothing, or `nil` where nothing is known.
  ///
  /// - Parameter budget: What is left of the call's budget.
  func advice(insteadOf selector: Selector, _ budget: WorkBudget = .standard) -> String? {
    var budget = WorkBudget(steps: min(budget.steps, Self.adviceSteps))
    if let visible = selector.withVisibleForShowing, let first = matches(visible, &budget).first {
      let application = store.tree[first].flatMap { store.applications[$0.application] }
      let toolkit = [application?.toolkit, application?.toolkitVersion]
        .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
      return (toolkit.isEmpty ? "The toolkit" : "The toolkit \(toolkit.quoted(limit: 40))")
        + " does not report the state showing: use :visible instead of :showing."
    }
    if let nested = selector.withDescendants, let first = matches(nested, &budget).first {
      let name = store.tree[first].map { "\($0.shortName) \(first)" } ?? "\(first)"
      return
        "Write a space for each \">\": \(name) is deeper, in elements that outlines may leave out."
    }
    if let meant = otherPlace(of: selector, &budget) { return meant }
    if let meant = otherRole(than: selector, &budget) ?? longerLabel(than: selector, &budget) {
      return "Did you mean \(meant.shortName) \(meant.id)?"
    }
    if let dialogs = selector.ofDialogs, let dialog = matches(dialogs, &budget).first,
      let name = store.tree[dialog]?.shortName
    {
      return "Did you mean \(name) \(dialog), which is a dialog?"
    }
    if let table = tableWithoutRows(for: selector, &budget) {
      let label = selector.exampleLabel.map { "[label=\($0.quoted(limit: 80))]" } ?? ""
      return "Name a cell of the row, as in cell\(label): the table \(table) has cells and no rows."
    }
    guard let tables = selector.tablesOfCells else { return nil }
    let windowed = matches(tables, &budget).first { id in
      store.tree.read(id) { ($0.totalChildren ?? 0) > $0.children.count } == true
    }
    let address = selector.exampleLabel.flatMap { $0.isCellAddress ? $0 : nil }
    return windowed.map {
      "Run \"act '\($0)' 'cell \(address ?? "A1")'\"\(address == nil ? " with the address of the cell" : "")"
        + ": only the cells on screen of that table are mirrored."
    }
  }

  /// Returns a table that may have the rows that a selector asks for, and lists its cells without rows, as in GTK 3.
  private func tableWithoutRows(
    for selector: Selector, _ budget: inout WorkBudget
  ) -> ElementID? {
    guard let tables = selector.tablesOfRows else { return nil }
    let all = matches(tables, &budget).filter { id in
      store.tree.read(id) { table in
        let first = table.children.first { id in
          store.tree.read(id) { $0.role != .columnHeader } == true
        }
        return first.flatMap { id in store.tree.read(id) { $0.role == .cell } } == true
      } == true
    }
    // Applications have such tables for places beside the one that people mean.
    guard all.count > 1, let label = selector.exampleLabel,
      let cell = try? Selector(parsing: "cell[label=\(label.quoted())]")
    else { return all.first }
    let above = matches(cell, &budget).flatMap { id in store.tree.ancestors(of: id) }
    return above.first(where: all.contains) ?? all.first
  }

  /// Returns how the only element is selected of which an outline shows as its name what a selector takes for its label.
  private func otherPlace(of selector: Selector, _ budget: inout WorkBudget) -> String? {
    for place in Selector.TextPlace.allCases {
      guard let (selector, text) = selector.withLabel(place) else { return nil }
      let found = matches(selector, &budget).compactMap { store.tree[$0] }
      guard found.count == 1, let element = found.first else { continue }
      return "Did you mean \(element.role.name)\(place.test(text.quoted(limit: 80))) \(element.id)?"
    }
    return nil
  }

  /// Returns the only element that a selector would match if it asked for no role: of several, the only one with actions.
  private func otherRole(than selector: Selector, _ budget: inout WorkBudget) -> Element? {
    guard let any = selector.withoutRole else { return nil }
    let found = matches(any, &budget).compactMap { store.tree[$0] }
    let usable = found.count > 1 ? found.filter { !$0.actions.isEmpty } : found
    return usable.count == 1 ? usable.first : nil
  }

  /// Returns the only element that a selector would match if labels had only to begin with those that it asks for.
  private func longerLabel(than selector: Selector, _ budget: inout WorkBudget) -> Element? {
    guard let longer = selector.withBeginnings else { return nil }
    let found = matches(longer, &budget)
    return found.count == 1 ? store.tree[found[0]] : nil
  }

  /// Says, to follow "nothing matches", that an application in which a selector looks has elements that are not mirrored, and why;
  /// `nil` where none has. Other applications may be truncated in other ways.
  func omission(concerning selector: Selector) -> String? {
    var candidates = store.applications.values.filter(\.omitsElements)
    guard !candidates.isEmpty else { return nil }
    _ = restrict(&candidates, to: selector, in: nil)
    guard let first = candidates.min(by: { $0.root < $1.root }), let reason = first.loadDetail
    else { return nil }
    return "; of \(first.name.quoted(limit: 60)) only a part is mirrored: \(reason)"
  }

  /// Says, to follow "nothing matches", of which element not all children are mirrored; `nil` where there is none. Tables, of
  /// which this is usual, have advice of their own.
  func unmirrored(concerning selector: Selector) -> String? {
    let ids = store.tree.index.countsChildren.filter { left(outOf: $0) > 0 }.sorted()
    return first(of: ids, concerning: selector).map {
      "; of \(describe($0)) only what is on screen is mirrored, without \(left(outOf: $0)) of its children"
    }
  }

  /// How many children of an element are not mirrored; 0 for tables.
  private func left(outOf id: ElementID) -> Int {
    store.tree.read(id) { element in
      switch element.role {
      case .table, .grid, .treeGrid: 0
      default: (element.totalChildren ?? 0) - element.children.count
      }
    } ?? 0
  }

  /// Returns the first element that is in an application in which a selector looks.
  private func first(of ids: [ElementID], concerning selector: Selector) -> ElementID? {
    guard !ids.isEmpty else { return nil }
    var candidates = ids.compactMap { id in
      store.tree.read(id) { $0.application }.flatMap { store.applications[$0] }
    }
    _ = restrict(&candidates, to: selector, in: nil)
    let roots = Set(candidates.map(\.root))
    return ids.first { id in store.tree.read(id) { roots.contains($0.application) } == true }
  }

  /// Says, to follow "nothing matches", that an application may yet show what a selector asks for: it is still being
  /// read, loads a document, or has grown just now; `nil` when none does.
  ///
  /// - Parameter application: Where the selector is looked for; `nil`: everywhere.
  func progress(concerning selector: Selector, in application: ElementID? = nil) -> String? {
    // One that does not answer at present may do so before it is read.
    var candidates = store.applications.values.filter {
      $0.health != .gone && ($0.shownLoad.isBeingRead || progress.growth(of: $0.root) != nil)
    }
    guard !candidates.isEmpty else { return nil }
    let isScoped = restrict(&candidates, to: selector, in: application)
    candidates.sort { $0.root < $1.root }
    if let application = candidates.first(where: { isAwaited($0, isScoped: isScoped) }) {
      return loading(application)
    }
    let growths = candidates.compactMap { candidate in
      progress.growth(of: candidate.root).map {
        (application: candidate, count: $0.count, time: $0.time)
      }
    }
    guard let most = growths.max(by: { $0.count < $1.count }) else { return nil }
    return " so far: \(most.application.name.quoted(limit: 60)) has grown by "
      + "\(most.count) \(most.count == 1 ? "element" : "elements") in the last "
      + "\(most.time.milliseconds / 1000 + 1) s"
  }

  /// Says, to follow "nothing matches", that an application that may have a match does not respond; `nil` when none is
  /// known to.
  func silence(concerning selector: Selector, in application: ElementID? = nil) -> String? {
    silent(among: [], concerning: selector, in: application).first.map { "; \($0.summary)" }
  }

  /// Returns the applications that do not answer: of those with some elements, or, where there are none, of those in which a
  /// selector looks.
  func silent(
    among ids: [ElementID], concerning selector: Selector?, in application: ElementID?
  ) -> [SilentApplication] {
    var candidates = store.applications.values.filter { $0.health == .notResponding }
    guard !candidates.isEmpty else { return [] }
    if !ids.isEmpty {
      let roots = Set(ids.compactMap { id in store.tree.read(id) { $0.application } })
      candidates.removeAll { !roots.contains($0.root) }
    } else if let selector {
      _ = restrict(&candidates, to: selector, in: application)
    } else {
      return []
    }
    return candidates.sorted { $0.root < $1.root }.prefix(SilentApplication.maxCount).map {
      let age = store.time - min(store.time, $0.lastHeard)
      return SilentApplication(root: $0.root, name: $0.name, lastHeardAgoMs: age / 1_000_000)
    }
  }

  /// Says, to follow "nothing matches", that a dialog is open in a page or over one, where what is behind it is not in the
  /// mirror then; `nil` where none is. Where the selector may be meant for another application, it says in which that is.
  func coveringDialog(concerning selector: Selector) -> String? {
    let inPages = store.tree.index.modal.filter(store.tree.isAloneInPage).sorted()
    if let dialog = first(of: inPages, concerning: selector) {
      return words(for: dialog, selector, "the page behind it is left out until it is closed")
    }
    return first(of: store.tree.aloneInWindows, concerning: selector).map {
      words(for: $0, selector, "the window behind it is left out while it is in front")
    }
  }

  private func words(for dialog: ElementID, _ selector: Selector, _ what: String) -> String {
    let element = store.tree[dialog]
    let name = element?.messageName ?? "\(dialog)"
    var candidates = store.applications.values.filter { $0.health != .gone }
    _ = restrict(&candidates, to: selector, in: nil)
    guard candidates.count > 1,
      let application = element.flatMap({ store.applications[$0.application] })
    else { return "; \(name) is open, and \(what)" }
    let place = application.name.quoted(limit: 60)
    return "; if \(place) was meant: \(name) is open there, and \(what)"
  }

  /// Removes applications in which a selector does not look, and returns whether it names those in which it does. Where no
  /// application has what it asks of one, those whose names have not been read may be meant.
  private func restrict(
    _ candidates: inout [Application], to selector: Selector, in application: ElementID?
  ) -> Bool {
    if let application {
      candidates.removeAll { $0.root != application }
    } else if let applications = selector.applicationsAbove {
      let roots = Set(advisableMatches(applications))
      candidates.removeAll { roots.isEmpty ? !isNameAwaited($0) : !roots.contains($0.root) }
    } else {
      return false
    }
    return true
  }

  /// Whether an application has no name of its own yet, which may come: it is called by that of its process until then.
  private func isNameAwaited(_ application: Application) -> Bool {
    application.load.isBeingRead
      && store.tree.read(application.root) { $0.label?.isEmpty ?? true } == true
  }

  /// Whether an application is still being read, or loads a document that may end loading.
  private func isAwaited(_ application: Application, isScoped: Bool) -> Bool {
    guard application.shownLoad.isBeingRead else { return false }
    guard !isScoped, !application.load.isBeingRead else { return true }
    return progress.loadingTime(of: application.root) ?? .zero < Self.documentPatience
  }

  /// How long a document may take to load before searches of the whole desktop do not mention it any more.
  private static let documentPatience = Duration.seconds(30)

  private func loading(_ application: Application) -> String {
    let count = store.tree.count(ofApplication: application.root)
    var state = "read"
    if !application.load.isBeingRead {
      let time = progress.loadingTime(of: application.root) ?? .zero
      state = "loaded since \(time.milliseconds / 1000) s"
    }
    return " so far: \(application.name.quoted(limit: 60)) is still being \(state) "
      + "(\(count) \(count == 1 ? "element" : "elements") so far)"
  }

  /// Returns up to 100 matches, where few steps are enough to find them.
  func advisableMatches(_ selector: Selector) -> [ElementID] {
    var budget = WorkBudget(steps: Self.adviceSteps)
    return matches(selector, &budget)
  }

  /// Returns up to 100 matches; none when the budget is exceeded already.
  private func matches(_ selector: Selector, _ budget: inout WorkBudget) -> [ElementID] {
    guard !budget.isExceeded else { return [] }
    let matcher = SelectorMatcher(
      selector, in: store.tree, applications: store.applications, budget: budget)
    let found = matcher.find(limit: 100)
    budget = matcher.budget
    return found.ids
  }
}

extension String {
  /// Whether it is written as the address of a cell: `B500`.
  fileprivate var isCellAddress: Bool {
    let digits = drop { $0.isASCII && $0.isUppercase }
    return (1...3).contains(count - digits.count) && (1...7).contains(digits.count)
      && digits.allSatisfy { $0.isASCII && $0.isNumber }
  }
}

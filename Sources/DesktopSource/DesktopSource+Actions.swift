internal import AccessibilityMirror
public import AccessibilityTree
internal import BridgeTransport

/// The parts of the mirror that performing actions needs.
extension DesktopSource: ActionHost {
  var registry: CallQueue? { bus?.registry }

  func actionObject(_ element: ElementID) -> ActionObject? {
    guard let object = object(element), object.stage == .shown else { return nil }
    var result = ActionObject(
      queue: object.peer.queue, path: object.path, interfaces: object.facts.interfaces,
      dialect: object.peer.dialect, isNotResponding: object.application.health.isSuspended)
    result.maxName = object.application.limits.string
    result.facts = object.facts
    result.isFormerOption = object.isFormerOption
    result.facts.dialect = object.peer.dialect
    result.facts.isTopLevel = object.parent.map { $0.parent == nil } ?? false
    if object.peer.dialect.blocksLineOfAction, object.peer === object.application.peer,
      let address = object.application.directAddress,
      let process = store.applications[object.application.root.id]?.processID
    {
      result.openLine = { [weak self, loop] in
        let connection = await BusConnection.openLine(
          to: address, process: process, on: loop, within: .milliseconds(200))
        let line = connection.map { ActionLine($0, to: object.application) }
        if let line { self?.keep(line) }
        return line
      }
    }
    if object.cell != nil, object.parent?.grid?.remakesCells == true {
      result.renew = { [loop] in
        let isThere = await loop.value { (promise: Promise<Bool>) in
          guard let mirror = object.application.owner as? ApplicationMirror else { return nil }
          mirror.structure.renew(object) { promise.fulfill($0) }
          return nil
        }
        return isThere == true && object.stage != .gone ? object.path : nil
      }
    }
    return result
  }

  func cellLocation(_ element: ElementID) -> CellLocation? {
    guard let object = object(element), let position = object.cell, let table = object.parent,
      let grid = table.grid
    else { return nil }
    return CellLocation(
      table: table.path, position: position, rows: grid.visibleRows, columns: grid.visibleColumns)
  }

  public func findInaccessibleWindow(
    over element: ElementID, completion: @escaping (String?) -> Void
  ) {
    guard let target = store.tree[element] else { return completion(nil) }
    let query = store.windowQuery(of: target)
    let task = loop.startTask { [loop, store, display] in
      var title: String?
      // One that has just opened may come into the mirror a moment later.
      for looksLeft in [1, 0] {
        let locator = WindowLocator(query, on: display, loop: loop)
        guard let window = await locator.activeInstead(), let process = query.processID,
          window.processID == UInt32(bitPattern: process),
          !store.hasWindow(like: window)
        else { return completion(nil) }
        title = window.title ?? ""
        if looksLeft > 0 { try? await loop.pause(for: .milliseconds(300)) }
      }
      completion(title)
    }
    // A display that does not answer ends the search.
    loop.schedule(after: .milliseconds(800)) { task.cancel() }
  }

  public func findInaccessibleMenu(
    of element: ElementID, completion: @escaping (Bool) -> Void
  ) {
    guard let target = store.tree[element], object(element)?.peer.dialect.omitsPopups == true,
      store.tree.openMenu(of: target.application) == nil
    else { return completion(false) }
    let query = store.windowQuery(of: target)
    let task = loop.startTask { [loop, store, display] in
      let isOpen = await WindowLocator(query, on: display, loop: loop).showsMenu()
      // One of a menu bar has come into the mirror by now.
      completion(isOpen && store.tree.openMenu(of: target.application) == nil)
    }
    // A display that does not answer ends the search.
    loop.schedule(after: .milliseconds(500)) { task.cancel() }
  }

  public func readAgain(_ element: ElementID, completion: @escaping (_ isRead: Bool) -> Void) {
    guard let object = object(element), let mirror = application(element) else {
      return completion(true)
    }
    let shown: ObjectProperties = [.properties, .value, .states, .text]
    mirror.reads.mark(object, shown, .high)
    let options = Array(object.options)
    for option in options where option.facts.states.contains(.selected) {
      mirror.reads.mark(option, .states, .high)
    }
    let end = MonotonicTime.now().advanced(by: Self.readAgainTimeout)
    var nextTry = MonotonicTime.now().advanced(by: Self.renewalInterval)
    func check() {
      let pending = object.dirty.union(object.reading).union(object.stale)
      let isPublished =
        mirror.publisher.changed.isEmpty || options.isEmpty && object.changedParts.isEmpty
      let isAsked = pending.isDisjoint(with: shown)
      // Nothing is known of a cell that its application did not name; it may when it is asked again.
      if object.isUnnamed, isAsked, object.renewal == nil, MonotonicTime.now() >= nextTry {
        nextTry = MonotonicTime.now().advanced(by: Self.renewalInterval)
        mirror.reads.mark(object, shown, .high)
      }
      let isRead = isAsked && !object.isUnnamed && isPublished
      let isOver = isRead || object.stage == .gone
      if isOver || MonotonicTime.now() >= end { return completion(isOver) }
      _ = loop.schedule(after: Self.readAgainInterval, check)
    }
    check()
  }

  public func readText(
    of element: ElementID, limit: Int, completion: @escaping (String?) -> Void
  ) {
    guard let object = object(element), object.facts.interfaces.contains(.text) else {
      return completion(nil)
    }
    let (queue, path) = (object.peer.queue, object.path)
    let count = CallRequest.property(
      "CharacterCount", of: "org.a11y.atspi.Text", queue.destination, path)
    loop.startTask {
      var text: String?
      do throws(BusError) {
        let length = try await queue.answer(
          to: count, timeout: Self.textTimeout,
          read: { (message) throws(BusError) in
            try message.variant { () throws(BusError) in try message.int32() }
          })
        if length <= limit {
          let request = CallRequest(
            queue.destination, path, "org.a11y.atspi.Text", "GetText",
            [.int32(0), .int32(length)])
          text = try await queue.answer(
            to: request, timeout: Self.textTimeout, read: Answer.string)
        }
      } catch {
        // The text is not known then.
      }
      completion(text)
    }
  }

  /// How long an application may take for each call that reads a whole text.
  private static let textTimeout = Duration.seconds(1)
  private static let readAgainTimeout = Duration.milliseconds(1900)
  private static let renewalInterval = Duration.milliseconds(300)
  private static let readAgainInterval = Duration.milliseconds(10)

  /// Brings a cell of a large table into the mirror; `false` when the request is for something else.
  func bringCell(
    _ request: ActionRequest, _ completion: @escaping (ActionOutcome) -> Void
  ) -> Bool {
    guard case .custom(let name) = request.command, name.hasPrefix("cell "),
      let object = object(request.element), object.grid != nil,
      let mirror = application(request.element)
    else { return false }
    guard let position = CellPosition(address: String(name.dropFirst("cell ".count))) else {
      let refusal = ActionRefusal(
        .invalidArgument,
        "\(name.quoted(limit: 60)) is not a cell address; write \"cell B500\", or row and column "
          + "from 1: \"cell 500,2\"")
      loop.schedule(after: .zero) { completion(.refused(refusal)) }
      return true
    }
    CellRequest(
      mirror: mirror, table: object, position: position, deadline: request.deadline,
      completion: completion
    ).start()
    return true
  }

  func reportedNames(of element: ElementID) -> ReportedNames? {
    guard let object = object(element) else { return nil }
    let names = object.reportedNames ?? ReportedNames()
    object.reportedNames = names
    return names
  }

  func whenEventsReceived(_ body: @escaping () -> Void) {
    guard let bus else { return body() }
    bus.whenEventsReceived(body)
  }

  func afterAction(_ element: ElementID) {
    guard let object = object(element) else { return }
    let mirror = application(element)
    mirror?.unreadPeriod.restart()
    mirror?.activity.afterAction(object)
  }

  func didScroll(_ element: ElementID, by offset: Point) {
    guard let object = object(element) else { return }
    application(element)?.activity.scrolled.didScroll(object, by: offset)
  }
}

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
          !store.hasWindow(titled: window.title ?? "")
        else { return completion(nil) }
        title = window.title ?? ""
        if looksLeft > 0 { try? await loop.pause(for: .milliseconds(300)) }
      }
      completion(title)
    }
    // A display that does not answer ends the search.
    loop.schedule(after: .milliseconds(800)) { task.cancel() }
  }

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
    application(element)?.activity.afterAction(object)
  }
}

internal import AccessibilitySpeech
package import AccessibilityTree

extension VoiceOver {
  package mutating func follow(
    _ notifications: [Notification], in scene: Scene
  ) -> [ClientEffect] {
    var pages: [ClientEffect] = []
    var target: ElementID?
    var screen: ElementID?
    for notification in activation.news(
      notifications, keeping: cursor, among: order, in: scene)
    {
      switch notification {
      case .scrolled(let container, _, _, let page) where isInside(container, scene):
        if let page { pages += .say(.announcement, page, container) }
        if acting?.isScrolling == true { target = firstShown(in: container, scene) }
      case .layoutChanged(_, let focus?): target = focus
      case .screenChanged(let root, let focus):
        guard isInside(root, scene) else { continue }
        screen = root
        target = focus
      case .focusMoved(_, let to?): if screen == nil { target = to }
      default: break
      }
    }
    let effects =
      startedTouch.follow(scene, during: acting == nil ? nil : cursor) + pages
      + settle(on: target, screen: screen, in: scene)
    return once(effects, beside: notifications, in: scene)
  }

  /// Returns the effects without the changes that announcements tell in full: "Virtual cat, sleeping" tells "sleeping".
  /// Remembers the element that the cursor has gone to, if an announcement tells the same.
  private mutating func once(
    _ effects: [ClientEffect], beside notifications: [Notification], in scene: Scene
  ) -> [ClientEffect] {
    let announced = Set(
      notifications.compactMap { notification in
        if case .announcement(let text, _, _) = notification { text } else { nil }
      })
    guard !announced.isEmpty else { return effects }
    return effects.filter { effect in
      guard case .say(let line) = effect, let id = line.element else { return true }
      if line.kind == .element, announced.contains(line.text) { saidChange = line.text }
      return line.kind != .change || announced.contains(line.text)
        || !announced.contains(scene.headline(of: id))
    }
  }

  package mutating func introduceAnnouncements(in scene: Scene) -> [ClientEffect] {
    acting?.repeats = false
    return reread(in: scene)
  }

  package mutating func hasJustSaid(_ announcement: String) -> Bool {
    if saidTitle == announcement {
      saidTitle = nil
      return true
    }
    guard saidChange == announcement else {
      acting?.announced = announcement
      return false
    }
    saidChange = nil
    return true
  }

  /// Returns the stop to continue with after scrolling, when the element at the cursor is no longer visible.
  private func firstShown(in container: ElementID, _ scene: Scene) -> ElementID? {
    guard let cursor, scene.tree.isAncestor(container, of: cursor),
      scene[cursor]?.states.contains(.showing) == false
    else { return nil }
    return scene.stops.first {
      scene.tree.isAncestor(container, of: $0) && scene[$0]?.states.contains(.showing) == true
    }
  }

  private func isInside(_ id: ElementID, _ scene: Scene) -> Bool {
    guard let root = scene.root else { return false }
    return id == root || scene.tree.isAncestor(root, of: id) || scene.tree.isAncestor(id, of: root)
  }

  /// Moves the cursor to its new position after a change, and says what is new.
  ///
  /// - Parameters:
  ///   - target: The element to go to, if one was named.
  ///   - screen: The root of a new screen.
  private mutating func settle(
    on target: ElementID?, screen: ElementID?, in scene: Scene
  ) -> [ClientEffect] {
    let isNewWindow = root != scene.root
    let isClosed = isNewWindow && root.map { !scene.tree.contains($0) } ?? false
    let isGone = cursor.map { scene.place(of: $0) == nil } ?? false
    root = scene.root
    var target = target
    var effects: [ClientEffect] = []
    if isClosed || isGone && origin.element != nil {
      target = placeToReturn(unless: target, in: scene)
    }
    if isNewWindow {
      places = places.filter { scene.tree.contains($0.key) }
      effects = introduction(goingTo: target, in: scene)
    } else if let screen, scene[screen]?.isWindow == true, let cursor,
      scene.tree.contains(cursor), Scene.window(of: cursor, in: scene.tree) != screen
    {
      // Another window of the application in which the cursor stays.
      effects = title(of: screen, in: scene)
    }
    if let stop = target.flatMap({ isInside($0, scene) ? scene.stop(for: $0) : nil }) {
      if stop != cursor || screen != nil { return effects + move(to: stop, in: scene) }
    } else if isNewWindow, let first = beginning(in: scene) {
      return effects + move(to: first, in: scene)
    } else if let first = screen.flatMap({ scene.stop(for: $0) }) {
      return effects + move(to: first, in: scene)
    }
    guard let cursor else {
      if let first = scene.stops.first { effects += move(to: first, in: scene) }
      return effects
    }
    if scene.place(of: cursor) != nil {
      effects += change(of: cursor, in: scene)
      order = scene.stops
      return effects
    }
    guard let neighbour = neighbour(of: cursor, in: scene) else {
      self.cursor = nil
      return effects + .say(.boundary, Self.nothing)
    }
    return effects + move(to: neighbour, in: scene)
  }

  /// Says the name of a window that has come to the front, and the first time the texts that a dialog is about.
  private mutating func introduction(
    goingTo target: ElementID?, in scene: Scene
  ) -> [ClientEffect] {
    let place = target.flatMap { scene.stop(for: $0) } ?? beginning(in: scene)
    let isNew = scene.root.map { places[$0] == nil } ?? false
    let texts = isNew ? scene.textsOfDialog(opening).filter { $0 != place } : []
    return title(of: scene.window(at: beginning(in: scene)), in: scene)
      + texts.map { scene.headline(of: $0) }.filter { $0 != saidTitle }
      .flatMap { [ClientEffect].say(.answer, $0) }
  }

  /// Returns where the cursor goes when a menu or a dialog has closed: to where it was, unless the application names
  /// another element. The focus alone may have been somewhere else, with somebody else.
  private func placeToReturn(unless target: ElementID?, in scene: Scene) -> ElementID? {
    if let target, scene[target]?.states.contains(.focused) == false { return target }
    let isThere = { (id: ElementID) in scene.place(of: id) != nil }
    if let last = scene.root.flatMap({ places[$0]?.nearest(where: isThere) }) { return last }
    return origin.placeToReturn(from: cursor, in: scene, where: isThere) ?? target
  }

  /// Returns the next stop after the former position of the cursor, or the one before it.
  private func neighbour(of id: ElementID, in scene: Scene) -> ElementID? {
    let isThere = { (id: ElementID) in scene.place(of: id) != nil }
    if let kept = scene.root.flatMap({ places[$0] }), kept.element == id {
      return kept.nearest(where: isThere) ?? scene.stops.first
    }
    return order.nearest(to: id, where: isThere) ?? scene.stops.first
  }

  /// Says how the element at the cursor differs from what was last said: the value alone if only that
  /// changed, otherwise everything.
  private mutating func change(of id: ElementID, in scene: Scene) -> [ClientEffect] {
    let now = Speech.utterance(of: id, in: scene.tree, verbosity: verbosity)
    let before = said
    guard now.headline != before.headline else {
      said = now
      return []
    }
    if acting == nil, scene[id]?.traits.contains(.updatesFrequently) == true { return [] }
    said = now
    acting?.markHeard()
    if acting?.isSilent == true || acting?.secretLength != nil { return [] }
    let isOnlyValue = now.isSame(as: before, except: .value)
    let value = isOnlyValue ? Speech.value(of: id, in: scene.tree) : nil
    let text = value ?? scene.headline(of: id, verbosity: verbosity)
    // The last announcement of a gesture may have said where it ended.
    if acting?.isGesture == true, acting?.announced == text { return [] }
    saidChange = text
    return .say(.change, text, id)
  }
}

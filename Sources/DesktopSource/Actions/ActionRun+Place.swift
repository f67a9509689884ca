internal import AccessibilityMirror
internal import AccessibilityTree

extension ActionRun {
  /// Where on the screen the middle of an element is, and that a click there would reach its
  /// application; otherwise the action is refused with the reason.
  func screenPoint(
    of target: Element, _ object: ActionObject, mayScroll: Bool = true,
    then: @escaping (Point) -> Void
  ) {
    extents(of: object) { rect in
      guard let rect else {
        return self.refuse(.notOnScreen, "\(target.messageName) has no place on the screen")
      }
      if let area = self.clippingAncestor(of: target, rect.center) {
        guard mayScroll, object.dialect.scrollsIntoView else {
          return self.refuse(
            .notOnScreen,
            "\(target.messageName) is scrolled out of sight of \(area); scroll it into view first")
        }
        return self.scrollThenLook(at: target, object, then: then)
      }
      self.locate(rect.center, of: target, object, then: then)
    }
  }

  private func scrollThenLook(
    at target: Element, _ object: ActionObject, then: @escaping (Point) -> Void
  ) {
    ask(
      "ScrollTo", of: "Component", [.uint32(6)], at: object.path,
      read: Answer.bool,
      otherwise: { _ in self.screenPoint(of: target, object, mayScroll: false, then: then) },
      then: { _ in
        self.host.afterAction(target.id)
        self.after(milliseconds: 150) {
          self.extents(of: object) { rect in
            guard let rect else {
              return self.refuse(.notOnScreen, "\(target.messageName) has no place on the screen")
            }
            self.locate(rect.center, of: target, object, then: then)
          }
        }
      })
  }

  /// What the application says now: in screen coordinates where it knows them.
  private func extents(of object: ActionObject, then: @escaping (Rect?) -> Void) {
    ask(
      "GetExtents", of: "Component", [.uint32(0)], at: object.path,
      read: Answer.extents,
      otherwise: { error in
        if error.isAnswer { then(nil) } else { self.refuse(error) }
      }, then: then)
  }

  /// The scroll area around an element that does not show a point of it.
  private func clippingAncestor(of target: Element, _ point: Point) -> String? {
    let tree = host.store.tree
    for id in tree.ancestors(of: target.id) {
      guard let ancestor = tree[id] else { return nil }
      guard ancestor.role == .scrollArea || ancestor.role == .document,
        let frame = ancestor.frame, frame.space == target.frame?.space, !frame.rect.isEmpty
      else { continue }
      if !frame.rect.contains(point) { return ancestor.messageName }
    }
    return nil
  }

  /// From what the application says to the screen's own coordinates, by asking the X server.
  private func locate(
    _ point: Point, of target: Element, _ object: ActionObject, then: @escaping (Point) -> Void
  ) {
    let window = window(of: target)
    let query = WindowQuery(
      point: point, isWindowRelative: object.dialect.ignoresWindowPosition,
      processID: host.store.applications[target.application]?.processID, title: window?.label,
      size: window?.frame.map { ($0.rect.width, $0.rect.height) })
    let locator = WindowLocator(query, on: host.display, loop: host.loop)
    let task = host.loop.startTask {
      do throws(ActionRefusal) {
        let point = try await locator.find()
        if !self.isDone { then(point) }
      } catch {
        self.refuse(
          error.reason, "\(target.messageName) cannot be clicked: \(error.message)")
      }
    }
    atEnd { task.cancel() }
  }

  private func window(of target: Element) -> Element? {
    let tree = host.store.tree
    for id in [target.id] + tree.ancestors(of: target.id) {
      guard let element = tree[id] else { return nil }
      if element.parent == element.application { return element }
    }
    return nil
  }
}

internal import AccessibilityTree

/// What performing actions needs of the mirror.
extension DesktopSource: ActionHost {
  var registry: CallQueue? { bus?.registry }

  func actionObject(_ element: ElementID) -> ActionObject? {
    guard let object = object(element), object.stage == .shown else { return nil }
    return ActionObject(
      queue: object.peer.queue, path: object.path, interfaces: object.facts.interfaces,
      dialect: object.peer.dialect)
  }

  func afterAction(_ element: ElementID) {
    guard let object = object(element) else { return }
    object.application.afterAction(object)
  }
}

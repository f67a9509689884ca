public import AccessibilityTree

extension View {
  /// Makes the view draggable (A12). `payload` is the value that is dropped.
  public func draggable<Payload>(_ payload: @autoclosure @escaping () -> Payload) -> some View {
    onDrag { NSItemProvider(item: payload()) }
  }

  /// Makes the view draggable (A12). `data` makes what is dropped, when it is dropped.
  public func onDrag(_ data: @escaping () throws -> NSItemProvider) -> some View {
    modifyElement { content in
      content.payload = data
      content.offer(ActionHandler(.drag) {})
    }
  }

  /// Accepts payloads dropped on the view (A12).
  ///
  /// - Parameters:
  ///   - action: Receives the dropped items and the location, in pixels from the top left corner of
  ///     the view's frame. Returns whether it accepts them.
  ///   - isTargeted: Called with `true` before something is dropped, and with `false` afterwards.
  public func dropDestination<Payload>(
    for type: Payload.Type = Payload.self,
    action: @escaping (_ items: [Payload], _ location: Point) throws -> Bool,
    isTargeted: @escaping (Bool) -> Void = { _ in }
  ) -> some View {
    onDropped { info, dragged, name in
      guard let payload = info.providers.first?.item as? Payload else {
        throw ActionRefusal(.rejected, "\(name) does not take \(dragged); drag something else")
      }
      isTargeted(true)
      defer { isTargeted(false) }
      return try action([payload], info.location)
    }
  }

  /// Accepts what conforms to one of several types and is dropped on the view (A12); the delegate decides.
  public func onDrop(of types: [UTType], delegate: some DropDelegate) -> some View {
    onDropped { info, dragged, name in
      try info.require(types, dragged, name)
      return try delegate.take(info)
    }
  }

  /// Accepts what conforms to one of several types and is dropped on the view (A12).
  ///
  /// - Parameter action: Returns whether it accepts what was dropped.
  public func onDrop(
    of types: [UTType], isTargeted: Binding<Bool>?,
    perform action: @escaping (_ providers: [NSItemProvider], _ location: Point) throws -> Bool
  ) -> some View {
    onDropped { info, dragged, name in
      try info.require(types, dragged, name)
      isTargeted?.wrappedValue = true
      defer { isTargeted?.wrappedValue = false }
      return try action(info.itemProviders(for: types), info.location)
    }
  }

  /// - Parameter take: Receives what is dropped, the name of the dragged element and that of this one.
  private func onDropped(
    _ take: @escaping (DropInfo, _ dragged: String, _ name: String) throws -> Bool
  ) -> some View {
    modifyElement { content in
      let name = content.element.shortName
      content.offer(
        ActionHandler(Action(.drop)) { command, scene in
          guard case .drop(let source, let point) = command else { return }
          let (dragged, provider) = try scene.dragged(source)
          let info = DropInfo(location: scene.dropLocation(point), providers: [provider])
          guard try take(info, dragged, name) else {
            throw ActionRefusal(.rejected, "\(name) did not take \(dragged)")
          }
        })
    }
  }

  /// Adds a named point where the element is picked up.
  public func accessibilityDragPoint(
    _ point: UnitPoint, description: some StringProtocol, isEnabled: Bool = true
  ) -> some View {
    let place = NamedPlace(point: point, name: String(description))
    return modifyElement(isEnabled: isEnabled) { $0.dragPoints.append(place) }
  }

  /// Adds a named point where something is dropped on the element.
  public func accessibilityDropPoint(
    _ point: UnitPoint, description: some StringProtocol, isEnabled: Bool = true
  ) -> some View {
    let place = NamedPlace(point: point, name: String(description))
    return modifyElement(isEnabled: isEnabled) { $0.dropPoints.append(place) }
  }
}

extension ActionScene {
  /// Returns the name and payload of a dragged element.
  fileprivate func dragged(_ source: ElementID) throws -> (String, NSItemProvider) {
    guard let content = ViewGraph.running?.host?.element(of: source)?.currentContent()
    else {
      throw ActionRefusal(
        .invalidArgument, "\(source) is not an element of this application; drag one that is")
    }
    let name = content.element.shortName
    guard let payload = content.payload else {
      throw ActionRefusal(
        .invalidArgument, "\(name) cannot be dragged; drag an element that offers drag")
    }
    guard content.element.states.contains(.enabled) else {
      throw ActionRefusal(.disabled, "\(name) is disabled; wait until it is enabled")
    }
    return (name, try payload())
  }

  /// Returns the location of a named point, or of the activation point when the name is `nil` or unknown.
  fileprivate func dropLocation(_ name: String?) -> Point {
    let points = element.currentContent().dropPoints
    guard let place = points.first(where: { $0.name == name }) else {
      return local(activationPoint)
    }
    return local(place.point.point(in: frame))
  }
}

internal import AccessibilityTree

extension ViewNode {
  /// Sets how the view measures and places its content.
  func lay<New: Layout>(_ new: New) {
    if let old = layout as? New, old == new { return }
    layout = new
    graph.add(unmeasured: self)
  }

  /// Returns the nearest descendants that have a layout, in order; views without one are skipped.
  func itemsInside() -> [ViewNode] {
    if let layoutItems { return layoutItems }
    var result: [ViewNode] = []
    for child in children where child.shaping != .element(.side) || child.isShownAside {
      if child.layout == nil { result += child.itemsInside() } else { result.append(child) }
    }
    layoutItems = result
    return result
  }

  func measure(in available: Size) -> Measured {
    if let measured, self.available == available { return measured }
    self.available = available
    var result = layout?.measure(self, in: available) ?? .nothing
    if isRow { result.size.width = available.width }
    measured = result
    return result
  }

  /// Returns the maximum width and height of the content.
  func measureInside(in available: Size) -> Measured {
    var result = Measured.nothing
    for item in itemsInside() {
      let part = item.measure(in: available)
      result.size.width = max(result.size.width, part.size.width)
      result.size.height = max(result.size.height, part.size.height)
      result.growsWidth = result.growsWidth || part.growsWidth
      result.growsHeight = result.growsHeight || part.growsHeight
    }
    return result
  }

  /// - Parameter clip: The part of the screen that is visible through all scrolling ancestors; `nil`: all of it.
  func place(in rect: Rect, clip: Rect?) {
    if isPlaced, self.rect == rect, self.clip == clip { return }
    self.rect = rect
    self.clip = clip
    placeInside()
    // The elements of views without a layout have the frame of their content.
    var next: ViewNode? = self
    while let node = next {
      node.element?.markMoved()
      next = node.parent.flatMap { $0.layout == nil ? $0 : nil }
    }
  }

  func placeInside() {
    isPlaced = true
    layout?.place(self)
  }

  /// The frame of the view on screen; `nil` when it has none.
  var frame: Rect? {
    if layout != nil { return rect }
    return itemsInside().reduce(Rect?.none) { $0?.union($1.rect) ?? $1.rect }
  }

  /// Whether any part of the view is visible through its scrolling ancestors.
  var isShowing: Bool {
    guard layout == nil else { return clip.map { $0.intersects(rect) } ?? true }
    return itemsInside().contains { $0.isShowing }
  }

  /// Invalidates the layout items, and the measure of the nearest view that has a layout.
  func invalidateLayoutItems() {
    var next: ViewNode? = self
    while let node = next {
      node.layoutItems = nil
      if node.layout != nil {
        graph.add(unmeasured: node)
        return
      }
      next = node.parent
    }
  }

  fileprivate var nextWithLayout: ViewNode? {
    var next = parent
    while let node = next, node.layout == nil { next = node.parent }
    return next
  }
}

extension ViewGraph {
  /// Measures changed views, and their ancestors while the size changes; then places them again.
  func updateLayout() {
    var seen: Set<ObjectIdentifier> = []
    var work = takeUnmeasured().filter {
      // New views are measured by their parents.
      $0.isMounted && $0.measured != nil && seen.insert(ObjectIdentifier($0)).inserted
    }
    work.sort { $0.depth < $1.depth }
    var settled: [ViewNode] = []
    while let node = work.popLast() {
      let old = node.measured
      node.measured = nil
      node.isPlaced = false
      if node.measure(in: node.available) == old {
        settled.append(node)
      } else if let parent = node.nextWithLayout {
        guard parent.measured != nil, seen.insert(ObjectIdentifier(parent)).inserted else {
          continue
        }
        let place = work.lastIndex { $0.depth <= parent.depth }.map { $0 + 1 } ?? 0
        work.insert(parent, at: place)
      } else {
        settled.append(node)
      }
    }
    for node in settled.reversed() where !node.isPlaced { node.placeInside() }
  }
}

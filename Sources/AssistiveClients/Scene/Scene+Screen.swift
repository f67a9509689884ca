internal import AccessibilityQueries
internal import AccessibilitySpeech
internal import AccessibilityTree

extension Scene {
  /// The number of texts that describe an element or introduce a dialog.
  static let maxTexts = 3

  /// The stops that are on the screen now, without those that people would have to scroll to.
  var stopsOnScreen: [ElementID] { onScreen(stops) }

  /// The stops that are on the screen now, also those around an open menu.
  var allStopsOnScreen: [ElementID] { onScreen(allStops) }

  private func onScreen(_ stops: [ElementID]) -> [ElementID] {
    var presence = ScreenPresence()
    return stops.filter { id in
      var steps = Int.max
      return tree.read(id) { presence.isOnScreen($0, in: tree, steps: &steps) } ?? false
    }
  }

  /// Whether an element is on the screen now.
  func isOnScreen(_ id: ElementID) -> Bool {
    var presence = ScreenPresence()
    var steps = Int.max
    return tree.read(id) { presence.isOnScreen($0, in: tree, steps: &steps) } ?? false
  }

  /// Returns the next of some elements with a name, or else the next that says it as part of more, going on at the
  /// beginning. Case does not count.
  ///
  /// - Parameter place: Where to begin; `nil`, or an element that is not among them: at the first.
  func next(called text: String, after place: ElementID?, in ids: [ElementID]) -> ElementID? {
    let wanted = text.lowercased()
    let start = place.flatMap(ids.firstIndex).map { $0 + 1 } ?? 0
    let order = ids[start...] + ids[..<start]
    return order.first { Speech.name(of: $0, in: tree)?.lowercased() == wanted }
      ?? order.first { headline(of: $0).lowercased().contains(wanted) }
  }

  /// Returns what tells an element from others of the same name: the texts beside it, the named part of the
  /// screen around it, what it lies on, or the text before it. `nil` when there is nothing of the kind.
  func context(of id: ElementID) -> String? {
    textBeside(id) ?? part(around: id) ?? nameBeneath(id) ?? textBefore(id)
  }

  /// Returns the texts in the same row as an element; `nil` when there are none.
  func textBeside(_ id: ElementID) -> String? {
    let texts = textsBeside(id).prefix(Self.maxTexts)
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// The words of the elements in the same row that cannot be used themselves.
  private func textsBeside(_ id: ElementID) -> [String] {
    guard let place = place(of: id), let rect = tree[id]?.frame?.rect, let band = Band(rect)
    else { return [] }
    let own = Speech.name(of: id, in: tree)
    func texts(_ places: some Sequence<Int>) -> [String] {
      var found: [String] = []
      for place in places {
        guard let element = tree[stops[place]],
          let other = element.frame.flatMap({ Band($0.rect) }), band.sharesRow(with: other)
        else { break }
        guard !element.isActionable, let words = words(of: element), words != own else { continue }
        found.append(words)
      }
      return found
    }
    let before = texts((0..<place).reversed()).reversed()
    return before.isEmpty ? texts((place + 1)..<stops.count) : Array(before)
  }

  /// The name of the nearest part of the window that contains the element.
  private func part(around id: ElementID) -> String? {
    for ancestor in tree.ancestors(of: id) {
      if ancestor == root || tree.read(ancestor, { $0.isWindow }) == true { return nil }
      if let name = Speech.name(of: ancestor, in: tree) { return name }
    }
    return nil
  }

  /// The name of the nearest stop before the element that covers its place on the screen.
  private func nameBeneath(_ id: ElementID) -> String? {
    guard let place = place(of: id), let rect = tree[id]?.frame?.rect, !rect.isEmpty else {
      return nil
    }
    let beneath = stops[..<place].last { stop in
      tree.read(stop) { $0.frame?.rect.contains(rect) == true } ?? false
    }
    return beneath.flatMap { Speech.name(of: $0, in: tree) }?.shortened
  }

  /// The words of the nearest stop before the element that cannot be used itself.
  private func textBefore(_ id: ElementID) -> String? {
    guard let place = place(of: id) else { return nil }
    let text = stops[..<place].last { tree.read($0) { !$0.isActionable } ?? false }
    return text.flatMap { tree[$0] }.flatMap { words(of: $0) }
  }

  /// The name and value of an element; `nil` when it has neither.
  func words(of element: Element) -> String? {
    let words = [Speech.name(of: element.id, in: tree), Speech.value(of: element.id, in: tree)]
      .compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension String {
  /// The beginning of a long name, enough to recognise it.
  var shortened: String {
    let limit = 40
    guard count > limit else { return self }
    let words = prefix(limit).split(separator: " ").dropLast()
    return (words.isEmpty ? String(prefix(limit)) : words.joined(separator: " ")) + "…"
  }
}

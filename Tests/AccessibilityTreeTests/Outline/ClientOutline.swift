/// The text of an outline as a client has it, which knows nothing of the tree. It applies differences to it.
final class ClientOutline {
  /// A line, with those below it.
  final class Item {
    var text: String
    var items: [Item] = []
    weak var parent: Item?
    /// Whether a difference has added it.
    var isNew = false

    init(_ text: String) { self.text = text }

    var id: String? { ClientOutline.id(in: text) }
    var isCount: Bool { text.hasPrefix("…") }
    var isTextWithoutID: Bool { text.hasPrefix("\"") && id == nil }

    func add(_ item: Item, at index: Int? = nil) {
      item.parent = self
      // Counts stay behind all else.
      let end = item.isCount ? items.count : items.firstIndex(where: \.isCount) ?? items.count
      items.insert(item, at: index ?? end)
    }

    func detach() {
      parent?.items.removeAll { $0 === self }
      parent = nil
    }
  }

  /// A line of a difference, taken apart.
  private struct Entry {
    let mark: Character
    let depth: Int
    var text: String
    var level: String?
    var follows: String?
    var isFirst = false
    var number: Int?
    /// The number of the text behind which it stands now.
    var followedNumber: Int?
    /// The line of the former text that it is about.
    var item: Item?
    /// The line behind which it stands now.
    var previous: Item?

    var moves: Bool { follows != nil || followedNumber != nil || isFirst }
  }

  let top = Item("")
  /// What could not be applied.
  private(set) var faults: [String] = []

  init(_ text: String) {
    var path = [top]
    for line in text.split(separator: "\n") {
      let content = line.drop { $0 == " " }
      let depth = (line.count - content.count) / 2
      path.removeLast(path.count - 1 - min(depth, path.count - 1))
      let item = Item(String(content))
      path[depth].items.append(item)
      item.parent = path[depth]
      path.append(item)
    }
  }

  private var all: [Item] {
    var all: [Item] = []
    var pending = top.items
    while let item = pending.popLast() {
      all.append(item)
      pending += item.items
    }
    return all
  }

  private func item(_ id: String) -> Item? { all.first { $0.id == id } }

  // MARK: Applying

  func apply(_ difference: String) {
    var entries = difference.split(separator: "\n").map { Self.entry(String($0)) }
    // Numbers and levels are those of the former text.
    for index in entries.indices {
      if entries[index].mark != "+" { entries[index].item = former(entries[index]) }
      if let number = entries[index].followedNumber, let level = level(entries[index]) {
        entries[index].previous = Self.text(number, in: level)
      }
      if entries[index].mark != "+", entries[index].item == nil {
        faults.append("unknown: \(entries[index].text)")
      }
    }
    if entries.contains(where: { $0.mark != "-" && Self.saysFocus($0.text) }) {
      for item in all { item.text = Self.withoutFocus(item.text) }
    }
    for entry in entries where entry.moves && entry.mark == "~" { entry.item?.detach() }
    for entry in entries where entry.mark == "-" { entry.item?.detach() }
    var path: [Item] = []
    for entry in entries {
      switch entry.mark {
      case "~":
        guard let item = entry.item else { continue }
        item.text = entry.text
        if entry.moves { place(item, entry) }
      case "+":
        let item = Item(entry.text)
        item.isNew = true
        if entry.depth > 0 {
          path.removeLast(path.count - min(entry.depth, path.count))
        } else {
          path = []
        }
        if entry.moves {
          place(item, entry)
        } else if let level = path.last ?? self.level(entry) {
          level.add(item)
        }
        path.append(item)
      default: break
      }
    }
  }

  private func level(_ entry: Entry) -> Item? {
    guard let id = entry.level else { return top }
    if let item = item(id) { return item }
    faults.append("no level: \(entry.text) in \(id)")
    return nil
  }

  private func former(_ entry: Entry) -> Item? {
    if entry.text.hasPrefix("…") {
      let first = entry.text.split(separator: " ").last
      if entry.level == nil,
        let same = all.first(where: { $0.isCount && $0.text.split(separator: " ").last == first })
      {
        return same
      }
      let kind = Self.kind(ofCount: entry.text)
      return level(entry)?.items.first { $0.isCount && Self.kind(ofCount: $0.text) == kind }
    }
    if entry.text.hasPrefix("focus: ") { return all.first { $0.text.hasPrefix("focus: ") } }
    if let id = Self.id(in: entry.text) { return item(id) }
    var level = entry.level.flatMap(item)
    if level == nil, let follows = entry.follows, follows.hasPrefix("#") {
      level = item(follows)?.parent
    }
    let texts = (level ?? top).items.filter(\.isTextWithoutID)
    if let number = entry.number { return Self.text(number, in: level ?? top) }
    if entry.mark == "-" {
      let same = texts.filter { $0.text == entry.text }
      return same.count == 1 ? same[0] : nil
    }
    return texts.count == 1 ? texts[0] : nil
  }

  private static func text(_ number: Int, in level: Item) -> Item? {
    let texts = level.items.filter(\.isTextWithoutID)
    return texts.indices.contains(number - 1) ? texts[number - 1] : nil
  }

  /// Returns the new text that was added last, or the only one.
  private func text(_ text: String, in level: Item?) -> Item? {
    let same = level?.items.filter { $0.isTextWithoutID && $0.text == text }
    return same?.last(where: \.isNew) ?? same?.first
  }

  private func place(_ item: Item, _ entry: Entry) {
    if entry.isFirst {
      // The line of the focus is before all else.
      let level = level(entry)
      level?.add(item, at: level?.items.first?.text.hasPrefix("focus: ") == true ? 1 : 0)
      return
    }
    var previous = entry.previous
    if let follows = entry.follows {
      previous =
        follows.hasPrefix("#")
        ? self.item(follows)
        : text(follows, in: level(entry))
    }
    guard let previous, let level = previous.parent,
      let index = level.items.firstIndex(where: { $0 === previous })
    else {
      faults.append("no place: \(entry.text) after \(entry.follows ?? "")")
      return
    }
    level.add(item, at: index + 1)
  }

  // MARK: Words

  /// Texts that are quoted, and words.
  private static func words(_ text: String) -> [String] {
    var words = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == " ", !isQuoted {
        words.append("")
        continue
      }
      words[words.count - 1].append(character)
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      }
    }
    return words
  }

  private static func entry(_ line: String) -> Entry {
    let content = line.dropFirst(2).drop { $0 == " " }
    let depth = (line.count - 2 - content.count) / 2
    var words = Self.words(String(content))
    var entry = Entry(mark: line.first ?? " ", depth: depth, text: "")
    func last(_ count: Int) -> String? {
      words.count > count ? words[words.count - 1 - count] : nil
    }
    let isText = content.hasPrefix("\"")
    if last(1) == "in", last(0)?.hasPrefix("#") == true {
      entry.level = last(0)
      words.removeLast(2)
    }
    if last(0) == "first" {
      entry.isFirst = true
      words.removeLast()
    } else if last(2) == "after", last(1) == "text", let number = last(0).flatMap({ Int($0) }) {
      entry.followedNumber = number
      words.removeLast(3)
    } else if last(1) == "after" {
      entry.follows = last(0)
      words.removeLast(2)
    }
    if isText, last(1) == "text", let number = last(0).flatMap({ Int($0) }) {
      entry.number = number
      words.removeLast(2)
    }
    entry.text = words.joined(separator: " ")
    return entry
  }

  private static func id(in text: String) -> String? {
    if text.hasPrefix("…") || text.hasPrefix("focus: ") { return nil }
    return words(text).first { $0.hasPrefix("#") && $0.dropFirst().allSatisfy(\.isNumber) }
  }

  /// Which of the counts on a level it is.
  private static func kind(ofCount text: String) -> String {
    if text.hasSuffix("~") { return "texts" }
    let words = text.split(separator: " ").dropLast()
    return words.last == "more" ? "more" : "off screen"
  }

  private static func saysFocus(_ text: String) -> Bool {
    text.hasPrefix("focus: ") || withoutFocus(text) != text
  }

  private static func withoutFocus(_ text: String) -> String {
    words(text).joined(separator: " ")
      .replacingLast(" [focused]", "").replacingLast("[focused, ", "[")
      .replacingLast(", focused]", "]").replacingLast(", focused, ", ", ")
  }

  // MARK: Comparing

  /// Says how a text that a difference was applied to is not the later one; empty where it is. New lines may stand anywhere on
  /// their level.
  func differences(from later: ClientOutline) -> [String] {
    faults + Self.differences(top, later.top)
  }

  private static func differences(_ own: Item, _ later: Item) -> [String] {
    func sorted(_ items: [Item]) -> [String] { items.map(\.text).sorted() }
    guard sorted(own.items) == sorted(later.items) else {
      let (mine, others) = (Set(sorted(own.items)), Set(sorted(later.items)))
      return [
        "in \(own.text): had \(mine.subtracting(others).sorted()), "
          + "is \(others.subtracting(mine).sorted())"
      ]
    }
    let new = Set(own.items.filter(\.isNew).map(\.text))
    func old(_ items: [Item]) -> [String] { items.map(\.text).filter { !new.contains($0) } }
    var found: [String] = []
    if old(own.items) != old(later.items) {
      found.append("order in \(own.text): had \(old(own.items)), is \(old(later.items))")
    }
    var rest = later.items
    for item in own.items {
      guard let index = rest.firstIndex(where: { $0.text == item.text }) else { continue }
      found += differences(item, rest.remove(at: index))
    }
    return found
  }
}

extension String {
  fileprivate func replacingLast(_ part: String, _ other: String) -> String {
    var copy = self
    guard let range = copy.ranges(of: part).last else { return self }
    copy.replaceSubrange(range, with: other)
    return copy
  }
}

internal import AccessibilityTree
internal import SafeText

/// Puts the text of a field together that has paragraphs, lists and links in it, as an editor of a page: people know it as one
/// thing, and set its text as a whole.
struct OutlineEditors {
  let tree: Tree

  /// The most elements in a field whose text is put together.
  private static let maxParts = 400

  /// Returns the text of a field with all that is in it, and what in it has lines of its own, such as links; `nil` where it has
  /// none, or is no such field.
  func whole(_ field: borrowing Element) -> OutlineProse.Whole? {
    guard field.isEditor, !field.children.isEmpty else { return nil }
    var editing = Editing(tree: tree, left: Self.maxParts)
    guard editing.add(field) else { return nil }
    let text = editing.texts.joined(separator: "\n")
    guard !text.isBlank else { return nil }
    return OutlineProse.Whole(text: text, lines: editing.lines)
  }

  private struct Editing {
    let tree: Tree
    var left: Int
    var texts: [String] = []
    var lines: [ElementID] = []

    /// Adds what is in an element. Returns whether all of it is known.
    mutating func add(_ element: borrowing Element) -> Bool {
      left -= 1
      guard left >= 0 else { return false }
      if let value = element.value, !value.isBlank, element.objectPlaces.isEmpty {
        let runs = value.split(separator: Self.object, omittingEmptySubsequences: false)
        if runs.count > 1 { return add(runs, around: element.children) }
        texts.append(value)
        return addLines(in: element)
      }
      if let prose = OutlineProse(tree: tree).whole(element) {
        texts.append(prose.text)
        return addEach(prose.lines)
      }
      return addEach(element.children)
    }

    /// What stands for an object in a text that people edit.
    private static let object: Character = "\u{FFFC}"

    /// Adds the words of a text and of the objects between them: of a link on its line, and of what is a line itself below it.
    private mutating func add(_ runs: [Substring], around children: [ElementID]) -> Bool {
      let objects = children.filter { id in
        tree.read(id) { !($0.role == .text && $0.children.isEmpty || $0.role == .listMarker) }
          == true
      }
      guard runs.count == objects.count + 1 else { return addEach(children) }
      var line = String(runs[0])
      for (id, run) in zip(objects, runs.dropFirst()) {
        guard let object = tree[id] else { return false }
        if object.isActedOn || object.children.isEmpty || object.role == .text {
          line += object.label ?? object.value ?? ""
          if object.isActedOn { lines.append(id) }
        } else {
          if !line.isBlank { texts.append(line) }
          line = ""
          guard add(object) else { return false }
        }
        line += run
      }
      if !line.isBlank { texts.append(line) }
      return true
    }

    private mutating func addEach(_ children: [ElementID]) -> Bool {
      for id in children {
        guard let child = tree[id] else { return false }
        if child.isActedOn {
          lines.append(id)
        } else if child.children.isEmpty {
          if child.role != .listMarker, let text = child.label ?? child.value, !text.isBlank {
            texts.append(text)
          }
        } else if !add(child) {
          return false
        }
      }
      return true
    }

    /// Adds what can be acted on in an element whose own text says all else.
    private mutating func addLines(in element: borrowing Element) -> Bool {
      for id in element.children {
        left -= 1
        guard left >= 0, let child = tree[id] else { return false }
        if child.isActedOn {
          lines.append(id)
        } else if !addLines(in: child) {
          return false
        }
      }
      return true
    }
  }
}

extension Element {
  /// Whether the element is a field of several lines that has elements in it which people edit with it. Pages have such without a
  /// role, which browsers call sections.
  var isEditor: Bool {
    guard states.isSuperset(of: [.editable, .multiLine]), range == nil else { return false }
    return role.isTextEntry || role == .section
  }

  /// Whether the element is acted on by itself, also in a text that people edit.
  fileprivate var isActedOn: Bool {
    role == .link || role.isControl || role == .image && hasLabel
      || states.contains(.focusable) && !isReading
  }
}

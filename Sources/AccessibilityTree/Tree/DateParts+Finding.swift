/// Where the parts of a date field are found: among what is a few levels below it.
extension DateParts {
  /// What may be a part of a date field.
  package enum Candidate {
    case number(Part)
    /// It has a text alone, of which its role and place tell whether it is a part.
    case text(String, of: Role, ElementID)
  }

  package static let maxDepth = 3
  private static let maxParts = 12

  /// Returns `nil` when the element is no date field, or has no parts.
  package init?(of field: borrowing Element, in tree: Tree) {
    guard field.role == .dateField else { return nil }
    self.init(
      among: field.children, children: { tree.read($0) { $0.children } ?? [] },
      candidate: { tree.read($0) { $0.datePart } })
  }

  /// Finds the parts among the children of a date field and what is in them. Texts count only where there are
  /// no numbers. Returns `nil` where there are fewer than two parts.
  ///
  /// - Parameters:
  ///   - nodes: The children of the date field.
  ///   - children: Returns the children of a node.
  ///   - candidate: Returns what a node may be a part by; `nil`: it is none.
  package init?<Node>(
    among nodes: [Node], children: (Node) -> [Node], candidate: (Node) -> Candidate?
  ) {
    var numbers: [Part] = []
    var texts = PartTexts()
    var pending = nodes.reversed().map { (node: $0, depth: 0) }
    while numbers.count + texts.count < Self.maxParts, let (node, depth) = pending.popLast() {
      switch candidate(node) {
      case .number(let part): numbers.append(part)
      case .text(let text, let role, let id): texts.add(text, of: role, id)
      case nil: break
      }
      if depth < Self.maxDepth {
        pending += children(node).reversed().map { ($0, depth + 1) }
      }
    }
    if numbers.isEmpty {
      let (parts, undecided) = texts.parts
      self.init(parts, undecided: undecided)
    } else {
      self.init(numbers)
    }
  }
}

extension Element {
  fileprivate var datePart: DateParts.Candidate {
    // A number without limits that is shown, as "00", may still be a text alone.
    guard role == .spinButton, let range, range.maximum != nil || value == nil else {
      return .text(value ?? "", of: role, id)
    }
    return .number(DateParts.Part(id: id, range: range, isEmpty: value?.isEmpty == true))
  }
}

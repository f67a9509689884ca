/// What an element is to those who act on it: its role and its label.
public struct ElementIdentity: Hashable, Sendable {
  public var role: Role
  public var label: String?

  public init(role: Role, label: String? = nil) {
    self.role = role
    self.label = label
  }

  public init(_ element: borrowing Element) {
    self.init(role: element.role, label: element.label)
  }

  /// The role and label, as in `Element.shortName`: `button "Save"`.
  package var name: String { Element.shortName(role: role, label: label) }

  /// The maximum length of a part of a label that advice repeats, in characters.
  private static let maxNamingPart = 60

  /// How to name an element whose label counts, by the part that another label of it has too; `nil` where they begin with
  /// different words.
  package func namingAdvice(besides other: ElementIdentity) -> String? {
    guard role == other.role, let label, let otherLabel = other.label else { return nil }
    var part = label[...].commonPrefix(with: otherLabel).prefix(Self.maxNamingPart)
    let ends = [label, otherLabel].map { $0.dropFirst(part.count).first }
    if ends.contains(where: { $0?.isWordPart == true }) {
      // What changes within a word is all of the word.
      while part.last?.isWordPart == true { part.removeLast() }
    }
    // Nor do numbers at the end stay.
    while let last = part.last, !last.isLetter { part.removeLast() }
    guard !part.isEmpty, !part.contains(where: { "\"\\".contains($0) }) else {
      return nil
    }
    return "if its label counts, name it by the part that stays: \(role.name)[label^=\"\(part)\"]"
  }
}

extension Substring {
  fileprivate func commonPrefix(with other: String) -> Substring {
    prefix(zip(self, other).prefix { $0 == $1 }.count)
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}

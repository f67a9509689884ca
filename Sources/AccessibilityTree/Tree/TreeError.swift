/// Why an edit of a tree was refused. The tree is unchanged, except after `inconsistentDelta`.
public enum TreeError: Error, Hashable, Sendable {
  /// The tree has no element with this id.
  case unknownElement(ElementID)
  /// The tree already has an element with this id.
  case duplicateElement(ElementID)
  /// The element would become its own ancestor.
  case cycle(ElementID)
  /// The new order of children does not name each child exactly once.
  case notAPermutation(of: ElementID)
  /// A delta does not fit the tree that it is applied to.
  case inconsistentDelta(ElementID)
}

extension TreeError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownElement(let id): "element \(id) does not exist"
    case .duplicateElement(let id): "element \(id) is already in the tree"
    case .cycle(let id): "element \(id) would become its own ancestor"
    case .notAPermutation(let id):
      "the new order of the children of \(id) does not contain each child once"
    case .inconsistentDelta(let id): "the delta does not fit the tree at element \(id)"
    }
  }
}

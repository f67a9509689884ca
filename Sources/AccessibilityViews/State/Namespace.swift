/// An identity within one view, for elements that refer to each other.
@propertyWrapper
public struct Namespace: DynamicProperty {
  public struct ID: Hashable, Sendable {
    let number: Int
  }

  private final class Link {
    var id = ID(number: 0)
  }

  private let link = Link()

  public init() {}

  public var wrappedValue: ID { link.id }
}

extension Namespace: StoredProperty {
  private final class Kept {
    let id: ID

    init(_ id: ID) {
      self.id = id
    }
  }

  func connect(
    to kept: AnyObject?, in context: StateContext, _ environment: EnvironmentValues
  ) -> AnyObject {
    let kept = kept as? Kept ?? Kept(ID(number: context.makeNamespace()))
    link.id = kept.id
    return kept
  }
}

public import AccessibilityTree

/// Decides what happens when something is dropped on a view (A12).
///
/// Each function may refuse by throwing an `ActionRefusal`, whose reason the client receives.
public protocol DropDelegate {
  /// Whether what is dragged can be dropped; the default is that it can.
  func validateDrop(info: DropInfo) throws -> Bool

  /// Called when what is dragged has come to the view.
  func dropEntered(info: DropInfo)

  /// Returns what dropping would do; `nil`, the default: what the view does.
  func dropUpdated(info: DropInfo) -> DropProposal?

  /// Called when what is dragged has left the view and was not dropped.
  func dropExited(info: DropInfo)

  /// Takes what was dropped. Returns whether it accepts it.
  func performDrop(info: DropInfo) throws -> Bool
}

extension DropDelegate {
  public func validateDrop(info: DropInfo) throws -> Bool { true }
  public func dropEntered(info: DropInfo) {}
  public func dropUpdated(info: DropInfo) -> DropProposal? { nil }
  public func dropExited(info: DropInfo) {}

  /// Asks the delegate in order. Returns whether it accepts what is dropped.
  func take(_ info: DropInfo) throws -> Bool {
    guard try validateDrop(info: info) else { return false }
    dropEntered(info: info)
    let operation = dropUpdated(info: info)?.operation
    var isTaken = false
    defer { if !isTaken { dropExited(info: info) } }
    guard operation != .forbidden, operation != .cancel else { return false }
    isTaken = try performDrop(info: info)
    return isTaken
  }
}

/// What is dropped, and where.
public struct DropInfo {
  /// In pixels from the top left corner of the view's frame.
  public let location: Point
  let providers: [NSItemProvider]

  public func hasItemsConforming(to types: [UTType]) -> Bool {
    !itemProviders(for: types).isEmpty
  }

  public func itemProviders(for types: [UTType]) -> [NSItemProvider] {
    providers.filter { provider in
      provider.registeredContentTypes.contains { known in types.contains(where: known.conforms) }
    }
  }

  func require(_ types: [UTType], _ dragged: String, _ name: String) throws(ActionRefusal) {
    guard hasItemsConforming(to: types) else {
      throw ActionRefusal(
        .rejected,
        "\(name) takes \(types.map(\.identifier).joined(separator: ", ")) only, and \(dragged) is "
          + providers.flatMap(\.registeredTypeIdentifiers).joined(separator: ", "))
    }
  }
}

/// What dropping something would do.
public struct DropProposal: Hashable, Sendable {
  public let operation: DropOperation

  public init(operation: DropOperation) {
    self.operation = operation
  }
}

public enum DropOperation: Hashable, Sendable {
  case cancel, forbidden, copy, move
}

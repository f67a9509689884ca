/// Limits of what is mirrored, so that no application can exhaust this process.
public struct DesktopLimits: Sendable {
  /// Elements of one application.
  public var elements = 200_000
  /// Elements of all applications together.
  public var totalElements = 500_000
  /// Elements that each application may have even when all together have reached their limit.
  public var reservedElements = 4000
  /// Elements that one application lists although they belong to other applications that are mirrored
  /// themselves.
  public var foreignElements = 1000
  /// Bytes of the texts of one application's elements, and of all applications' together. Above either, the
  /// texts of an element are cut to `elementTextBytes`; an application may have `reservedTextBytes` even when all
  /// together have reached their limit.
  public var textBytes = 64 << 20
  public var totalTextBytes = 192 << 20
  public var reservedTextBytes = 2 << 20
  public var elementTextBytes = 1024
  /// Levels of nesting.
  public var depth = 1024
  /// The maximum number of children of one element for which all are read. Of more, only those on screen are.
  public var children = 50_000
  /// As `children`, for elements that manage their descendants: they may create children only when these are
  /// requested. GTK 3 also sets that state on boxes whose children are widgets.
  public var managedChildren = 5000
  /// As `managedChildren`, for tables, whose cells can be requested by row and column.
  public var managedCells = 400
  /// Children that are requested in one call.
  public var childrenPerCall = 400
  /// Characters of a text that are mirrored; the element's `text.length` is the length of the whole text.
  public var text = 4096
  /// Bytes of a name, description or attribute.
  public var string = 16_384
  /// Attributes, actions and relation targets of one element, each.
  public var items = 256

  public init() {}

  /// Whether an object that claims `count` children has too many for all to be read. For one that manages its
  /// descendants, so is an unknown number.
  func exceedsChildren(_ count: Int, states: AtspiStates, interfaces: AtspiInterfaces) -> Bool {
    guard states.contains(.managesDescendants) else { return count > children }
    if count < 0 { return true }
    return count > (interfaces.contains(.table) ? managedCells : managedChildren)
  }

  /// Whether `count` children are requested one by one. A toolkit has to create an object for each of them
  /// when they are first requested (GTK 4 takes 0.15 ms), or every time where the parent
  /// `managesDescendants`, and one call for all would block the application.
  func readsChildrenByIndex(_ count: Int, states: AtspiStates, isFirst: Bool) -> Bool {
    count > childrenPerCall && (isFirst || states.contains(.managesDescendants))
  }
}

extension String {
  /// Returns the string, truncated to `bytes` bytes. A truncated string ends with an ellipsis.
  func bounded(_ bytes: Int) -> String {
    guard utf8.count > bytes else { return self }
    var result = ""
    var size = 0
    for scalar in unicodeScalars {
      let next = UTF8.width(scalar)
      if size + next > bytes - 3 { break }
      size += next
      result.unicodeScalars.append(scalar)
    }
    return result + "…"
  }
}

/// How much of an application is mirrored, so that none can exhaust this process.
public struct DesktopLimits: Sendable {
  /// Elements of one application.
  public var elements = 200_000
  /// Elements of all applications together.
  public var elementsOfAll = 500_000
  /// Elements that any application may have, however many all have together.
  public var elementsOfAny = 4000
  /// Elements of one application that belong to others which have a place of their own.
  public var foreign = 1000
  /// Bytes of all that the elements of one application say, and of what those of all do. Past that, what an
  /// element says is cut to `textsOfElement`; an application may have `textsOfAny`, however much others say.
  public var texts = 64 << 20
  public var textsOfAll = 192 << 20
  public var textsOfAny = 2 << 20
  public var textsOfElement = 1024
  /// Levels of nesting.
  public var depth = 1024
  /// Children of one element that are all read. Where there are more, only those on screen are.
  public var children = 50_000
  /// As `children`, for elements that manage their descendants: they may make children only when
  /// they are looked at. GTK 3 says the same of boxes whose children are widgets.
  public var managedChildren = 5000
  /// As `managedChildren`, for tables, whose cells can be asked for by row and column.
  public var managedCells = 400
  /// Children that are asked for in one call.
  public var childrenAtOnce = 400
  /// Characters of a text that are mirrored; the element's `text.length` says how many there are.
  public var text = 4096
  /// Bytes of a name, description or attribute.
  public var string = 16_384
  /// Attributes, actions and relation targets of one element, each.
  public var items = 256

  public init() {}

  /// Whether an object that claims `count` children has more than are all read. Of one that manages
  /// its descendants and does not say how many there are, none are enumerated.
  func areTooMany(_ count: Int, states: AtspiStates, interfaces: AtspiInterfaces) -> Bool {
    guard states.contains(.managesDescendants) else { return count > children }
    if count < 0 { return true }
    return count > (interfaces.contains(.table) ? managedCells : managedChildren)
  }

  /// Whether so many children are asked for one by one: a toolkit has to make an object for each of them
  /// when they are asked for first (GTK 4 takes 0.15 ms), or whenever it `managesDescendants`, and one
  /// call for all would hold its application up.
  func areAskedOneByOne(_ count: Int, states: AtspiStates, isFirst: Bool) -> Bool {
    count > childrenAtOnce && (isFirst || states.contains(.managesDescendants))
  }
}

extension String {
  /// The string, or as much of it as fits into that many bytes.
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

/// How much room a view asks for.
struct Measured: Equatable {
  static let nothing = Measured(size: .zero)

  /// What it needs at least.
  var size: Size
  /// Whether it takes more when there is more.
  var growsWidth = false
  var growsHeight = false

  /// What it takes of a place.
  func size(in place: Size) -> Size {
    Size(
      width: growsWidth ? max(size.width, place.width) : size.width,
      height: growsHeight ? max(size.height, place.height) : size.height)
  }
}

/// How a view measures and places what is inside it. A view without one leaves that to the view
/// around it.
protocol Layout: Equatable {
  func measure(_ node: ViewNode, in available: Size) -> Measured
  /// Places what is inside into the node's rectangle.
  func place(_ node: ViewNode)
}

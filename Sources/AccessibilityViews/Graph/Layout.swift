/// The space that a view needs.
struct Measured: Equatable {
  static let nothing = Measured(size: .zero)

  /// The minimum size.
  var size: Size
  /// Whether the view takes additional space where available.
  var growsWidth = false
  var growsHeight = false

  /// Returns the size that the view takes of the available space.
  func size(in place: Size) -> Size {
    Size(
      width: growsWidth ? max(size.width, place.width) : size.width,
      height: growsHeight ? max(size.height, place.height) : size.height)
  }
}

/// Measures and places the content of a view. A view without a layout leaves that to the view around it.
protocol Layout: Equatable {
  func measure(_ node: ViewNode, in available: Size) -> Measured
  /// Places the content in the node's rectangle.
  func place(_ node: ViewNode)
}

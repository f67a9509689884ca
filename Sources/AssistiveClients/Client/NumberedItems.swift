extension Array {
  /// Returns the item with a number that people were told; `nil` when there is none.
  ///
  /// - Parameter number: Any integer, as people type it. The first item has the number 1.
  func item(numbered number: Int) -> Element? {
    number >= 1 && number <= count ? self[number - 1] : nil
  }
}

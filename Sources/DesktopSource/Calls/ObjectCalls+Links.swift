internal import AccessibilityTree

extension ObjectCalls {
  /// Reads what the text of an object says in the place of a link in it.
  ///
  /// - Parameter container: The path of the object with the text; `nil` where it has none.
  func linkText(in container: String?, _ done: @escaping Done<TextReading>) {
    guard let container else { return done(.success(TextReading())) }
    single("org.a11y.atspi.Hyperlink", ["StartIndex", "EndIndex"]) { result in
      switch result {
      case .failure(let error): done(.failure(error))
      case .success(let values):
        guard let start = values["StartIndex"]?.integer.map({ Int(clamping: $0) }),
          let end = values["EndIndex"]?.integer.map({ Int(clamping: $0) }), 0 <= start, start < end
        else { return done(.success(TextReading())) }
        let length = min(end - start, limits.string)
        var calls = ObjectCalls(peer: peer, path: container, limits: limits)
        calls.lane = lane
        calls.call(
          "Text", "GetText",
          [.int32(Int32(clamping: start)), .int32(Int32(clamping: start + length))],
          { (message) throws(BusError) in
            TextReading(text: try message.text(scalars: length).text)
          }, done)
      }
    }
  }
}

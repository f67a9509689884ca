internal import AccessibilityTree

extension ObjectCalls {
  /// Reads where the object is, to be compared with the places of others of its window; `nil` when it is not on screen.
  func place(_ done: @escaping Done<Frame?>) { frame(in: peer.dialect.comparedCoordinates, done) }

  /// Reads the object's frame; `nil` when it is not on screen.
  func frame(in space: CoordinateSpace, _ done: @escaping Done<Frame?>) {
    let wraps = peer.dialect.wrapsPlaces
    call(
      "Component", "GetExtents", [space.argument],
      { (message) throws(BusError) in
        try message.structure("iiii") { () throws(BusError) in
          Self.frame(
            try message.int32(), try message.int32(), try message.int32(), try message.int32(),
            space, wraps: wraps)
        }
      }, done)
  }

  /// Converts the numbers of `GetExtents` to a frame; `nil` when they mean "not on screen", for which
  /// toolkits answer the smallest number or no size.
  ///
  /// - Parameter wraps: Whether only 16 bits of the place are right (`AtspiDialect.wrapsPlaces`).
  static func frame(
    _ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32, _ space: CoordinateSpace,
    wraps: Bool = false
  ) -> Frame? {
    guard x != .min, y != .min, width >= 0, height >= 0, width > 0 || height > 0 else {
      return nil
    }
    func place(_ number: Int32) -> Double {
      wraps ? Double(Int16(truncatingIfNeeded: number)) : Double(number)
    }
    return Frame(
      rect: Rect(x: place(x), y: place(y), width: Double(width), height: Double(height)),
      space: space)
  }

  // MARK: Values

  struct ValueReading {
    var range: NumericRange?
    var text: String?
  }

  /// Reads the numeric value, with one call for each number: an application built on ATK that lacks one of
  /// them (Chromium has such objects) writes a malformed answer to `GetAll`, and libdbus ends the application
  /// for it.
  func value(_ done: @escaping Done<ValueReading>) {
    let limit = limits.string
    let names = ["CurrentValue", "MinimumValue", "MaximumValue", "MinimumIncrement"]
    single("org.a11y.atspi.Value", names) {
      done(
        $0.map { values in
          let range = values["CurrentValue"]?.number.flatMap {
            ValueMapping.range(
              current: $0, minimum: values["MinimumValue"]?.number,
              maximum: values["MaximumValue"]?.number, step: values["MinimumIncrement"]?.number)
          }
          let text = values["Text"]?.text?.bounded(limit)
          return ValueReading(range: range, text: text?.isEmpty == true ? nil : text)
        })
    }
  }

  /// Reads the name of the first selected child; `nil` if none is selected.
  func choice(_ done: @escaping Done<String?>) {
    call(
      "Selection", "GetSelectedChild", [.int32(0)],
      { (message) throws(BusError) in try message.reference() },
      { result in
        switch result {
        case .failure(let error): done(.failure(error))
        case .success(let child):
          guard child.owner == peer.name, child.path != ObjectInterner.nullPath else {
            return done(.success(nil))
          }
          var calls = ObjectCalls(peer: peer, path: child.path, limits: limits)
          calls.lane = lane
          calls.single("org.a11y.atspi.Accessible", ["Name"]) { result in
            done(result.map { $0["Name"]?.text?.bounded(limits.string) })
          }
        }
      })
  }

  // MARK: Text

  struct TextReading {
    var text: String?
    var state: TextState?
  }

  /// Reads the text and, where it can be edited, its caret and selections.
  ///
  /// Text that is not editable takes one call. GTK 4 returns nothing for an open end, so its length is
  /// requested first.
  func text(withSelections: Bool, _ done: @escaping Done<TextReading>) {
    guard withSelections || peer.dialect.composesNames else {
      return wholeText { result in
        guard case .failure(.tooLarge) = result else { return done(result) }
        countedText(withSelections: false, done)
      }
    }
    countedText(withSelections: withSelections, done)
  }

  /// Reads the text up to the limit, after its length.
  private func countedText(withSelections: Bool, _ done: @escaping Done<TextReading>) {
    properties("Text", ["CharacterCount", "CaretOffset"]) { result in
      switch result {
      case .failure(let error): done(.failure(error))
      case .success(let values):
        let length = Int(clamping: values["CharacterCount"]?.integer ?? 0)
        let caret = values["CaretOffset"]?.integer.map { Int(clamping: $0) }
        content(length: max(0, length), caret: caret, withSelections: withSelections, done)
      }
    }
  }

  private func wholeText(_ done: @escaping Done<TextReading>) {
    let limit = limits.text
    call(
      "Text", "GetText", [.int32(0), .int32(-1)],
      { (message) throws(BusError) in
        let (text, length) = try message.text(scalars: limit)
        return TextReading(text: text, state: length > limit ? TextState(length: length) : nil)
      }, done)
  }

  private func content(
    length: Int, caret: Int?, withSelections: Bool, _ done: @escaping Done<TextReading>
  ) {
    var reading = TextReading()
    let state = TextState(length: length, caret: caret.flatMap { $0 >= 0 ? $0 : nil })
    reading.state = withSelections || length > limits.text ? state : nil
    guard length > 0 else {
      reading.text = ""
      return done(.success(reading))
    }
    let end = min(length, limits.text)
    // The text is truncated here as well, because some toolkits return more than requested.
    call(
      "Text", "GetText", [.int32(0), .int32(Int32(clamping: end))],
      { (message) throws(BusError) in try message.text(scalars: end).text },
      { result in
        switch result {
        case .failure(let error): done(.failure(error))
        case .success(let text):
          reading.text = text
          guard withSelections else { return done(.success(reading)) }
          selections(length: length) { selections in
            reading.state?.selections = selections
            done(.success(reading))
          }
        }
      })
  }

  /// Reads the first selection; toolkits support no more.
  private func selections(length: Int, _ done: @escaping ([Range<Int>]) -> Void) {
    call(
      "Text", "GetSelection", [.int32(0)],
      { (message) throws(BusError) in (Int(try message.int32()), Int(try message.int32())) },
      { result in
        guard case .success(let (start, end)) = result, start != end, start >= 0, end >= 0 else {
          return done([])
        }
        done([min(start, end)..<max(start, end)])
      })
  }
}

extension CoordinateSpace {
  /// The coordinates as an argument of calls of the interface Component (`ATSPI_COORD_TYPE_SCREEN` and `…_WINDOW`).
  var argument: BusValue { .uint32(self == .screen ? 0 : 1) }

  /// Returns the arguments of `GetAccessibleAtPoint`.
  func arguments(at point: Point) -> [BusValue] {
    [.int32(Int32(saturating: point.x)), .int32(Int32(saturating: point.y)), argument]
  }
}

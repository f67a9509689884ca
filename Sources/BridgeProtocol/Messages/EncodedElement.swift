package import AccessibilityTree

/// The bytes of an `Element` message: made once for each change and view, gathered many times.
package struct EncodedElement: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ element: Element) {
    self = ElementEncoder.encode(element, view: .full)
  }

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }
}

/// Makes the bytes of elements.
package enum ElementEncoder {
  package static func encode(_ element: borrowing Element, view: ElementView) -> EncodedElement {
    var writer = ProtoWriter(capacity: 128)
    writer.element(copy element, view)
    return EncodedElement(bytes: writer.bytes)
  }
}

extension ElementEncoder {
  /// How many Unicode scalars each text is cut to, one after the other.
  private static let textLengths = [8192, 2048, 512, 128, 32]

  /// The element in at most `limit` bytes: where it is longer its children have half of that, its texts
  /// are cut, shorter and shorter, and at last all that can be long is left out. What always comes fits
  /// into the shortest frames.
  package static func encode(
    _ element: Element, view: ElementView, within limit: Int
  ) -> EncodedElement {
    let whole = encode(element, view: view)
    guard whole.bytes.count > limit else { return whole }
    let element = element.shortened(childrenTo: limit / 2)
    let shorter = encode(element, view: view)
    guard shorter.bytes.count > limit else { return shorter }
    for length in textLengths {
      let shorter = encode(element.shortened(textsTo: length), view: view)
      if shorter.bytes.count <= limit { return shorter }
    }
    let essential = encode(element.essential, view: view)
    guard essential.bytes.count > limit else { return essential }
    return encode(element.essential.shortened(childrenTo: 0), view: view)
  }
}

extension ProtoWriter {
  /// Enough bytes for elements with their tags and lengths.
  static func capacity(for elements: some Collection<EncodedElement>) -> Int {
    unsafe withContiguous(elements) { elements in
      var capacity = 0
      for index in elements.indices { capacity += unsafe elements[index].bytes.count + 6 }
      return capacity
    }
  }

  mutating func elements(
    _ field: UInt64, _ elements: some Collection<EncodedElement>
  ) {
    unsafe Self.withContiguous(elements) { elements in
      for index in elements.indices { blob(field, present: unsafe elements[index].bytes) }
    }
  }

  /// One step out of the generic code for all elements instead of several for each.
  private static func withContiguous<Result>(
    _ elements: some Collection<EncodedElement>,
    _ body: (UnsafeBufferPointer<EncodedElement>) -> Result
  ) -> Result {
    if let result = elements.withContiguousStorageIfAvailable(body) { return result }
    return unsafe Array(elements).withUnsafeBufferPointer(body)
  }
}

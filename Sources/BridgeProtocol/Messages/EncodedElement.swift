package import AccessibilityTree

/// The bytes of an `Element` message: encoded once for each change and view, used in many messages.
package struct EncodedElement: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ element: Element) {
    self = ElementEncoder.encode(element, view: .full)
  }

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }
}

/// Encodes elements.
package enum ElementEncoder {
  package static func encode(_ element: borrowing Element, view: ElementView) -> EncodedElement {
    var writer = ProtoWriter(capacity: 128)
    writer.element(copy element, view)
    return EncodedElement(bytes: writer.bytes)
  }
}

extension ElementEncoder {
  /// The lengths to which each text is cut, tried one after another, in Unicode scalars.
  private static let textLengths = [8192, 2048, 512, 128, 32]

  /// Returns the element in at most `limit` bytes.
  ///
  /// Where it is longer, its children get half of that, then its texts are cut, shorter and shorter, and at
  /// last everything that can be long is left out. The fields that are always sent fit into the shortest
  /// permitted frames.
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
  /// Returns a capacity that suffices for elements with their tags and lengths.
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

  /// Calls `body` with contiguous elements: one step out of the generic code for all elements instead of
  /// several for each.
  private static func withContiguous<Result>(
    _ elements: some Collection<EncodedElement>,
    _ body: (UnsafeBufferPointer<EncodedElement>) -> Result
  ) -> Result {
    if let result = elements.withContiguousStorageIfAvailable(body) { return result }
    return unsafe Array(elements).withUnsafeBufferPointer(body)
  }
}

/// A queue, first in, first out: both ends in constant time on average. Removed elements are released at once.
public struct Fifo<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var head = 0

  @inlinable public init() {}

  @inlinable public var count: Int { elements.count - head }
  @inlinable public var isEmpty: Bool { head == elements.count }
  @inlinable public var first: Element? { isEmpty ? nil : elements[head] }

  @inlinable public mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Inserts an element before all others: in constant time where some have been removed.
  @inlinable public mutating func prepend(_ element: Element) {
    if head > 0 {
      head -= 1
      elements[head] = element
    } else {
      elements.insert(element, at: 0)
    }
  }

  @inlinable public mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[head]
    elements[head] = nil
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: head <= Self.keptCapacity)
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Removes and returns all elements, in order.
  @inlinable public mutating func removeAll() -> [Element] {
    let all = elements[head...].compactMap { $0 }
    elements = []
    head = 0
    return all
  }

  /// Returns the last elements for which `condition` holds, at most `most`, in order. The condition must not
  /// hold again before an element for which it does not.
  @inlinable public func suffix(_ most: Int, while condition: (Element) -> Bool) -> [Element] {
    var start = elements.count
    while start > head, elements.count - start < most, elements[start - 1].map(condition) == true {
      start -= 1
    }
    return elements[start...].compactMap { $0 }
  }

  /// The number of elements for which an empty queue keeps memory.
  @usableFromInline static var keptCapacity: Int { 1024 }
}

extension Fifo: Sendable where Element: Sendable {}

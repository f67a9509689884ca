/// First in, first out; both ends in constant time.
struct Fifo<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var count: Int { elements.count - head }
  var isEmpty: Bool { head == elements.count }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Puts an element before all others: in constant time where some have been taken out.
  mutating func prepend(_ element: Element) {
    if head > 0 {
      head -= 1
      elements[head] = element
    } else {
      elements.insert(element, at: 0)
    }
  }

  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head]
    elements[head] = nil
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: head <= 1024)
      head = 0
    } else if head >= 1024, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Takes all out, in order.
  mutating func removeAll() -> [Element] {
    let all = elements[head...].compactMap { $0 }
    elements = []
    head = 0
    return all
  }
}

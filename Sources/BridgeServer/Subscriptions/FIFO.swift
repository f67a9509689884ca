/// A queue: appended at the end, taken from the front, each in constant time on average.
struct FIFO<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var first: Element? { head < elements.count ? elements[head] : nil }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Removes the first element, if there is one, and lets go of it at once.
  mutating func removeFirst() {
    guard head < elements.count else { return }
    elements[head] = nil
    head += 1
    if head == elements.count {
      elements = []
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
  }

  /// The last elements for which `condition` holds, at most `most`, in order. The condition must not
  /// hold again before an element for which it does not.
  func suffix(_ most: Int, while condition: (Element) -> Bool) -> [Element] {
    var start = elements.count
    while start > head, elements.count - start < most, elements[start - 1].map(condition) == true {
      start -= 1
    }
    return elements[start...].compactMap { $0 }
  }
}

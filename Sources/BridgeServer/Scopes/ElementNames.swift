internal import AccessibilityTree

/// The ids of the same elements in two trees: the whole one, and a part of it.
///
/// A part has ids of its own, because gaps between ids would tell how many elements others have.
struct ElementNames {
  private var inPart: [ElementID: ElementID] = [:]
  private var inWhole: [ElementID: ElementID] = [:]

  var count: Int { inWhole.count }

  mutating func reserveCapacity(_ count: Int) {
    inPart.reserveCapacity(count)
    inWhole.reserveCapacity(count)
  }

  func part(_ whole: ElementID) -> ElementID? { inPart[whole] }
  func whole(_ part: ElementID) -> ElementID? { inWhole[part] }

  mutating func add(_ whole: ElementID, as part: ElementID) {
    inPart[whole] = part
    inWhole[part] = whole
  }

  mutating func remove(part: ElementID) {
    if let whole = inWhole.removeValue(forKey: part) { inPart[whole] = nil }
  }
}

internal import AccessibilityRendering
internal import AccessibilityTree

/// Notifications of which those of the value of one element are one, from the first value to the last.
struct ValueChanges {
  private(set) var joined: [Notification] = []
  /// How many of them there were of each element.
  private var counts: [ElementID: Int] = [:]

  init(_ notifications: [Notification]) {
    var places: [ElementID: Int] = [:]
    for notification in notifications {
      guard case .valueChanged(let element, _, let value) = notification else {
        joined.append(notification)
        continue
      }
      counts[element, default: 0] += 1
      if let place = places[element], case .valueChanged(_, let first, _) = joined[place] {
        joined[place] = .valueChanged(element: element, old: first, new: value)
      } else {
        places[element] = joined.count
        joined.append(notification)
      }
    }
  }

  /// What follows the description of one that stands for several; empty for others.
  func steps(of notification: Notification) -> String {
    guard case .valueChanged(let element, _, _) = notification, let count = counts[element],
      count > 1
    else { return "" }
    return ", in \(count) steps"
  }
}

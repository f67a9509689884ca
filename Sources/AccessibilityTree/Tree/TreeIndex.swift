/// Indexes of the attributes that selectors use most, to find elements without visiting all of them.
package struct TreeIndex: Sendable {
  /// By the raw values of roles.
  private var roles: [Set<ElementID>] = []
  private var labels: [String: Bucket] = [:]
  private var identifiers: [String: Bucket] = [:]
  private var applicationCounts: [ElementID: Int] = [:]
  /// The elements with the state `modal`.
  package private(set) var modal: Set<ElementID> = []
  /// The groups with the state `expanded` that are buttons by their native role: menu buttons of GTK 4, which are open.
  package private(set) var openButtons: Set<ElementID> = []
  /// The elements that say how many children there are in all: some of these may not be mirrored.
  package private(set) var countsChildren: Set<ElementID> = []

  package func elements(role: Role) -> Set<ElementID> {
    let number = Int(role.rawValue)
    return number < roles.count ? roles[number] : []
  }

  package func count(role: Role) -> Int { elements(role: role).count }
  package func elements(label: String) -> [ElementID] { labels[label]?.elements ?? [] }
  package func elements(identifier: String) -> [ElementID] {
    identifiers[identifier]?.elements ?? []
  }

  package func count(application: ElementID) -> Int { applicationCounts[application] ?? 0 }

  mutating func insert(_ id: ElementID, _ keys: IndexKeys) {
    let role = Int(keys.role.rawValue)
    while roles.count <= role { roles.append([]) }
    roles[role].insert(id)
    if keys.isModal { modal.insert(id) }
    if keys.isOpenButton { openButtons.insert(id) }
    if keys.countsChildren { countsChildren.insert(id) }
    applicationCounts[keys.application, default: 0] += 1
    if let label = keys.label { labels.add(id, to: label) }
    if let identifier = keys.identifier { identifiers.add(id, to: identifier) }
  }

  mutating func remove(_ id: ElementID, _ keys: IndexKeys) {
    roles[Int(keys.role.rawValue)].remove(id)
    if keys.isModal { modal.remove(id) }
    if keys.isOpenButton { openButtons.remove(id) }
    if keys.countsChildren { countsChildren.remove(id) }
    let left = count(application: keys.application) - 1
    applicationCounts[keys.application] = left > 0 ? left : nil
    if let label = keys.label { labels.drop(id, from: label) }
    if let identifier = keys.identifier { identifiers.drop(id, from: identifier) }
  }

  mutating func update(_ id: ElementID, from old: IndexKeys, to new: IndexKeys) {
    guard old != new else { return }
    remove(id, old)
    insert(id, new)
  }
}

/// The attributes of an element that are indexed.
struct IndexKeys: Equatable {
  let role: Role
  let label: String?
  let identifier: String?
  let application: ElementID
  let isModal: Bool
  let isOpenButton: Bool
  let countsChildren: Bool

  init(_ element: borrowing Element) {
    role = element.role
    label = element.label
    identifier = element.identifier
    application = element.application
    isModal = element.states.contains(.modal)
    isOpenButton =
      element.states.contains(.expanded) && (element.role == .group || element.role == .generic)
      && element.nativeRole.hasSuffix("button")
    countsChildren = element.totalChildren != nil
  }
}

/// The elements with one label or identifier. Most have a single element, which needs no set.
private struct Bucket: Sendable {
  private var first: ElementID
  /// The other elements; `nil` while there are none.
  private var others: Set<ElementID>?

  init(_ id: ElementID) {
    first = id
  }

  var elements: [ElementID] { [first] + (others.map(Array.init) ?? []) }

  mutating func insert(_ id: ElementID) {
    if id == first { return }
    if others == nil { others = [] }
    others?.insert(id)
  }

  /// Removes an element. Returns whether any elements remain.
  mutating func remove(_ id: ElementID) -> Bool {
    guard id == first else {
      others?.remove(id)
      return true
    }
    guard let next = others?.popFirst() else { return false }
    first = next
    return true
  }
}

extension [String: Bucket] {
  fileprivate mutating func add(_ id: ElementID, to key: String) {
    self[key, default: Bucket(id)].insert(id)
  }

  fileprivate mutating func drop(_ id: ElementID, from key: String) {
    guard let index = index(forKey: key) else { return }
    if !values[index].remove(id) { remove(at: index) }
  }
}

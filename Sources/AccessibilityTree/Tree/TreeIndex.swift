/// Finds elements by what selectors ask for most, without looking at every element.
struct TreeIndex: Sendable {
  private var roles: [Role: Set<ElementID>] = [:]
  private var labels: [String: Bucket] = [:]
  private var identifiers: [String: Bucket] = [:]

  func elements(role: Role) -> Set<ElementID> { roles[role] ?? [] }
  func count(role: Role) -> Int { roles[role]?.count ?? 0 }
  func elements(label: String) -> [ElementID] { labels[label]?.elements ?? [] }
  func elements(identifier: String) -> [ElementID] { identifiers[identifier]?.elements ?? [] }

  mutating func insert(_ id: ElementID, _ keys: IndexKeys) {
    roles[keys.role, default: []].insert(id)
    if let label = keys.label { labels.add(id, to: label) }
    if let identifier = keys.identifier { identifiers.add(id, to: identifier) }
  }

  mutating func remove(_ id: ElementID, _ keys: IndexKeys) {
    roles[keys.role]?.remove(id)
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

  init(_ element: borrowing Element) {
    role = element.role
    label = element.label
    identifier = element.identifier
  }
}

/// Most labels belong to one element: it costs no set.
private enum Bucket: Sendable {
  case one(ElementID)
  case many(Set<ElementID>)

  var elements: [ElementID] {
    switch self {
    case .one(let id): [id]
    case .many(let ids): Array(ids)
    }
  }
}

extension [String: Bucket] {
  fileprivate mutating func add(_ id: ElementID, to key: String) {
    switch self[key] {
    case nil: self[key] = .one(id)
    case .one(let other): self[key] = .many([other, id])
    case .many(var ids):
      self[key] = nil
      ids.insert(id)
      self[key] = .many(ids)
    }
  }

  fileprivate mutating func drop(_ id: ElementID, from key: String) {
    switch self[key] {
    case .many(var ids) where ids.count > 1:
      self[key] = nil
      ids.remove(id)
      self[key] = .many(ids)
    case nil: break
    default: self[key] = nil
    }
  }
}

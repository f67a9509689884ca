/// The owners of the well-known bus names that applications list objects under.
///
/// WebKitGTK lists a page as an object of a name such as `org.gnome.Epiphany.Sandboxed.WebProcess-…`; the objects
/// below it, and all events, carry the unique name of the process that owns that name. `ObjectInterner` replaces
/// the one by the other as soon as the owner is known. No service is started by this.
///
/// Confined to the loop's thread.
final class ServiceNames {
  /// The maximum number of names that are looked up for one application.
  static let maxPerApplication = 64

  private struct Entry {
    /// The application for which the name was looked up first, which it counts for.
    weak var application: MirroredApplication?
    /// Whether the bus has not answered yet.
    var isAwaited = true
    /// The unique name of the owner; `nil` when there is none.
    var owner: String?
    /// What is done for each object that listed the name, when its owner changes.
    var listings: [Listing] = []
  }

  private struct Listing {
    weak var parent: MirroredObject?
    let reread: (MirroredObject) -> Void
  }

  private let interner: ObjectInterner
  /// The connection that receives `NameOwnerChanged`, so that no answer is older than such a signal.
  private let bus: BusConnection
  private var entries: [String: Entry] = [:]

  init(_ interner: ObjectInterner, on bus: BusConnection) {
    self.interner = interner
    self.bus = bus
  }

  /// Looks up who owns a name under which `parent` lists a child, and calls `reread` with the parent each time that
  /// its owner becomes known or changes.
  ///
  /// - Returns: Whether the name is tracked; `false` where the application lists too many.
  func track(
    _ name: String, listedBy parent: MirroredObject, reread: @escaping (MirroredObject) -> Void
  ) -> Bool {
    if entries[name] == nil {
      guard makeRoom(for: parent.application) else { return false }
      parent.application.trackedNames += 1
      entries[name] = Entry(application: parent.application)
      bus.owner(of: name) { [weak self] result in
        guard let self, entries[name]?.isAwaited == true else { return }
        if case .success(let owner?) = result {
          setOwner(of: name, owner)
        } else {
          entries[name]?.isAwaited = false
        }
      }
    }
    entries[name]?.listings.removeAll { $0.parent == nil || $0.parent === parent }
    entries[name]?.listings.append(Listing(parent: parent, reread: reread))
    return true
  }

  /// Handles that a name has another owner, or none.
  func ownerChanged(_ change: NameChange) {
    if entries[change.name] != nil { setOwner(of: change.name, change.newOwner) }
  }

  /// Forgets the names that were looked up for an application.
  func forget(_ application: MirroredApplication) {
    for (name, entry) in entries where entry.application === application { drop(name) }
  }

  private func setOwner(of name: String, _ owner: String?) {
    // The bus itself owns a name that is none of a connection.
    let owner = owner.flatMap { $0.hasPrefix(":") ? $0 : nil }
    let isNew = entries[name]?.owner != owner
    entries[name]?.isAwaited = false
    entries[name]?.owner = owner
    guard isNew else { return }
    interner.uniqueNames[name] = owner
    for listing in entries[name]?.listings ?? [] { listing.parent.map(listing.reread) }
  }

  /// Drops a name without owner, where the application has as many as it may.
  private func makeRoom(for application: MirroredApplication) -> Bool {
    guard application.trackedNames >= Self.maxPerApplication else { return true }
    let unused = entries.first {
      $0.value.application === application && !$0.value.isAwaited && $0.value.owner == nil
    }
    guard let unused else { return false }
    drop(unused.key)
    return true
  }

  private func drop(_ name: String) {
    interner.uniqueNames[name] = nil
    let entry = entries.removeValue(forKey: name)
    entry?.application?.trackedNames -= 1
    // Other applications that list the name have it looked up again.
    for listing in entry?.listings ?? [] where listing.parent?.application !== entry?.application {
      listing.parent.map(listing.reread)
    }
  }
}

internal import CSDBus
internal import Glibc

/// An object on the bus as a small number: whose it is and its path, compared and hashed at the
/// cost of an integer.
struct ObjectReference: Hashable, Sendable {
  /// Dense from 0; used again after `ObjectInterner.remove`.
  let index: Int
  /// Which of the objects that had the index, so that a number that was kept too long names nothing.
  var generation: UInt32 = 0
}

/// Gives every pair of bus name and object path a small number.
///
/// Finding one that is known allocates nothing: signals name the same objects over and over.
/// An open-addressing table with linear probing; removal closes the gap, so it never fills up
/// with graves. Confined to the loop's thread.
@safe
final class ObjectInterner {
  private struct Entry {
    var hash: UInt64
    var owner: String
    var path: String
    /// The sweep that was under way, or had been the last, when the object was named.
    var sweep: UInt32
  }

  private var entries: [Entry?] = []
  /// By index: how often it was given away.
  private var generations: [UInt32] = []
  private var free: [Int] = []
  private var sweep: UInt32 = 0
  /// The first entry that the sweep under way has not looked at; `nil` when there is none under way.
  private var sweepPlace: Int?
  /// Entry indices, −1 where there is none; a power of two of them, at most half of them used.
  private var table: [Int32] = Array(repeating: -1, count: 64)

  /// How many objects are known.
  var count: Int { entries.count - free.count }

  /// The number of the object at `path` of `owner`, given one if it is new.
  func intern(_ owner: String, _ path: String) -> ObjectReference {
    unsafe owner.withCString { owner in
      unsafe path.withCString { unsafe intern(owner, $0) }
    }
  }

  /// The number of the object, or `nil` when it was never seen.
  func find(_ owner: String, _ path: String) -> ObjectReference? {
    unsafe owner.withCString { owner in
      unsafe path.withCString { unsafe find(owner, $0) }
    }
  }

  /// The name of who owns the object; empty when it was removed.
  func owner(of reference: ObjectReference) -> String { entry(reference)?.owner ?? "" }

  /// The object's path; empty when it was removed.
  func path(of reference: ObjectReference) -> String { entry(reference)?.path ?? "" }

  /// Forgets the object; its number will be another's.
  func remove(_ reference: ObjectReference) {
    guard let entry = entry(reference) else { return }
    var hole = home(entry.hash)
    while table[hole] != Int32(reference.index) { hole = next(hole) }
    entries[reference.index] = nil
    generations[reference.index] &+= 1
    free.append(reference.index)
    // What probing pushed past the hole moves back into it.
    var probe = next(hole)
    while table[probe] >= 0 {
      let home = entries[Int(table[probe])].map { self.home($0.hash) } ?? probe
      if distance(from: home, to: probe) >= distance(from: hole, to: probe) {
        table[hole] = table[probe]
        hole = probe
      }
      probe = next(probe)
    }
    table[hole] = -1
  }

  /// Begins to look through all objects for those that are not used.
  func beginSweep() {
    sweep &+= 1
    sweepPlace = 0
  }

  var isSweeping: Bool { sweepPlace != nil }

  /// Looks at up to `limit` further objects, and forgets those that `isUsed` denies and nobody has named
  /// since the sweep began.
  func sweepOn(_ limit: Int, unless isUsed: (ObjectReference) -> Bool) {
    guard let place = sweepPlace else { return }
    let end = min(entries.count, place + limit)
    for index in place..<end {
      guard let entry = entries[index], entry.sweep != sweep else { continue }
      let reference = reference(index)
      if !isUsed(reference) { remove(reference) }
    }
    sweepPlace = end < entries.count ? end : nil
  }

  // MARK: C strings, straight from a message

  func intern(_ owner: UnsafePointer<CChar>, _ path: UnsafePointer<CChar>) -> ObjectReference {
    let hash = unsafe ObjectInterner.hash(owner, path)
    if let known = unsafe find(hash, owner, path) {
      entries[known.index]?.sweep = sweep
      return known
    }
    if (count + 1) * 2 > table.count { grow() }
    let new = Entry(
      hash: hash, owner: unsafe String(cString: owner), path: unsafe String(cString: path),
      sweep: sweep)
    let index: Int
    if let used = free.popLast() {
      index = used
      entries[index] = new
    } else {
      index = entries.count
      entries.append(new)
      generations.append(0)
    }
    place(index, hash)
    return reference(index)
  }

  func find(_ owner: UnsafePointer<CChar>, _ path: UnsafePointer<CChar>) -> ObjectReference? {
    unsafe find(ObjectInterner.hash(owner, path), owner, path)
  }

  private func find(
    _ hash: UInt64, _ owner: UnsafePointer<CChar>, _ path: UnsafePointer<CChar>
  ) -> ObjectReference? {
    var slot = home(hash)
    while table[slot] >= 0 {
      let index = Int(table[slot])
      if let entry = entries[index], entry.hash == hash,
        unsafe strcmp(entry.path, path) == 0, unsafe strcmp(entry.owner, owner) == 0
      {
        return reference(index)
      }
      slot = next(slot)
    }
    return nil
  }

  // MARK: Table

  private func reference(_ index: Int) -> ObjectReference {
    ObjectReference(index: index, generation: generations[index])
  }

  private func entry(_ reference: ObjectReference) -> Entry? {
    guard entries.indices.contains(reference.index),
      generations[reference.index] == reference.generation
    else { return nil }
    return entries[reference.index]
  }

  private func home(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (table.count - 1) }
  private func next(_ slot: Int) -> Int { (slot + 1) & (table.count - 1) }
  private func distance(from: Int, to: Int) -> Int { (to - from) & (table.count - 1) }

  private func place(_ index: Int, _ hash: UInt64) {
    var slot = home(hash)
    while table[slot] >= 0 { slot = next(slot) }
    table[slot] = Int32(truncatingIfNeeded: index)
  }

  private func grow() {
    table = Array(repeating: -1, count: table.count * 2)
    for index in entries.indices {
      if let entry = entries[index] { place(index, entry.hash) }
    }
  }

  /// FNV-1a over both texts, then mixed, because applications number their objects in sequence.
  private static func hash(
    _ owner: UnsafePointer<CChar>, _ path: UnsafePointer<CChar>
  ) -> UInt64 {
    var hash = unsafe mix(0xcbf2_9ce4_8422_2325, owner)
    hash = unsafe mix(hash, path)
    hash ^= hash >> 32
    hash = hash &* 0x9e37_79b9_7f4a_7c15
    return hash ^ (hash >> 29)
  }

  private static func mix(_ start: UInt64, _ text: UnsafePointer<CChar>) -> UInt64 {
    var hash = start
    var next = unsafe text
    while unsafe next.pointee != 0 {
      hash = (hash ^ UInt64(UInt8(bitPattern: unsafe next.pointee))) &* 0x100_0000_01b3
      unsafe next += 1
    }
    return (hash ^ 0xff) &* 0x100_0000_01b3
  }
}

extension MessageReader {
  /// The object that sent the message, as `interner` numbers it.
  func source(_ interner: ObjectInterner) -> ObjectReference? {
    guard let sender = unsafe sd_bus_message_get_sender(handle),
      let path = unsafe sd_bus_message_get_path(handle)
    else { return nil }
    return unsafe interner.intern(sender, path)
  }

  /// Like `source`, but `nil` for an object that was never seen.
  func knownSource(_ interner: ObjectInterner) -> ObjectReference? {
    guard let sender = unsafe sd_bus_message_get_sender(handle),
      let path = unsafe sd_bus_message_get_path(handle)
    else { return nil }
    return unsafe interner.find(sender, path)
  }

  /// Reads an object, `(so)`, as `interner` numbers it.
  func reference(_ interner: ObjectInterner) throws(BusError) -> ObjectReference {
    try structure("so") { () throws(BusError) in
      let owner = unsafe try boundedText(BusType.string)
      return unsafe interner.intern(owner, try boundedText(BusType.objectPath))
    }
  }

  /// Reads an object, `(so)`.
  func reference() throws(BusError) -> (owner: String, path: String) {
    try structure("so") { () throws(BusError) in
      let owner = unsafe String(cString: try boundedText(BusType.string))
      return (owner, try objectPathWithinLimit())
    }
  }

  /// Reads an object path.
  func objectPathWithinLimit() throws(BusError) -> String {
    unsafe String(cString: try boundedText(BusType.objectPath))
  }

  /// The next name or path, in place.
  private func boundedText(_ type: CChar) throws(BusError) -> UnsafePointer<CChar> {
    let text = unsafe try rawText(type)
    guard unsafe strnlen(text, MessageLimits.path + 1) <= MessageLimits.path else {
      throw .malformed("a name or path of more than \(MessageLimits.path) bytes")
    }
    return unsafe text
  }
}

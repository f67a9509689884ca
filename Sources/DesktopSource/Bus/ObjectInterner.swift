internal import CSDBus
internal import Glibc

/// An object on the bus, as a small number instead of its owner and path: compared and hashed at the cost of
/// an integer.
struct ObjectReference: Hashable, Sendable {
  private let number: UInt32
  /// Tells apart the objects that have had the index, so that an outdated reference refers to none.
  let generation: UInt32

  init(index: Int, generation: UInt32 = 0) {
    number = UInt32(index)
    self.generation = generation
  }

  /// Dense from 0; reused after `ObjectInterner.remove`.
  var index: Int { Int(number) }
}

/// Assigns a small number to every pair of bus name and object path.
///
/// Finding a known one allocates nothing: signals refer to the same objects over and over. An open-addressing
/// table with linear probing; removal closes the gap, so there are no tombstones. Confined to the loop's
/// thread.
@safe
final class ObjectInterner {
  private struct Entry {
    var hash: UInt64
    var owner: String
    var path: String
    /// The sweep that was under way, or was the last one, when the object was last named.
    var sweep: UInt32
  }

  private var entries: [Entry?] = []
  /// By index: how often it was freed.
  private var generations: [UInt32] = []
  private var free: [Int] = []
  private var sweep: UInt32 = 0
  /// The next entry that the current sweep checks; `nil` when no sweep is under way.
  private var sweepIndex: Int?
  /// Indexes of entries, −1 for an empty slot. The number of slots is a power of two; at most half of them
  /// are used.
  private var table: [Int32] = Array(repeating: -1, count: 64)

  /// The number of known objects.
  var count: Int { entries.count - free.count }

  /// Returns the number of the object at `path` of `owner`; assigns one if the object is new.
  func intern(_ owner: String, _ path: String) -> ObjectReference {
    unsafe owner.withCString { owner in
      unsafe path.withCString { unsafe intern(owner, $0) }
    }
  }

  /// Returns the number of the object; `nil` when it is not known.
  func find(_ owner: String, _ path: String) -> ObjectReference? {
    unsafe owner.withCString { owner in
      unsafe path.withCString { unsafe find(owner, $0) }
    }
  }

  /// Returns the bus name of the object's owner; empty when the object was removed.
  func owner(of reference: ObjectReference) -> String { entry(reference)?.owner ?? "" }

  /// Returns the object's path; empty when the object was removed.
  func path(of reference: ObjectReference) -> String { entry(reference)?.path ?? "" }

  /// Removes the object; its index will be reused.
  func remove(_ reference: ObjectReference) {
    guard let entry = entry(reference) else { return }
    var emptySlot = homeSlot(entry.hash)
    while table[emptySlot] != Int32(reference.index) { emptySlot = next(emptySlot) }
    entries[reference.index] = nil
    generations[reference.index] &+= 1
    free.append(reference.index)
    // Entries that probing placed after the hole move back into it.
    var slot = next(emptySlot)
    while table[slot] >= 0 {
      let homeSlot = entries[Int(table[slot])].map { self.homeSlot($0.hash) } ?? slot
      if distance(from: homeSlot, to: slot) >= distance(from: emptySlot, to: slot) {
        table[emptySlot] = table[slot]
        emptySlot = slot
      }
      slot = next(slot)
    }
    table[emptySlot] = -1
  }

  /// Begins a sweep, which removes unused objects.
  func beginSweep() {
    sweep &+= 1
    sweepIndex = 0
  }

  var isSweeping: Bool { sweepIndex != nil }

  /// Checks up to `limit` further objects, and removes those for which `isUsed` returns `false` and that have
  /// not been named since the sweep began.
  func continueSweep(_ limit: Int, unless isUsed: (ObjectReference) -> Bool) {
    guard let start = sweepIndex else { return }
    let end = min(entries.count, start + limit)
    for index in start..<end {
      guard let entry = entries[index], entry.sweep != sweep else { continue }
      let reference = reference(index)
      if !isUsed(reference) { remove(reference) }
    }
    sweepIndex = end < entries.count ? end : nil
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
    var slot = homeSlot(hash)
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

  private func homeSlot(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (table.count - 1) }
  private func next(_ slot: Int) -> Int { (slot + 1) & (table.count - 1) }
  private func distance(from: Int, to: Int) -> Int { (to - from) & (table.count - 1) }

  private func place(_ index: Int, _ hash: UInt64) {
    var slot = homeSlot(hash)
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

  /// Like `source`, but `nil` for an object that is not known.
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

  /// Returns the next name or path in place.
  ///
  /// - Throws: `malformed` when it is longer than `MessageLimits.path`.
  private func boundedText(_ type: CChar) throws(BusError) -> UnsafePointer<CChar> {
    let text = unsafe try rawText(type)
    guard unsafe strnlen(text, MessageLimits.path + 1) <= MessageLimits.path else {
      throw .malformed("a name or path of more than \(MessageLimits.path) bytes")
    }
    return unsafe text
  }
}

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
    /// What follows the folder in the path: nearly always so short that it takes no memory of its own.
    var name: String
    /// The index of its folder.
    var folder: Int32
    var hash: UInt32
    /// The sweep that was under way, or was the last one, when the object was last named.
    var sweep: UInt32
  }

  private var entries: [Entry?] = []
  private var folders = ObjectFolders()
  /// By index: how often it was freed.
  private var generations: [UInt32] = []
  private var free: [Int] = []
  private var sweep: UInt32 = 0
  /// The next entry that the current sweep checks; `nil` when no sweep is under way.
  private var sweepIndex: Int?
  /// Indexes of entries, −1 for an empty slot. The number of slots is a power of two; at most half of them
  /// are used.
  private var table: [Int32] = Array(repeating: -1, count: 64)
  /// The unique names by which objects are known that are named by a well-known name. The values begin with `:`.
  var uniqueNames: [String: String] = [:]

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
  func owner(of reference: ObjectReference) -> String {
    entry(reference).map { folders[$0.folder].owner } ?? ""
  }

  /// Returns the object's path; empty when the object was removed.
  func path(of reference: ObjectReference) -> String {
    entry(reference).map { folders[$0.folder].path + $0.name } ?? ""
  }

  /// The path of the object that stands for none.
  static let nullPath = "/org/a11y/atspi/null"

  /// Whether the object is the one that stands for none.
  func isNull(_ reference: ObjectReference) -> Bool {
    entry(reference)?.name == "null" && path(of: reference) == Self.nullPath
  }

  /// Removes the object; its index will be reused.
  func remove(_ reference: ObjectReference) {
    guard let entry = entry(reference) else { return }
    var emptySlot = homeSlot(entry.hash)
    while table[emptySlot] != Int32(reference.index) { emptySlot = next(emptySlot) }
    entries[reference.index] = nil
    folders.leave(entry.folder)
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
    if let unique = unsafe uniqueName(owner) {
      return unsafe unique.withCString { unsafe intern($0, path) }
    }
    let hash = unsafe ObjectInterner.hash(owner, path)
    if let known = unsafe find(hash, owner, path) {
      entries[known.index]?.sweep = sweep
      return known
    }
    if (count + 1) * 2 > table.count { grow() }
    let name = unsafe path + Self.folderLength(path)
    let new = Entry(
      name: unsafe String(cString: name), folder: unsafe folders.enter(owner, path, name - path),
      hash: hash, sweep: sweep)
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
    if let unique = unsafe uniqueName(owner) {
      return unsafe unique.withCString { unsafe find($0, path) }
    }
    return unsafe find(ObjectInterner.hash(owner, path), owner, path)
  }

  /// Returns the unique name that stands for a well-known one, where that is known.
  private func uniqueName(_ owner: UnsafePointer<CChar>) -> String? {
    guard unsafe !uniqueNames.isEmpty && owner.pointee != CChar(bitPattern: UInt8(ascii: ":"))
    else { return nil }
    return unsafe uniqueNames[String(cString: owner)]
  }

  private func find(
    _ hash: UInt32, _ owner: UnsafePointer<CChar>, _ path: UnsafePointer<CChar>
  ) -> ObjectReference? {
    var slot = homeSlot(hash)
    while table[slot] >= 0 {
      let index = Int(table[slot])
      if entries[index]?.hash == hash, let entry = entries[index],
        let name = unsafe folders[entry.folder].remainder(owner, path),
        unsafe entry.name.isSame(as: name)
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

  private func homeSlot(_ hash: UInt32) -> Int { Int(hash) & (table.count - 1) }
  private func next(_ slot: Int) -> Int { (slot + 1) & (table.count - 1) }
  private func distance(from: Int, to: Int) -> Int { (to - from) & (table.count - 1) }

  private func place(_ index: Int, _ hash: UInt32) {
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

  private static func hash(
    _ owner: UnsafePointer<CChar>, _ path: UnsafePointer<CChar>
  ) -> UInt32 {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(start: owner, count: strlen(owner) + 1))
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(start: path, count: strlen(path)))
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  /// The length of a path up to and including its last slash.
  private static func folderLength(_ path: UnsafePointer<CChar>) -> Int {
    guard let slash = unsafe strrchr(path, Int32(UInt8(ascii: "/"))) else { return 0 }
    return unsafe UnsafePointer(slash) - path + 1
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
}

extension ValueReader {
  /// Reads an object, `(so)`, as `interner` numbers it.
  func reference(_ interner: ObjectInterner) throws(BusError) -> ObjectReference {
    try structure("so") { () throws(BusError) in
      let owner = unsafe try boundedText(BusType.string)
      return unsafe interner.intern(owner, try boundedText(BusType.objectPath))
    }
  }

  /// Skips an object, `(so)`.
  func skipReference() throws(BusError) {
    try structure("so") { () throws(BusError) in
      _ = unsafe try rawText(BusType.string)
      _ = unsafe try rawText(BusType.objectPath)
    }
  }

  /// Returns the next name or path in place.
  ///
  /// - Throws: `malformed` when it is longer than `MessageLimits.path`.
  fileprivate func boundedText(_ type: CChar) throws(BusError) -> UnsafePointer<CChar> {
    let text = unsafe try rawText(type)
    guard unsafe strnlen(text, MessageLimits.path + 1) <= MessageLimits.path else {
      throw .malformed("a name or path of more than \(MessageLimits.path) bytes")
    }
    return unsafe text
  }
}

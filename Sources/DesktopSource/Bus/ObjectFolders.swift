internal import Glibc

/// The owners and folders of objects: what the paths of an owner's objects begin with, up to the last slash. Applications
/// have a few each, and thousands of objects in them.
struct ObjectFolders {
  struct Folder: Hashable {
    let owner: String
    /// With the slash at its end.
    let path: String

    /// The part of a path behind the folder; `nil` when another owner's object is meant, or one of another folder.
    func remainder(
      _ owner: UnsafePointer<CChar>, _ path: UnsafePointer<CChar>
    ) -> UnsafePointer<CChar>? {
      guard unsafe self.owner.isSame(as: owner), unsafe self.path.isBeginning(of: path) else {
        return nil
      }
      return unsafe path + self.path.utf8.count
    }
  }

  private var folders: [Folder] = []
  private var counts: [Int] = []
  private var numbers: [Folder: Int32] = [:]
  private var free: [Int32] = []
  /// The folder that was entered last.
  private var latest: Int32 = 0

  subscript(number: Int32) -> Folder { folders[Int(number)] }

  /// Counts an object in its folder, and returns the number of that. The folder is the beginning of the path, of `length`
  /// bytes.
  mutating func enter(
    _ owner: UnsafePointer<CChar>, _ path: UnsafePointer<CChar>, _ length: Int
  ) -> Int32 {
    if unsafe !isLatest(owner, path, length) {
      let bytes = unsafe UnsafeRawBufferPointer(start: path, count: length)
      latest = unsafe number(
        Folder(owner: String(cString: owner), path: String(decoding: bytes, as: UTF8.self)))
    }
    counts[Int(latest)] += 1
    return latest
  }

  /// Takes an object out of its folder; the number of an empty one will be reused.
  mutating func leave(_ number: Int32) {
    counts[Int(number)] -= 1
    guard counts[Int(number)] == 0 else { return }
    numbers[folders[Int(number)]] = nil
    free.append(number)
  }

  private func isLatest(
    _ owner: UnsafePointer<CChar>, _ path: UnsafePointer<CChar>, _ length: Int
  ) -> Bool {
    guard folders.indices.contains(Int(latest)), counts[Int(latest)] > 0 else { return false }
    let folder = folders[Int(latest)]
    return unsafe folder.path.utf8.count == length && folder.remainder(owner, path) != nil
  }

  private mutating func number(_ folder: Folder) -> Int32 {
    if let known = numbers[folder] { return known }
    let number = free.popLast() ?? Int32(folders.count)
    if Int(number) == folders.count {
      folders.append(folder)
      counts.append(0)
    } else {
      folders[Int(number)] = folder
    }
    numbers[folder] = number
    return number
  }
}

extension String {
  /// Whether a C string has the same bytes. Creates no string.
  func isSame(as text: UnsafePointer<CChar>) -> Bool {
    guard unsafe isBeginning(of: text) else { return false }
    return unsafe text[utf8.count] == 0
  }

  /// Whether a C string begins with the same bytes.
  func isBeginning(of text: UnsafePointer<CChar>) -> Bool {
    var copy = self
    return copy.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return true }
      // Ends where the C string does.
      return unsafe strncmp(
        UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self), text, bytes.count) == 0
    }
  }
}

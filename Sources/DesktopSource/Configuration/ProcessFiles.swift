internal import Glibc

/// Reads files of `/proc` and similar ones.
enum ProcessFiles {
  /// Returns the names in a directory; none when it cannot be read.
  static func entries(_ path: String) -> [String] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe _ = closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Returns the beginning of a file; `nil` when it cannot be read.
  static func contents(_ path: String, limit: Int = 65_536) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < limit {
      let count = unsafe buffer.withUnsafeMutableBytes { area in
        unsafe read(descriptor, area.baseAddress, area.count)
      }
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    return bytes
  }

  /// Returns the name of a process; `nil` when it cannot be read.
  static func name(of process: Int32) -> String? {
    guard let bytes = contents("/proc/\(process)/comm", limit: 64) else { return nil }
    let name = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    // The kernel truncates it to 15 bytes; the name of the executable is complete.
    if let program = link("/proc/\(process)/exe")?.split(separator: "/").last,
      program.hasPrefix(name)
    {
      return String(program).bounded(64)
    }
    return name.isEmpty ? nil : name
  }

  /// Returns the target of a symbolic link; `nil` when it cannot be read.
  static func link(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { area in
      guard let start = area.baseAddress else { return -1 }
      return unsafe readlink(path, start.assumingMemoryBound(to: CChar.self), area.count)
    }
    return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
  }

  /// Returns the id of a process's parent: the fourth field of `stat`.
  static func parent(_ process: Int32) -> Int32? { status(process, 4).flatMap { Int32($0) } }

  /// Returns when a process was started, in clock ticks since boot: the 22nd field of `stat`.
  static func started(_ process: Int32) -> UInt64? { status(process, 22).flatMap { UInt64($0) } }

  /// Returns a field of `stat`, counted from 1; only fields after the name, which ends with the last
  /// parenthesis.
  private static func status(_ process: Int32, _ number: Int) -> Substring? {
    let line = String(decoding: contents("/proc/\(process)/stat") ?? [], as: UTF8.self)
    guard let bracket = line.lastIndex(of: ")") else { return nil }
    let fields = line[bracket...].split(separator: " ")
    return fields.indices.contains(number - 2) ? fields[number - 2] : nil
  }

  /// Returns the NUL-terminated strings of a file such as `cmdline` or `environ`.
  static func strings(_ path: String) -> [String] {
    (contents(path) ?? []).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}

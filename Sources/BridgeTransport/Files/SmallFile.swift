internal import CLinux
internal import Glibc

/// A file that is read as a whole: a certificate, a token.
public enum SmallFile {
  /// The maximum length, in bytes.
  public static let maxLength = 1024 * 1024

  /// - Throws: `EFBIG` when it is longer than `maxLength`.
  public static func read(_ path: String) throws(SystemError) -> [UInt8] {
    let descriptor = try FileDescriptor("open") {
      unsafe open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC)
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = try system("read") {
        unsafe Glibc.read(descriptor.rawValue, &buffer, buffer.count)
      }
      guard count > 0 else { return bytes }
      bytes += buffer.prefix(count)
      guard bytes.count <= maxLength else { throw SystemError(errno: EFBIG, call: "read") }
    }
  }
}

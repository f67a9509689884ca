import Foundation

/// The locations of files of the project, for tests.
public enum Places {
  /// The top of the work tree.
  public static let root: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  /// Returns the path of a file below `Tests/Fixtures`.
  public static func fixture(_ name: String) -> String { "\(root)/Tests/Fixtures/\(name)" }

  /// Returns the path of a program that was built together with the running tests.
  ///
  /// The test bundle is linked beside the programs, in `.build/debug` or another build directory.
  ///
  /// - Throws: `MissingProgram` when the program is not there.
  public static func builtProgram(_ name: String) throws -> String {
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let directory = URL(fileURLWithPath: bundle).deletingLastPathComponent().path
    let path = "\(directory)/\(name)"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw MissingProgram(name: name, advice: "build it first: swift build --build-tests")
    }
    return path
  }

  /// Returns the path of a program of the machine, found in a search path as by the shell.
  ///
  /// - Parameter path: The directories, separated by colons; nil: this process's PATH.
  /// - Throws: `MissingProgram` when no directory of the path has the program.
  public static func program(
    _ name: String, path: String? = nil
  ) throws -> String {
    if name.contains("/") { return name }
    let path = path ?? ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let candidates = path.split(separator: ":").map { "\($0)/\(name)" }
    guard let found = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw MissingProgram(name: name, advice: "run scripts/install-dependencies.sh test")
    }
    return found
  }
}

/// A program that a test needs is missing. The test fails: it is never skipped.
public struct MissingProgram: Error, CustomStringConvertible {
  public let name: String
  public let advice: String

  public var description: String { "no program \(name): \(advice)" }
}

internal import Glibc

/// A path, split into the directory and the name in it.
public struct FileLocation {
  public let directory: String
  /// Empty for a path that ends with a slash.
  public let name: String

  public init(_ path: String) {
    guard let slash = path.lastIndex(of: "/") else {
      (directory, name) = (".", path)
      return
    }
    directory = slash == path.startIndex ? "/" : String(path[..<slash])
    name = String(path[path.index(after: slash)...])
  }
}

/// Returns a path in the one way to write it: absolute, and without links in its directories. The file itself need not
/// exist, nor is it followed where it is a link. A directory that is not there leaves the path as it is.
public func resolvedPath(of path: String) -> String {
  let location = FileLocation(path)
  guard let resolved = unsafe realpath(location.directory, nil) else { return path }
  defer { unsafe free(resolved) }
  let directory = unsafe String(cString: resolved)
  return directory == "/" ? "/\(location.name)" : "\(directory)/\(location.name)"
}

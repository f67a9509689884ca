/// A path, split into the directory and the name in it.
struct FileLocation {
  let directory: String
  /// Empty for a path that ends with a slash.
  let name: String

  init(_ path: String) {
    guard let slash = path.lastIndex(of: "/") else {
      (directory, name) = (".", path)
      return
    }
    directory = slash == path.startIndex ? "/" : String(path[..<slash])
    name = String(path[path.index(after: slash)...])
  }
}

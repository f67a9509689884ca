internal import Glibc

extension Program {
  /// Checks the words that the process was started with. `CommandLine.arguments` has replacement characters where these
  /// are not UTF-8.
  func checkOwnWords() throws(UsageError) {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = unsafe CommandLine.unsafeArgv[index] else { return }
      let bytes = unsafe Array(
        UnsafeRawBufferPointer(start: UnsafeRawPointer(word), count: strlen(word)))
      do throws(InvalidText) {
        _ = try String(strictly: bytes)
      } catch {
        throw UsageError(
          "argument \(index) is not UTF-8 at \(error)",
          hint: "encode it as UTF-8, as 'iconv -t UTF-8' does", invocation: name)
      }
    }
  }

  /// Checks that no word has a NUL, which texts of messages cannot have. The arguments of a process have none, but lines
  /// of a file may.
  func check(_ words: [String]) throws(UsageError) {
    for word in words where word.utf8.contains(0) {
      let before = word.prefix { $0 != "\0" }
      throw UsageError(
        "a NUL character stands after \"\(before.suffix(40))\"",
        hint: "leave it out: no text may have one", invocation: name)
    }
  }
}

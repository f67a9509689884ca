/// A shell for which completion can be generated.
package enum Shell: String, Hashable, Sendable, CaseIterable {
  case bash, zsh, fish
}

/// A shell that can be taught a program's commands and options.
package enum Shell: String, Hashable, Sendable, CaseIterable {
  case bash, zsh, fish
}

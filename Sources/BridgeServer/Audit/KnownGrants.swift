internal import BridgeSecurity

/// The pairings and tokens that a server knows.
struct KnownGrants: Equatable {
  /// One that grants nothing as long as its file cannot be used, which nobody has revoked.
  struct Withheld: Equatable {
    let grant: Grant
    let problem: String
  }

  var usable: [Grant] = []
  private(set) var withheld: [Withheld] = []

  var all: [Grant] { usable + withheld.map(\.grant) }

  /// None can be used now.
  mutating func withhold(_ problem: String) {
    withheld += usable.map { Withheld(grant: $0, problem: problem) }
    usable = []
  }

  /// Those that are known after what is stored was read.
  ///
  /// - Parameters:
  ///   - usable: Those that could be read.
  ///   - faults: The files that could not.
  func after(reading usable: [Grant], _ faults: [CredentialStore.Fault]) -> KnownGrants {
    var next = KnownGrants()
    next.usable = usable
    let read = Set(usable.map(\.holder))
    for grant in all where !read.contains(grant.holder) {
      guard let fault = faults.first(where: { $0.concerns(grant) }) else { continue }
      next.withheld.append(
        Withheld(grant: grant, problem: fault.problems.joined(separator: "; ")))
    }
    return next
  }
}

import AccessibilityTree
import BridgePolicy

/// Reads a policy, and asks it about clients. No input may make the reader trap, and a mistake has a line of the
/// text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPolicies(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let reading = Policy.read(bytes) { $0 == "alice" ? 1000 : nil }
  let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
  for error in reading.errors {
    precondition((1...lines).contains(error.line), "\(error)")
    precondition(!error.message.isEmpty && !error.cure.isEmpty)
    precondition(
      error.text(in: "policy").unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(error)")
  }
  // A policy with a mistake is not used.
  guard reading.errors.isEmpty else { return 0 }
  for kind in PolicySubject.Kind.allCases {
    for name in ["laptop", "ci-1", "1000", ""] { check(reading.policy, PolicySubject(kind, name)) }
  }
  return 0
}

private func check(_ policy: Policy, _ subject: PolicySubject) {
  guard let stanza = policy.stanza(for: subject) else { return }
  // Nothing is granted that was not written.
  precondition(!stanza.rights.permissions.isEmpty)
  if stanza.rights.permissions.contains(.act) { precondition(!stanza.rights.targets.isEmpty) }
  _ = stanza.rights.lines
  _ = stanza.rights.applications.allows(application)
  precondition(stanza.rights.limited(by: .none).permissions.isEmpty)
}

private let application = {
  var application = Application(
    root: ElementID(rawValue: 1), name: "Text Editor", source: "desktop")
  application.toolkit = "GTK"
  return application
}()

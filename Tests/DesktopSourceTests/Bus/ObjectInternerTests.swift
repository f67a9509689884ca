import Testing

@testable import DesktopSource

@Suite struct ObjectInternerTests {
  @Test func `the same object always has the same number`() {
    let interner = ObjectInterner()
    let first = interner.intern(":1.1", "/a")
    #expect(interner.intern(":1.1", "/a") == first)
    #expect(interner.intern(":1.2", "/a") != first)
    #expect(interner.intern(":1.1", "/b") != first)
    #expect(interner.find(":1.1", "/a") == first)
    #expect(interner.find(":1.1/", "a") == nil)
    #expect(interner.owner(of: first) == ":1.1" && interner.path(of: first) == "/a")
    #expect(interner.path(of: ObjectReference(index: 99)) == "")
  }

  @Test func `random insertions and removals agree with a dictionary`() {
    let interner = ObjectInterner()
    var model: [String: ObjectReference] = [:]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50_000 {
      let owner = ":1.\(Int.random(in: 0..<3, using: &random))"
      let folder = [
        "/", "/org/a11y/atspi/accessible/", "/a/\(Int.random(in: 0..<9, using: &random))/",
      ]
      .randomElement(using: &random)!
      let name = Int.random(in: 0..<300, using: &random)
      let path = folder + (name % 7 == 0 ? "a_name_that_is_long_\(name)" : "\(name)")
      let key = owner + path
      if Bool.random(using: &random), let known = model.removeValue(forKey: key) {
        interner.remove(known)
        #expect(interner.find(owner, path) == nil)
      } else {
        let reference = interner.intern(owner, path)
        if let known = model[key] { #expect(known == reference) }
        model[key] = reference
      }
    }
    #expect(interner.count == model.count)
    #expect(Set(model.values).count == model.count)
    for (key, reference) in model {
      #expect(interner.owner(of: reference) + interner.path(of: reference) == key)
    }
    interner.beginSweep()
    while interner.isSweeping { interner.continueSweep(7) { interner.owner(of: $0) != ":1.0" } }
    #expect(interner.count == model.keys.count { !$0.hasPrefix(":1.0/") })
  }

  @Test func `a number that was released names nothing`() {
    let interner = ObjectInterner()
    let old = interner.intern(":1.0", "/a")
    interner.remove(old)
    let new = interner.intern(":1.0", "/b")
    #expect(new.index == old.index)
    #expect(interner.path(of: old) == "")
    interner.remove(old)
    #expect(interner.path(of: new) == "/b")
  }
}

import AccessibilityQueries
import AccessibilityTree
import RegularExpressions

/// Parses a selector or, if the first byte is odd, a regular expression, and matches it. No input may make the
/// parser or the matcher trap or run without end.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSelectors(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let rest = unsafe UnsafeBufferPointer(start: start + 1, count: count - 1)
  let text = unsafe String(decoding: rest, as: UTF8.self)
  if unsafe start[0] & 1 == 0 { fuzzSelector(text) } else { fuzzExpression(text) }
  return 0
}

private func fuzzSelector(_ text: String) {
  do throws(SelectorSyntaxError) {
    let selector = try Selector(parsing: text)
    let result = selector.find(in: tree, limit: 5, budget: WorkBudget(steps: 100_000))
    precondition(result.ids.allSatisfy(tree.contains))
  } catch {
    precondition(error.offset >= 0 && error.offset <= text.unicodeScalars.count, "\(error)")
    _ = error.caret
    _ = error.description
  }
}

private func fuzzExpression(_ text: String) {
  guard let expression = try? RegularExpression(parsing: text) else { return }
  for subject in ["", "Save", "Grüße", "a\nb", String(repeating: "ab", count: 200)] {
    _ = expression.isFound(in: subject)
  }
}

/// A small tree with all roles, and with states, texts and numbers.
private let tree: Tree = {
  var tree = Tree()
  var next: UInt64 = 0
  func add(_ role: Role, _ label: String?, under parent: ElementID?) -> ElementID {
    next += 1
    var element = Element(id: ElementID(rawValue: next), role: role, label: label)
    element.value = next % 3 == 0 ? "value \(next)" : nil
    element.states = States(rawValue: next &* 0x9E37_79B9 & 0xFF_FFFF)
    if next % 4 == 0 { element.range = NumericRange(current: Double(next), minimum: 0, maximum: 9) }
    if next % 5 == 0 { element.identifier = "id-\(next)" }
    try? tree.insert(element, under: parent, at: nil)
    return element.id
  }
  let application = add(.application, "App", under: nil)
  let window = add(.window, "Main", under: application)
  for role in Role.allCases {
    let list = add(.list, "List", under: window)
    _ = add(role, "Save \(role.name)", under: list)
    _ = add(.text, nil, under: list)
  }
  return tree
}()

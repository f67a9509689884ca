package import AccessibilityTree

/// The selectors by which the operator of a server names secret elements.
///
/// A selector may test the element itself, and the roles, names and attributes of the elements above it. Other
/// selectors are refused, because whether they match may change without the element's knowing.
package struct SecretSelectors: Sendable {
  private let selectors: [Selector]

  package var isEmpty: Bool { selectors.isEmpty }
  /// Whether any selector names elements above the secret one.
  package let dependsOnAncestors: Bool

  package init(_ texts: [String]) throws(SecretSelectorError) {
    var selectors: [Selector] = []
    for text in texts {
      do throws(SelectorSyntaxError) {
        selectors.append(try Selector(parsing: text))
      } catch {
        throw SecretSelectorError(selector: text, reason: error.description)
      }
      guard let selector = selectors.last else { continue }
      if let reason = selector.mistake { throw SecretSelectorError(selector: text, reason: reason) }
      guard selector.alternatives.allSatisfy(\.canNameSecrets) else {
        throw SecretSelectorError(
          selector: text,
          reason: "it may test the element itself, and by ' ' and '>' the roles, names and "
            + "attributes of the elements above it")
      }
    }
    self.selectors = selectors
    dependsOnAncestors = !selectors.allSatisfy(\.isLocal)
  }

  /// Reads a file with one selector a line, and returns them with the numbers of their lines. Blank lines and lines
  /// that begin with "# " are left out.
  package static func texts(of file: String) -> [(line: Int, text: String)] {
    file.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      .map { ($0 + 1, String($1.trimmingBlanks)) }
      .filter { _, text in !text.isEmpty && text != "#" && !text.hasPrefix("# ") }
  }

  /// Returns those of some elements that a selector names.
  package func matches(
    among elements: [ElementID], in tree: Tree, _ applications: [ElementID: Application]
  ) -> [ElementID] {
    var found: [ElementID] = []
    for selector in selectors {
      // What may not be seen must be found, whatever it costs; these selectors take linear time.
      let matcher = SelectorMatcher(
        selector, in: tree, applications: applications, budget: WorkBudget(steps: .max / 2))
      found += elements.filter(matcher.matches)
    }
    return found
  }
}

/// Why a selector cannot name secrets.
package struct SecretSelectorError: Error, Equatable {
  package let selector: String
  package let reason: String
}

extension Selector {
  /// Why the selector names other elements than its writer means, or none.
  fileprivate var mistake: String? {
    if !ids.isEmpty {
      return
        "it names an element by its id, which is another one in each run; use a role, a label or "
        + "an identifier"
    }
    let tests = alternatives.flatMap { $0.compounds.flatMap(\.tests) }
    guard let text = tests.lazy.compactMap(\.apparentPattern).first else { return nil }
    return
      "'=' compares whole texts, and \(text.quoted(limit: 60)) looks like a pattern; use ^=, *= "
      + "or $= for a part of a text, and ~= for a regular expression"
  }
}

extension SelectorPredicate {
  /// A text that is compared as it is, and looks like a pattern of a shell.
  fileprivate var apparentPattern: String? {
    switch self {
    case .text(_, let test), .toolkitAttribute(_, let test), .content(let test):
      test.relation == .equal && test.operand.contains { $0 == "*" || $0 == "?" }
        ? test.operand : nil
    case .differs(let test): test.apparentPattern
    case .not(let chains), .any(let chains):
      chains.flatMap { $0.compounds.flatMap(\.tests) }.lazy.compactMap(\.apparentPattern).first
    default: nil
    }
  }
}

extension SelectorChain {
  fileprivate var canNameSecrets: Bool {
    combinators.allSatisfy { $0 == .descendant || $0 == .child }
      && compounds.allSatisfy { $0.nth == nil }
      && compounds.last?.tests.allSatisfy { $0.isOfElement || $0.isLasting } == true
      && compounds.dropLast().allSatisfy { $0.tests.allSatisfy(\.isLasting) }
  }
}

extension SelectorPredicate {
  /// Whether the test depends only on the element itself.
  fileprivate var isOfElement: Bool {
    switch self {
    case .flags, .isEmpty, .toolkitAttribute, .content, .number: true
    case .pseudoClass(let pseudoClass): pseudoClass != .visible && pseudoClass != .offscreen
    case .text(let attribute, _): attribute != .health
    case .differs(let test): test.isOfElement
    case .not(let chains), .any(let chains):
      chains.allSatisfy { $0.compounds.count == 1 && $0.canNameSecrets }
    default: false
    }
  }

  /// Whether the test is of a role, name or attribute, whose changes are followed.
  fileprivate var isLasting: Bool {
    switch self {
    case .toolkitAttribute: true
    case .text(let attribute, _):
      switch attribute {
      case .label, .identifier, .nativeRole, .role, .name, .application, .toolkit, .toolkitVersion,
        .source:
        true
      default: false
      }
    case .differs(let test): test.isLasting
    case .not(let chains), .any(let chains):
      chains.allSatisfy { $0.compounds.count == 1 && $0.compounds[0].tests.allSatisfy(\.isLasting) }
    default: false
    }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}

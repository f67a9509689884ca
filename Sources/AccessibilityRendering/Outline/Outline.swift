package import AccessibilityTree

/// A tree as text, for people and language models: one line for each thing that a person would name, indented by
/// two spaces for each level.
///
/// ```
/// window "Calculator" #482117350011 [active]
///   status "Display" = "15" #482117350012
///   button "7" #482117350014
///   … 23 below #482117350037+
/// ```
///
/// What is on screen comes first, and what is not is counted, with the id from which it can be listed
/// (`OutlineStart`). The same tree always gives the same text. docs/agents.md describes the lines.
package struct Outline: Hashable, Sendable {
  /// One line, without its indentation and line end.
  package struct Line: Hashable, Sendable {
    let subject: Subject
    /// The element on whose level the line is; `nil` on the first level.
    let owner: ElementID?
    let depth: Int
    let text: String
    let kind: Kind
    var marks: Marks = []
    /// For the element that has the focus: the text that the line has when it loses it.
    var unfocused: String?
  }

  /// What a line is of.
  enum Kind: UInt8, Hashable, Sendable {
    /// An application, a window or a dialog.
    case frame
    case content
    /// A text that is only read.
    case text
    /// A count of what is not shown.
    case count
  }

  /// What a line is about.
  enum Subject: Hashable, Sendable {
    case element(ElementID)
    /// The elements that are counted on the level of another one; `nil`: on the first level.
    case skipped(ElementID?)
    case skippedReading(ElementID?)
    case offscreen(ElementID?)
    /// The element that has the focus, where its own line is not shown.
    case focus
  }

  package internal(set) var lines: [Line] = []
  /// The number of elements that have a line.
  package internal(set) var shownCount = 0
  /// The number of elements that are counted instead of shown, without what is in them.
  package internal(set) var leftOutCount = 0
  /// The estimated number of tokens of `text`.
  package internal(set) var tokens = 0
  /// The elements that could have had a line, with more budget.
  var candidates: Set<ElementID> = []

  package init() {}

  /// Makes an outline at once. `OutlineBuilder` makes one in slices.
  ///
  /// - Parameters:
  ///   - focus: The element that has the keyboard focus.
  ///   - applications: For the health and load state of applications, shown where they are not normal.
  package init(
    of tree: Tree, from start: OutlineStart, options: OutlineOptions = OutlineOptions(),
    focus: ElementID? = nil, applications: [ElementID: Application] = [:]
  ) {
    var builder = OutlineBuilder(
      start, options, focus: focus, applications: applications, continuing: nil, in: tree)
    while builder.proceed(in: tree) {}
    self = builder.outline
  }

  /// Whether a line says that its application is being read.
  package var isLoading: Bool { lines.contains { $0.marks.contains(.loading) } }

  /// The lines, each with its indentation and terminated by a line feed.
  package var text: String {
    var text = ""
    for line in lines { text += Self.indentation(line.depth) + line.text + "\n" }
    return text
  }

  /// Adds what another outline shows, of other elements.
  package mutating func add(_ other: Outline) {
    lines += other.lines
    candidates.formUnion(other.candidates)
    shownCount += other.shownCount
    leftOutCount += other.leftOutCount
    tokens += other.tokens
  }

  /// The lines of this outline and of another one of the same tree, which other clients have. Those that not both have are
  /// marked: a difference says them again.
  package func joined(with other: Outline) -> Outline {
    var result = self
    var others = Dictionary(other.lines.map { ($0.subject, $0) }) { first, _ in first }
    for index in lines.indices {
      let same = others.removeValue(forKey: lines[index].subject)
      if same?.text != lines[index].text || same?.owner != lines[index].owner {
        result.lines[index].marks.insert(.isUnsure)
      } else if same?.marks.contains(.isUnsure) == true {
        result.lines[index].marks.insert(.isUnsure)
      }
      if same?.marks.contains(.loading) == true { result.lines[index].marks.insert(.loading) }
    }
    for line in other.lines where others[line.subject] != nil {
      result.lines.append(line)
      result.lines[result.lines.count - 1].marks.insert(.isUnsure)
    }
    result.candidates.formUnion(other.candidates)
    return result
  }

  /// The applications and windows of an outline of everything, apart from some applications. Those of an earlier one that are
  /// still there are as they were there.
  package func frames(without applications: [ElementID], after former: Outline? = nil) -> Outline {
    var result = Outline()
    let own = lines.filter { $0.isFrame(without: applications) }
    let known = former?.lines.filter { $0.isFrame(without: applications) } ?? []
    let (now, before) = (Set(own.map(\.subject)), Set(known.map(\.subject)))
    result.lines =
      known.filter { now.contains($0.subject) } + own.filter { !before.contains($0.subject) }
    return result
  }

  /// What the outline shows of an element that has a line, as an outline of that element does.
  package func part(of id: ElementID) -> Outline {
    var part = Outline()
    part.candidates = candidates
    guard let first = lines.firstIndex(where: { $0.subject == .element(id) }) else { return part }
    let top = lines[first].depth
    let content = lines[(first + 1)...].prefix { $0.depth > top }
    part.lines = (lines[first...first] + content).map { line in
      Line(
        subject: line.subject, owner: line.subject == .element(id) ? nil : line.owner,
        depth: line.depth - top, text: line.text, kind: line.kind, marks: line.marks,
        unfocused: line.unfocused)
    }
    return part
  }

  /// The elements that have a line.
  var shownElements: Set<ElementID> {
    Set(
      lines.compactMap { line in
        if case .element(let id) = line.subject { return id }
        return nil
      })
  }

  /// The indentation of a level. Limited, so that deep trees stay readable.
  static func indentation(_ depth: Int) -> String {
    String(repeating: "  ", count: min(max(0, depth), 40))
  }

  /// Returns one element on one line, without a line end, for lists of matches and candidates. The actions of one that has
  /// none of its own may not have been read yet.
  package static func line(for element: Element) -> String {
    OutlineLine(inlined: element.contents, areActionsKnown: element.hasOwnActions).text(element)
  }
}

extension Outline.Line {
  /// Whether the line is of an application or of a window of one, apart from some.
  fileprivate func isFrame(without applications: [ElementID]) -> Bool {
    guard kind == .frame, case .element(let id) = subject else { return false }
    return depth == 0 && !applications.contains(id)
      || depth == 1 && owner.map(applications.contains) == false
  }
}

extension Outline {
  /// The approximate memory of the outline, in bytes.
  package var memory: Int {
    lines.reduce(64 + 16 * candidates.count) { $0 + 96 + $1.text.utf8.count }
  }
}

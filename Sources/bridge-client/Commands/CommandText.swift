internal import AccessibilityTree

/// An action as it is written on the command line: its name, and its argument as text.
struct CommandText {
  let action: String
  let value: String?
  /// What `@` stands for in a gesture.
  var activationPoint: Point?

  init(_ action: String, _ value: String?) {
    self.action = action
    self.value = value
  }

  private var kind: ActionKind? { ActionKind(name: action) }

  /// Whether the element must be asked where a touch goes.
  var needsActivationPoint: Bool {
    (kind == .passThroughGesture || kind == .directTouch) && value?.contains("@") == true
  }

  /// The command that it makes. A name that is no standard action is one of the element's own.
  func command() throws -> ActionCommand {
    guard let kind else { return .custom(action) }
    switch kind {
    case .custom: return .custom(try needed("the name of the action"))
    case .press: return .press
    case .increment: return .increment
    case .decrement: return .decrement
    case .expand: return .expand
    case .collapse: return .collapse
    case .select: return .select
    case .deselect: return .deselect
    case .focus: return .focus
    case .showMenu: return .showMenu
    case .scrollIntoView: return .scrollIntoView
    case .escape: return .escape
    case .magicTap: return .magicTap
    case .delete: return .delete
    case .drag: return .drag(point: value)
    case .setText: return .setText(try needed("the text"))
    case .setValue: return .setValue(try Self.number(needed("a number")))
    case .insertText: return Self.insertion(try needed("the text, or OFFSET:TEXT"))
    case .setSelection: return .setSelection(try Self.range(needed("a range START-END")))
    case .scroll: return .scroll(try Self.direction(needed("a direction")))
    case .zoomIn: return .zoomIn(at: try value.map(Self.point))
    case .zoomOut: return .zoomOut(at: try value.map(Self.point))
    case .drop: return try Self.drop(needed("what is dropped: '#SOURCE' or '#SOURCE POINT'"))
    case .passThroughGesture: return .passThroughGesture(try gesture())
    case .directTouch: return .directTouch(try gesture())
    case .intent: return try Self.intent(needed("TYPE or 'TYPE name=value …'"))
    }
  }

  private func needed(_ what: String) throws -> String {
    guard let value else { throw BadCommand("\(action) needs \(what)") }
    return value
  }

  private func gesture() throws -> [GesturePoint] {
    let text = try needed("points: 'down X,Y move X,Y up', or 'X,Y X,Y …'")
    do throws(GestureText.SyntaxError) {
      return try GestureText.parse(text, activationPoint: activationPoint)
    } catch {
      throw BadCommand("\(action): \(error)")
    }
  }

  private static func number(_ text: String) throws -> Double {
    guard let number = Double(text), number.isFinite else {
      throw BadCommand("\"\(text)\" is no number")
    }
    return number
  }

  /// `5:text` inserts at offset 5, anything else at the caret.
  private static func insertion(_ text: String) -> ActionCommand {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, let offset = Int(parts[0]), offset >= 0 {
      return .insertText(String(parts[1]), at: offset)
    }
    return .insertText(text, at: nil)
  }

  private static func range(_ text: String) throws -> Range<Int> {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard let start = parts.first, let end = parts.last, parts.count <= 2, start >= 0,
      start <= end
    else { throw BadCommand("\"\(text)\" is no range: write START-END, or one offset") }
    return start..<end
  }

  private static func direction(_ text: String) throws -> ScrollDirection {
    guard let direction = ScrollDirection.allCases.first(where: { "\($0)" == text }) else {
      let names = ScrollDirection.allCases.map { "\($0)" }.joined(separator: ", ")
      throw BadCommand("\"\(text)\" is no direction: \(names)")
    }
    return direction
  }

  static func point(_ text: String) throws -> Point {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1], x.isFinite, y.isFinite else {
      throw BadCommand("\"\(text)\" is no point: write X,Y")
    }
    return Point(x: x, y: y)
  }

  private static func drop(_ text: String) throws -> ActionCommand {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let first = parts.first, case .id(let source) = try parseTarget(String(first)) else {
      throw BadCommand("drop needs the id of what is dragged, like '#1a2'")
    }
    return .drop(source: source, point: parts.count > 1 ? String(parts[1]) : nil)
  }

  private static func intent(_ text: String) throws -> ActionCommand {
    let parts = text.split(separator: " ").map(String.init)
    guard let type = parts.first else { throw BadCommand("intent needs a type") }
    return try intent(type: type, parameters: Array(parts.dropFirst()))
  }

  /// An intent with parameters as `name=value`.
  static func intent(type: String, parameters pairs: [String]) throws -> ActionCommand {
    var parameters: [String: String] = [:]
    for text in pairs {
      let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let name = pair.first, !name.isEmpty else {
        throw BadCommand("\"\(text)\" is no parameter: write name=value")
      }
      guard parameters.updateValue(String(pair[1]), forKey: String(name)) == nil else {
        throw BadCommand("the parameter \"\(name)\" is given twice")
      }
    }
    return .intent(type: type, parameters: parameters)
  }
}

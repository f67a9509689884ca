/// The textual form of an action's argument, and its conversion to a command.
public enum ActionText {
  /// Describes what is wrong with the text and what to write instead.
  public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String
  }

  /// The argument that an action needs, such as "a number"; `nil` when none is required.
  public static func argument(of kind: ActionKind) -> String? {
    switch kind {
    case .custom: "the name of the action"
    case .setText: "the text"
    case .setValue: "a number"
    case .insertText: "the text, or OFFSET:TEXT"
    case .setSelection: "a range START-END"
    case .scroll: "a direction"
    case .drop: "the dragged element: '#SOURCE' or '#SOURCE POINT'"
    case .passThroughGesture, .directTouch: "points: 'down X,Y move X,Y up', or 'X,Y X,Y …'"
    case .intent: "TYPE or 'TYPE name=text name:=number …'"
    case .keys: "keys, such as Enter, Ctrl+S or 'Down Down Enter'"
    default: nil
    }
  }

  /// Returns the command of an action. Throws when an argument is missing, malformed, or not accepted.
  ///
  /// - Parameters:
  ///   - text: The argument; `nil` when none was given.
  ///   - activationPoint: The point that `@` stands for in a gesture.
  public static func command(
    _ kind: ActionKind, _ text: String?, activationPoint: Point? = nil
  ) throws(SyntaxError) -> ActionCommand {
    if let plain = kind.plainCommand {
      guard let text else { return plain }
      throw SyntaxError(
        description: "\(kind.name) does not take a value: omit \(text.quoted(limit: 60))")
    }
    switch kind {
    case .drag: return .drag(point: text)
    case .zoomIn: return .zoomIn(at: try optionalPoint(text))
    case .zoomOut: return .zoomOut(at: try optionalPoint(text))
    default: break
    }
    guard let text else {
      throw SyntaxError(description: "\(kind.name) needs \(argument(of: kind) ?? "an argument")")
    }
    switch kind {
    case .setText: return .setText(text)
    case .setValue: return .setValue(try number(text))
    case .insertText: return insertion(text)
    case .setSelection: return .setSelection(try range(text))
    case .scroll: return .scroll(try direction(text))
    case .drop: return try drop(text)
    case .passThroughGesture: return .passThroughGesture(try gesture(kind, text, activationPoint))
    case .directTouch: return .directTouch(try gesture(kind, text, activationPoint))
    case .intent: return try intent(text)
    case .keys: return .keys(try KeyChord.parse(text))
    default: return .custom(text)
    }
  }

  /// Parses a point such as "12,40".
  public static func point(_ text: String) throws(SyntaxError) -> Point {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1], x.isFinite, y.isFinite else {
      throw SyntaxError(description: "\"\(text)\" is not a point: write X,Y")
    }
    return Point(x: x, y: y)
  }

  /// Returns an intent with parameters, each written "name=text", or "name:=value" for a number, `true` or `false`.
  public static func intent(
    type: String, parameters pairs: [String]
  ) throws(SyntaxError) -> ActionCommand {
    var parameters: [String: IntentValue] = [:]
    for text in pairs {
      let parameter = try intentParameter(text)
      guard parameters.updateValue(parameter.value, forKey: parameter.name) == nil else {
        throw SyntaxError(
          description: "the parameter \"\(parameter.name)\" is given more than once")
      }
    }
    return .intent(type: type, parameters: parameters)
  }

  private static func intentParameter(_ text: String) throws(SyntaxError) -> IntentParameter {
    let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isTyped = pair.first?.last == ":"
    let name = pair.first.map { String(isTyped ? $0.dropLast() : $0) } ?? ""
    guard pair.count == 2, !name.isEmpty else {
      throw SyntaxError(description: "\"\(text)\" is not a parameter: write name=value")
    }
    let value = String(pair[1])
    guard isTyped else { return IntentParameter(name, .text(value)) }
    if let boolean = Bool(value) { return IntentParameter(name, .boolean(boolean)) }
    if let integer = Int64(value) { return IntentParameter(name, .integer(integer)) }
    guard let number = Double(value), number.isFinite else {
      throw SyntaxError(
        description:
          "\"\(value)\" is not a number, true or false: write \(name)=\(value) for a text")
    }
    return IntentParameter(name, .number(number))
  }

  private static func optionalPoint(_ text: String?) throws(SyntaxError) -> Point? {
    guard let text else { return nil }
    return try point(text)
  }

  private static func gesture(
    _ kind: ActionKind, _ text: String, _ activationPoint: Point?
  ) throws(SyntaxError) -> [GesturePoint] {
    do throws(GestureText.SyntaxError) {
      return try GestureText.parse(text, activationPoint: activationPoint)
    } catch {
      throw SyntaxError(description: "\(kind.name): \(error)")
    }
  }

  private static func number(_ text: String) throws(SyntaxError) -> Double {
    guard let number = Double(text), number.isFinite else {
      throw SyntaxError(description: "\"\(text)\" is not a number")
    }
    return number
  }

  /// `5:text` inserts at offset 5, any other text at the caret.
  private static func insertion(_ text: String) -> ActionCommand {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, let offset = Int(parts[0]), offset >= 0 {
      return .insertText(String(parts[1]), at: offset)
    }
    return .insertText(text, at: nil)
  }

  private static func range(_ text: String) throws(SyntaxError) -> Range<Int> {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt32($0) }
    guard let start = parts.first ?? nil, let end = parts.last ?? nil, parts.count <= 2,
      start <= end
    else {
      throw SyntaxError(
        description: "\"\(text)\" is not a range: write START-END, or one offset")
    }
    return Int(start)..<Int(end)
  }

  private static func direction(_ text: String) throws(SyntaxError) -> ScrollDirection {
    guard let direction = ScrollDirection(name: text) else {
      let names = ScrollDirection.allCases.map(\.name).joined(separator: ", ")
      throw SyntaxError(description: "\"\(text)\" is not a direction: use \(names)")
    }
    return direction
  }

  private static func drop(_ text: String) throws(SyntaxError) -> ActionCommand {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let source = parts.first.flatMap({ ElementID(written: $0) }) else {
      throw SyntaxError(
        description: "drop needs the id of the dragged element, such as '#482117350014'")
    }
    return .drop(source: source, point: parts.count > 1 ? String(parts[1]) : nil)
  }

  private static func intent(_ text: String) throws(SyntaxError) -> ActionCommand {
    let parts = text.split(separator: " ").map(String.init)
    guard let type = parts.first else { throw SyntaxError(description: "intent needs a type") }
    return try intent(type: type, parameters: Array(parts.dropFirst()))
  }
}

extension ElementID {
  /// Parses an id as people write it, "#482117350014", or its digits alone, as in JSON and without quotes in a shell.
  public init?(written text: some StringProtocol) {
    self.init(digits: text.first == "#" ? String(text.dropFirst()) : String(text))
  }
}

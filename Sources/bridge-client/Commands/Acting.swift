internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol

/// The commands that act, and say what came of it.
enum Acting {
  struct Options {
    var allowSynthesis = false
    var quietMs: UInt32 = 0
    var settleMs: UInt32 = 0
    var noSettle = false
  }

  /// Acts by the name of an action: a standard one, or one that the element advertises.
  static func act(
    _ session: Session, target: String, action: String, value: String?, _ options: Options
  ) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    let parsed = try parseTarget(target)
    let command: ActionCommand
    if action == "set" {
      command = try await setting(value, of: parsed, session, client)
    } else {
      command = try Self.command(action, value)
    }
    return try await perform(session, client, parsed, command, options)
  }

  private static func perform(
    _ session: Session, _ client: BridgeClient, _ target: Target, _ command: ActionCommand,
    _ options: Options
  ) async throws -> ExitCode {
    let request = PerformRequest(
      target: target, command: command, allowSynthesis: options.allowSynthesis,
      quietMs: options.quietMs, settleMs: options.settleMs, noSettle: options.noSettle)
    let receipt = try await client.call(request, timeout: session.timeout).receipt
    if session.json {
      session.print(receipt)
    } else if let refusal = receipt.refusal {
      complain("refused: \(refusal.lines())")
    } else {
      var names = ElementNames(client)
      names.learn(receipt.update?.changed ?? [])
      session.output.line(await ReceiptText(receipt, command, &names, session.output.paint).text)
    }
    return receipt.refusal.map { ExitCode($0) == .done ? .negative : ExitCode($0).asRefusal }
      ?? .done
  }

  /// `set` writes a number where the element has a range, and text otherwise.
  private static func setting(
    _ value: String?, of target: Target, _ session: Session, _ client: BridgeClient
  ) async throws -> ActionCommand {
    guard let value else { throw BadCommand("set needs a value: bridge-client set SELECTOR VALUE") }
    let element = try await client.call(
      GetElementRequest(target: target), timeout: session.timeout
    ).element
    if element.range != nil, let number = Double(value) { return .setValue(number) }
    return .setText(value)
  }

  /// The command that an action's name and value make.
  static func command(_ action: String, _ value: String?) throws -> ActionCommand {
    guard let kind = ActionKind(name: action), kind != .custom else { return .custom(action) }
    func needed(_ what: String) throws -> String {
      guard let value else { throw BadCommand("\(action) needs \(what)") }
      return value
    }
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
    case .setValue: return .setValue(try number(needed("a number")))
    case .insertText: return try insertion(needed("the text, or OFFSET:TEXT"))
    case .setSelection: return .setSelection(try range(needed("a range START-END")))
    case .scroll: return .scroll(try direction(needed("a direction")))
    case .zoomIn: return .zoomIn(at: try value.map(point))
    case .zoomOut: return .zoomOut(at: try value.map(point))
    case .drop: return try drop(needed("what is dropped: '#SOURCE' or '#SOURCE POINT'"))
    case .passThroughGesture: return .passThroughGesture(try gesture(needed("points: X,Y X,Y …")))
    case .directTouch: return .directTouch(try gesture(needed("points: X,Y X,Y …")))
    case .intent: return try intent(needed("TYPE or 'TYPE name=value …'"))
    }
  }

  private static func number(_ text: String) throws -> Double {
    guard let number = Double(text), number.isFinite else {
      throw BadCommand("\"\(text)\" is no number")
    }
    return number
  }

  /// `5:text` inserts at offset 5, anything else at the caret.
  private static func insertion(_ text: String) throws -> ActionCommand {
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
    let parts = text.split(separator: ",").compactMap { Double($0) }
    guard parts.count == 2, parts.allSatisfy(\.isFinite) else {
      throw BadCommand("\"\(text)\" is no point: write X,Y")
    }
    return Point(x: parts[0], y: parts[1])
  }

  private static func drop(_ text: String) throws -> ActionCommand {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let first = parts.first, case .id(let source) = try parseTarget(String(first)) else {
      throw BadCommand("drop needs the id of what is dragged, like '#1a2'")
    }
    return .drop(source: source, point: parts.count > 1 ? String(parts[1]) : nil)
  }

  /// Points 10 ms apart: down at the first, up at the last.
  private static func gesture(_ text: String) throws -> [GesturePoint] {
    let points = try text.split(separator: " ").map { try point(String($0)) }
    return points.enumerated().map { place, position in
      let phase: GesturePoint.Phase = place == 0 ? .down : place == points.count - 1 ? .up : .move
      return GesturePoint(phase: phase, position: position, time: UInt64(place) * 10_000_000)
    }
  }

  private static func intent(_ text: String) throws -> ActionCommand {
    let parts = text.split(separator: " ")
    guard let type = parts.first else { throw BadCommand("intent needs a type") }
    var parameters: [String: String] = [:]
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { throw BadCommand("\"\(part)\" is no parameter: name=value") }
      parameters[String(pair[0])] = String(pair[1])
    }
    return .intent(type: String(type), parameters: parameters)
  }
}

extension ExitCode {
  /// A refusal is an answer: of its codes only the deadline keeps a meaning of its own.
  fileprivate var asRefusal: ExitCode { self == .deadlinePassed ? self : .negative }
}

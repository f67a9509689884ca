import AccessibilityTree
import Testing

@Suite
struct `Actions as people write them` {
  static let table: [(kind: ActionKind, text: String?, command: ActionCommand)] = [
    (.press, nil, .press), (.delete, nil, .delete),
    (.setValue, "9.5", .setValue(9.5)), (.setText, " two words ", .setText(" two words ")),
    (.insertText, "hello", .insertText("hello", at: nil)),
    (.insertText, "5:hello", .insertText("hello", at: 5)),
    (.insertText, "a:b", .insertText("a:b", at: nil)),
    (.setSelection, "3-7", .setSelection(3..<7)), (.setSelection, "3", .setSelection(3..<3)),
    (.scroll, "Down", .scroll(.down)), (.zoomIn, nil, .zoomIn(at: nil)),
    (.zoomOut, "3,4", .zoomOut(at: Point(x: 3, y: 4))), (.drag, nil, .drag(point: nil)),
    (.drag, "Sound", .drag(point: "Sound")), (.custom, "Clear", .custom("Clear")),
    (.drop, "#26", .drop(source: ElementID(rawValue: 26), point: nil)),
    (.drop, "26 Set Sound 1", .drop(source: ElementID(rawValue: 26), point: "Set Sound 1")),
    (.intent, "Favorite beach=Baker", .intent(type: "Favorite", parameters: ["beach": "Baker"])),
    (
      .intent, "Rate beach=2 stars:=2 size:=0.5 isPublic:=true",
      .intent(
        type: "Rate", parameters: ["beach": "2", "stars": 2, "size": 0.5, "isPublic": true])
    ),
  ]

  @Test(arguments: table)
  func `an argument is parsed into a command`(
    _ row: (kind: ActionKind, text: String?, command: ActionCommand)
  ) throws {
    #expect(try ActionText.command(row.kind, row.text) == row.command)
  }

  static let wrong: [(kind: ActionKind, text: String?, message: String)] = [
    (.setValue, nil, "set-value needs a number"), (.setValue, "much", "\"much\" is not a number"),
    (.setValue, "inf", "\"inf\" is not a number"), (.setSelection, "7-3", "\"7-3\" is not a range"),
    (.scroll, "sideways", "up, down, left, right, next, previous"),
    (.zoomIn, "3", "\"3\" is not a point"), (.drop, "Synth", "drop needs the id"),
    (.intent, "Favorite beach", "write name=value"),
    (.intent, "F a:=two", "write a=two for a text"),
    (.intent, "F :=2", "write name=value"), (.intent, "F a:=nan", "not a number, true or false"),
    (.intent, "F a=1 a=2", "is given more than once"),
    (.directTouch, "here", "direct-touch: "),
    // Arguments that the action does not take are refused, not ignored.
    (.press, "hard", "press does not take a value: omit \"hard\""),
    (.increment, "3", "increment does not take a value"),
    (.setSelection, "a-5", "\"a-5\" is not a range"),
    (.setSelection, "5-", "\"5-\" is not a range"), (.setSelection, "1-2-3", "is not a range"),
  ]

  @Test(arguments: wrong)
  func `an invalid argument is refused with the reason`(
    _ row: (kind: ActionKind, text: String?, message: String)
  ) {
    let error = #expect(throws: ActionText.SyntaxError.self) {
      try ActionText.command(row.kind, row.text)
    }
    #expect(error?.description.contains(row.message) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: ActionKind.allCases)
  func `only actions without an argument are made without one`(_ kind: ActionKind) {
    let command = try? ActionText.command(kind, nil)
    #expect((command == nil) == (ActionText.argument(of: kind) != nil))
    #expect(command.map { $0.kind == kind } ?? true)
  }
}

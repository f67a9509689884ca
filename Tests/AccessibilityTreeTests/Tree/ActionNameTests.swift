import AccessibilityTree
import Testing

/// Names of actions and points, as people speak them.
struct ActionNameTests {
  private static let id = ElementID(rawValue: 2)
  private static let other = ElementID(rawValue: 3)

  private func spelled(_ command: ActionCommand) throws -> ActionCommand {
    let comment = Node(2, .button, "Comment") {
      $0.actions = ["favorite", "Reply", "reply", "REPLY"].map { Action(.custom, name: $0) }
      $0.dragPoints = [NamedPoint("Synth", Point(x: 1, y: 1))]
      $0.dropPoints = [NamedPoint("Set Sound 3", Point(x: 1, y: 1))]
    }
    let tree = try Tree([Node(1, .application, "App", children: [comment])])
    return ActionArguments.normalized(command, on: Self.id, in: tree)
  }

  @Test(arguments: [
    (ActionCommand.custom("Favorite"), ActionCommand.custom("favorite")),
    (.drag(point: "synth"), .drag(point: "Synth")),
    (.drop(source: other, point: "set sound 3"), .drop(source: other, point: "Set Sound 3")),
  ])
  func `A2 A12 a name is found regardless of case`(said: ActionCommand, meant: ActionCommand) throws
  {
    #expect(try spelled(said) == meant)
  }

  @Test(arguments: [
    ActionCommand.custom("reply"), .custom("Reply"), .custom("rePLY"), .custom("share"),
    .drop(source: other, point: "Set Sound 4"), .drop(source: other, point: nil), .press,
  ])
  func `A2 A12 a name with an exact match, no match or several matches is unchanged`(
    said: ActionCommand
  ) throws {
    #expect(try spelled(said) == said)
  }
}

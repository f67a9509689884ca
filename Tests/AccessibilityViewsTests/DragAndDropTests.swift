import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Drag and drop` {
  private struct Alert: View {
    @State private var sounds = ["", "", ""]

    var body: some View {
      Text("Bells").draggable("bells")
      Text("Number").draggable(7)
      Text("Still")
      Text("Cheers")
        .accessibilityValue(sounds.filter { !$0.isEmpty }.joined(separator: ", "))
        .frame(width: 300, height: 60)
        .dropDestination(for: String.self) { items, location in
          guard let sound = items.first, sound != sounds[index(location)] else { return false }
          sounds[index(location)] = sound
          AccessibilityNotification.Announcement("Drop complete").post()
          return true
        }
        .accessibilityDropPoint(.leading, description: "Set Sound 1")
        .accessibilityDropPoint(.center, description: "Set Sound 2")
        .accessibilityDropPoint(.trailing, description: "Set Sound 3")
    }

    private func index(_ location: Point) -> Int { min(max(Int(location.x * 3 / 65), 0), 2) }
  }

  private func drop(_ source: String, _ point: String?, _ stage: Stage) throws -> ActionCommand {
    .drop(source: try stage.element(source).id, point: point)
  }

  @Test func `A12 each named point receives its drops, and the application announces them`()
    throws
  {
    let stage = Stage { Alert() }
    let cheers = try stage.element("Cheers")
    #expect(cheers.dropPoints.map(\.name) == ["Set Sound 1", "Set Sound 2", "Set Sound 3"])
    #expect(cheers.dropPoints.allSatisfy { cheers.frame?.rect.contains($0.position) == true })
    #expect(try stage.element("Bells").actions.map(\.kind) == [.drag, .focus])
    _ = stage.news()
    try stage.perform(.drag(point: nil), on: "Bells")
    try stage.perform(drop("Bells", "Set Sound 3", stage), on: "Cheers")
    #expect(try stage.element("Cheers").value == "bells")
    let root = try #require(stage.host.application)
    #expect(
      stage.news() == [
        .valueChanged(element: cheers.id, old: "", new: "bells"),
        .announcement(text: "Drop complete", priority: .default, element: root),
      ])
  }

  @Test func `A12 A16 an invalid drop, or a drop on an invalid point, is refused`() throws {
    let stage = Stage { Alert() }
    func reason(_ command: ActionCommand, on label: String = "Cheers") throws
      -> ActionRefusal.Reason
    {
      try stage.refusal(command, on: label).reason
    }
    #expect(try reason(drop("Bells", "Set Sound 4", stage)) == .invalidArgument)
    #expect(try reason(drop("Still", "Set Sound 1", stage)) == .invalidArgument)
    #expect(try reason(drop("Number", "Set Sound 1", stage)) == .rejected)
    #expect(try reason(drop("Bells", nil, stage), on: "Still") == .unsupported)
    #expect(try reason(.drop(source: ElementID(rawValue: 999), point: nil)) == .stale)
    #expect(try reason(.drag(point: "Nose"), on: "Bells") == .invalidArgument)
    try stage.perform(drop("Bells", "Set Sound 1", stage), on: "Cheers")
    #expect(try reason(drop("Bells", "Set Sound 1", stage)) == .rejected)
  }
}

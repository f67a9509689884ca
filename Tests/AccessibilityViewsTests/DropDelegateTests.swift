import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Drop delegates` {
  private final class Alert: ObservableObject {
    @Published var sounds = ["", "", ""]
    @Published var log: [String] = []
    @Published var isMuted = false
  }

  private struct AlertDelegate: DropDelegate {
    let alert: Alert

    func dropEntered(info: DropInfo) { alert.log.append("entered") }
    func dropExited(info: DropInfo) { alert.log.append("exited") }

    func dropUpdated(info: DropInfo) -> DropProposal? {
      DropProposal(operation: alert.isMuted ? .forbidden : .copy)
    }

    func performDrop(info: DropInfo) throws -> Bool {
      guard let sound = info.itemProviders(for: [.audio]).first?.item as? String else {
        return false
      }
      guard sound != "Silence" else { throw ActionRefusal(.rejected, "silence is no alert") }
      alert.sounds[min(Int(info.location.x / 100), 2)] = sound
      return true
    }
  }

  private struct Page: View {
    let alert: Alert

    var body: some View {
      ForEach(["Bells", "Silence"], id: \.self) { sound in
        Text(sound)
          .onDrag { NSItemProvider(item: sound, typeIdentifier: UTType.wav.identifier) }
      }
      Text("Words").draggable("words")
      Rectangle().frame(width: 300, height: 60)
        .accessibilityLabel("Cheers")
        .accessibilityValue(alert.sounds.joined(separator: ","))
        .onDrop(of: [.audio], delegate: AlertDelegate(alert: alert))
        .accessibilityDropPoint(.leading, description: "Set Sound 1")
        .accessibilityDropPoint(.trailing, description: "Set Sound 3")
    }
  }

  private func drop(_ source: String, _ point: String?, _ stage: Stage) throws -> ActionCommand {
    .drop(source: try stage.element(source).id, point: point)
  }

  @Test func `A12 a delegate takes what is dropped where it is dropped`() throws {
    let alert = Alert()
    let stage = Stage { Page(alert: alert) }
    #expect(try stage.element("Bells").actions.map(\.kind) == [.drag, .focus])
    try stage.perform(drop("Bells", "Set Sound 3", stage), on: "Cheers")
    #expect(try stage.element("Cheers").value == ",,Bells")
    try stage.perform(drop("Bells", "Set Sound 1", stage), on: "Cheers")
    #expect(try stage.element("Cheers").value == "Bells,,Bells")
    #expect(alert.log == ["entered", "entered"])
    stage.verify()
  }

  @Test func `A12 A16 what is of another type, is forbidden or refused is not taken`() throws {
    let alert = Alert()
    let stage = Stage { Page(alert: alert) }
    func refusal(_ source: String) throws -> ActionRefusal {
      guard
        case .refused(let refusal) = try stage.perform(drop(source, nil, stage), on: "Cheers")
      else { throw ActionRefusal(.unsupported, "it was taken") }
      return refusal
    }
    #expect(try refusal("Words").message.contains("takes public.audio only"))
    #expect(alert.log == [])
    #expect(try refusal("Silence").message == "silence is no alert")
    #expect(alert.log == ["entered", "exited"])
    alert.isMuted = true
    #expect(try refusal("Bells").message.contains("did not take"))
    #expect(alert.sounds == ["", "", ""])
  }

  @Test func `A12 a closure takes providers, and a destination takes their values`() throws {
    struct Page: View {
      @State private var dropped: [String] = []
      @State private var isTargeted = false

      var body: some View {
        Text("Bells").onDrag { NSItemProvider(object: "bells") }
        Text("Closure")
          .onDrop(of: [.text], isTargeted: $isTargeted) { providers, _ in
            for provider in providers {
              provider.loadTransferable(type: String.self) { result in
                if case .success(let text) = result { dropped.append("\(text) \(isTargeted)") }
              }
            }
            return true
          }
        Text("Destination").dropDestination(for: String.self) { items, _ in
          dropped += items
          return true
        }
        Text("Log").accessibilityValue(dropped.joined(separator: ", "))
      }
    }
    let stage = Stage { Page() }
    try stage.perform(drop("Bells", nil, stage), on: "Closure")
    try stage.perform(drop("Bells", nil, stage), on: "Destination")
    #expect(try stage.element("Log").value == "bells true, bells")
  }
}

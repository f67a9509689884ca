internal import AccessibilityViews

/// An application that assigns sounds to a friend by drag and drop, to be played when the friend comments (P8).
struct AlertSoundsApp: App {
  static let title = "Alert sounds"

  var body: some Scene {
    WindowGroup("Alert sounds") { CommentAlerts() }
  }
}

enum Sound: String, CaseIterable, Identifiable {
  case synth = "Synth"
  case bells = "Bells"
  case birds = "Birds"
  case waves = "Waves"

  var id: Sound { self }
}

/// A friend, with up to three sounds that are played in order.
final class Contact: ObservableObject {
  let name: String
  @Published var sounds: [Sound?] = [nil, nil, nil]

  init(_ name: String) {
    self.name = name
  }

  /// The places for sounds, counted from 0.
  var slots: [Int] { Array(sounds.indices) }

  /// The sounds in words: "alert, bells, birds".
  var alert: String {
    let names = sounds.compactMap { $0?.rawValue.lowercased() }
    return "alert, " + (names.isEmpty ? "no sounds" : names.joined(separator: ", "))
  }
}

private struct CommentAlerts: View {
  @State private var contact = Contact("Cheers")

  var body: some View {
    HStack {
      ForEach(Sound.allCases) { sound in
        Text(sound.rawValue)
          .onDrag { NSItemProvider(item: sound, typeIdentifier: UTType.audio.identifier) }
          // There are few places to drop a sound, so each of them is an action, too.
          .accessibilityActions {
            ForEach(contact.slots, id: \.self) { slot in
              Button("Set Sound \(slot + 1) for \(contact.name)") {
                contact.sounds[slot] = sound
                AccessibilityNotification.Announcement("\(contact.name), \(contact.alert)").post()
              }
            }
          }
      }
    }
    CommentAlertView(contact: contact)
      .draggable(contact)
      .onDrop(of: [.audio], delegate: AlertDelegate(contact: contact))
      .accessibilityDropPoint(.leading, description: "Set Sound 1")
      .accessibilityDropPoint(.center, description: "Set Sound 2")
      .accessibilityDropPoint(.trailing, description: "Set Sound 3")
  }
}

/// Sets a sound by where it is dropped.
struct AlertDelegate: DropDelegate {
  let contact: Contact

  func performDrop(info: DropInfo) -> Bool {
    guard let sound = info.itemProviders(for: [.audio]).first?.item as? Sound else { return false }
    contact.sounds[CommentAlertView.slot(at: info.location.x)] = sound
    return true
  }
}

/// A friend, and the sounds that were set.
struct CommentAlertView: View {
  static let width = 300.0

  let contact: Contact

  var body: some View {
    HStack {
      Text(contact.name)
      Text(contact.alert)
    }
    .frame(width: Self.width, height: 60)
    .accessibilityElement()
    .accessibilityLabel(contact.name)
    .accessibilityValue(contact.alert)
  }

  /// Returns the slot at `x`, counted from 0.
  static func slot(at x: Double) -> Int {
    x < width / 3 ? 0 : x < width * 2 / 3 ? 1 : 2
  }
}

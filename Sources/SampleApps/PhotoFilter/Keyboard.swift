internal import AccessibilityViews

/// Piano keys that compose a tone for the picture.
struct Keyboard: View {
  /// The maximum number of notes in a tone; a new note replaces the oldest.
  private static let length = 8

  @State private var tone: [String] = []

  var body: some View {
    HStack(spacing: 2) {
      ForEach(["C", "D", "E", "F", "G"], id: \.self) { note in
        KeyboardKeyView(note: note) { tone = (tone + [note]).suffix(Self.length) }
      }
    }
    Text("Tone")
      .accessibilityValue(tone.isEmpty ? "silent" : tone.joined(separator: ", "))
      .accessibilityAction(.delete) { tone = [] }
  }
}

/// A key that sounds as soon as it is touched; speech would interfere (A14).
private struct KeyboardKeyView: View {
  let note: String
  let playSound: () -> Void

  var body: some View {
    Rectangle()
      .fill(Color.white)
      .frame(width: 35, height: 80)
      .accessibilityLabel(note)
      .accessibilityAddTraits([.isKeyboardKey, .playsSound])
      .onTapGesture(count: 1) {
        playSound()
      }
      .accessibilityDirectTouch(options: .silentOnTouch)
  }
}

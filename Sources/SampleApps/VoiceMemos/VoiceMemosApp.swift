internal import AccessibilityTree
internal import AccessibilityViews

/// Voice memos: a rotor of those not heard, points to drag them by, a dial that is presented as a slider,
/// attributes that are computed when they are read, and a focus that the application moves.
struct VoiceMemosApp: App {
  static let title = "Voice memos"

  var body: some Scene {
    WindowGroup("Voice memos") { VoiceMemos() }
  }
}

private struct VoiceMemos: View {
  @State private var memos = Memo.samples
  @State private var ringtone = "Bells"

  var body: some View {
    ForEach(memos) { memo in
      MemoView(memo: memo)
        // There is one place to drop a memo, so that it is an action, too.
        .accessibilityAction(named: "Use as ringtone") {
          ringtone = memo.name
          AccessibilityNotification.Announcement("Ringtone, \(memo.name)").post()
        }
    }
    Text("Ringtone")
      .frame(width: 300, height: 44)
      .accessibilityValue(ringtone)
      .dropDestination(for: Memo.self) { memos, _ in
        guard let memo = memos.first else { return false }
        ringtone = memo.name
        return true
      }
    LoudnessDial()
    Recorder { memos.append(Memo($0, seconds: 5)) }
  }
}

/// A memo that is played, or dragged as a whole or from its beginning.
private struct MemoView: View {
  let memo: Memo

  var body: some View {
    Button(memo.name) {
      memo.isHeard = true
      AccessibilityNotification.Announcement("Playing \(memo.name)").post()
    }
    .frame(width: 300, height: 44)
    .accessibilityLabelBlock { "\(memo.name), \(memo.seconds) seconds" }
    .accessibilityHintBlock { memo.isHeard ? "Plays it again." : "Plays it." }
    .accessibilityRotorEntry("Not heard", isEnabled: !memo.isHeard)
    .draggable(memo)
    .accessibilityDragPoint(.leading, description: "The beginning")
    .accessibilityDragPoint(.center, description: "The whole memo")
  }
}

/// A dial that is turned by a finger. Assistive technologies get a slider in its place.
private struct LoudnessDial: View {
  private static let side = 120.0

  @State private var loudness = 50.0

  var body: some View {
    Circle()
      .frame(width: Self.side, height: Self.side)
      .gesture(
        DragGesture().onChanged { drag in
          loudness = min(max(drag.location.x / Self.side, 0), 1) * 100
        }
      )
      .accessibilityRepresentation {
        Slider(value: $loudness, in: 0...100, step: 10) { Text("Loudness") }
      }
  }
}

/// Records a memo. Without a name it says so, and moves the focus to the field that asks for one.
private struct Recorder: View {
  @State private var name = ""
  @AccessibilityFocusState private var isNaming: Bool
  let record: (String) -> Void

  var body: some View {
    TextField("Name of the next memo", text: $name)
      .accessibilityFocused($isNaming)
    Button("Record") {
      if name.isEmpty {
        AccessibilityNotification.Announcement("Name the memo before you record it").post()
        isNaming = true
      } else {
        record(name)
        AccessibilityNotification.Announcement("Recorded \(name)").post()
        name = ""
      }
    }
  }
}

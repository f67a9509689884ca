internal import AccessibilityTree
internal import AccessibilityViews

/// Examples of every trait, in a player for lectures (T).
struct TraitsApp: App {
  static let title = "Traits"

  var body: some Scene {
    WindowGroup("Lectures") { Lectures() }
  }
}

private struct Lectures: View {
  @State private var tab = "Watch"
  @State private var isLeaving = false
  @State private var hasLeft = false

  var body: some View {
    Text("Lectures").accessibilityHeading(.h1)
    Text("3 lectures, 1 not watched")
      .accessibilityAddTraits(.isSummaryElement)
    if hasLeft {
      Text("You have left the lecture")
      Button("Come back") { hasLeft = false }
    } else {
      HStack {
        ForEach(["Watch", "Read", "Try"], id: \.self) { name in
          Button(name) { tab = name }
            .accessibilitySelectable(tab == name)
        }
      }
      .accessibilityElement(children: .contain)
      .accessibilityLabel("Sections")
      .accessibilityAddTraits(.isTabBar)
      switch tab {
      case "Watch": Player()
      case "Read": Reader()
      default: Instrument()
      }
      Button("Leave") { isLeaving = true }
        .alert("Leave the lecture?", isPresented: $isLeaving) {
          Button("Stay") { isLeaving = false }
          Button("Leave") {
            (isLeaving, hasLeft) = (false, true)
            AccessibilityNotification.Announcement("You have left the lecture").post()
          }
        }
    }
  }
}

/// The player, with what is seen and heard of a lecture.
private struct Player: View {
  @State private var title = ""
  @State private var volume = 30.0
  @State private var hasCaptions = false
  @State private var zoom = 1
  @State private var isPlaying = false
  @State private var seconds = 0

  var body: some View {
    TextField("Search lectures", text: $title)
      .accessibilityAddTraits(.isSearchField)
    Image("slide-7", label: Text("A tree of elements"))
      .frame(width: 160, height: 90)
      .accessibilityValue("\(zoom)x")
      .accessibilityZoomAction { action -> Bool in
        let zoomed = zoom + (action.direction == .zoomIn ? 1 : -1)
        guard (1...3).contains(zoomed) else { return false }
        zoom = zoomed
        return true
      }
    Button(isPlaying ? "Pause" : "Play") { isPlaying.toggle() }
      .accessibilityAddTraits(.startsMediaSession)
      .task(id: isPlaying) {
        while isPlaying {
          do { try await Task.sleep(for: .seconds(1)) } catch { return }
          seconds += 1
        }
      }
    Button("Chime") {}
      .accessibilityAddTraits(.playsSound)
    Text("Time")
      .accessibilityValue("\(seconds) s")
      .accessibilityAddTraits(.updatesFrequently)
    Slider(value: $volume, in: 0...100, step: 10) { Text("Volume") }
    Toggle("Captions", isOn: $hasCaptions)
    Button("Next lecture") {}
      .disabled(true)
  }
}

/// A page of the notes for a lecture.
private struct Reader: View {
  private static let pages = 5

  @State private var page = 1
  @State private var isVisited = false

  var body: some View {
    Text("Notes")
      .frame(width: 200, height: 60)
      .accessibilityValue("What page \(page) says.")
      .accessibilityAddTraits(.causesPageTurn)
      .accessibilityScrollAction { direction in
        let next = page + (direction == .next || direction == .down ? 1 : -1)
        guard (1...Self.pages).contains(next) else {
          throw ActionRefusal(.outOfRange, "there are \(Self.pages) pages; this is page \(page)")
        }
        page = next
        AccessibilityNotification.PageScrolled("Page \(page) of \(Self.pages)").post()
      }
    Text("Sources")
      .frame(width: 200, height: 44)
      .accessibilityValue("visited", isEnabled: isVisited)
      .accessibilityAddTraits(.isLink)
      .accessibilityAction { isVisited = true }
  }
}

/// An instrument for trying out a lecture.
private struct Instrument: View {
  @State private var note = "silent"

  var body: some View {
    Polygon([.top, .bottomTrailing, .bottomLeading])
      .frame(width: 160, height: 120)
      .accessibilityLabel("Triangle")
      .accessibilityValue(note)
      .contentShape(.accessibility, Polygon([.top, .bottomTrailing, .bottomLeading]))
      .onTapGesture { note = "ringing" }
      .accessibilityDirectTouch(options: .silentOnTouch)
    Rectangle()
      .frame(width: 44, height: 120)
      .accessibilityLabel("Mute")
      .accessibilityAddTraits(.isKeyboardKey)
      .onTapGesture { note = "silent" }
    Drum()
  }
}

/// A drum that is named whenever it is touched, and beaten by the same touch.
private struct Drum: View {
  @State private var beats = 0

  var body: some View {
    Rectangle()
      .frame(width: 120, height: 80)
      .accessibilityLabel("Drum")
      .accessibilityValue(beats == 1 ? "1 beat" : "\(beats) beats")
      .onTapGesture { beats += 1 }
      .accessibilityDirectTouch()
  }
}

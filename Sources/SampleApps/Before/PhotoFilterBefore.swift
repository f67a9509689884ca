internal import AccessibilityViews

/// The photo editor without the enhancements of the talk: a filter that is a button like any other, a picture and
/// round buttons that are named by their files, a zoom that needs two fingers, keys that are spoken when they are
/// played, and announcements that interrupt each other.
struct PhotoFilterBeforeApp: App {
  static let title = "Photo filter before"

  var body: some Scene {
    WindowGroup("Photo filter") { PhotoFilterBefore() }
  }
}

private struct PhotoFilterBefore: View {
  @State private var filter = false
  @State private var zoom = 1.0
  @State private var color = "red"

  var body: some View {
    VStack {
      Image("tree")
        .resizable()
        .scaleEffect(zoom)
        .frame(width: 320, height: 200)
        .gesture(MagnifyGesture().onEnded { zoom = min(max(zoom * $0.magnification, 1), 5) })
      Button("Filter") { filter.toggle() }
        .background(filter ? Color.green : Color.white)
      HStack {
        ForEach(["red", "green", "blue"], id: \.self) { name in
          Button {
            color = name
          } label: {
            Image("circle-\(name)").resizable().frame(width: 44, height: 44)
          }
        }
      }
      KeyboardBefore()
    }
    .toolbar {
      Button("Photos") {}
      Button {
        for text in ["Opening Camera", "Camera Loading", "Camera Active"] {
          AccessibilityNotification.Announcement(text).post()
        }
      } label: {
        Image("Camera", label: Text("Camera"))
      }
    }
  }
}

private struct KeyboardBefore: View {
  @State private var tone = ""

  var body: some View {
    HStack(spacing: 2) {
      ForEach(["C", "D", "E", "F", "G"], id: \.self) { note in
        Rectangle()
          .fill(Color.white)
          .frame(width: 35, height: 80)
          .accessibilityLabel(note)
          .onTapGesture { tone = note }
      }
    }
  }
}

internal import AccessibilityViews

/// A picture with a filter, a zoom, and a tone (P10).
struct PhotoFilterApp: App {
  static let title = "Photo filter"

  var body: some Scene {
    WindowGroup("Photo filter") { PhotoFilterView() }
  }
}

private struct PhotoFilterView: View {
  @State private var filter = false
  @State private var color = "Red"

  var body: some View {
    VStack {
      ZoomingImageView(imageName: "tree", filter: filter)
      FilterButton(filter: $filter)
      HStack {
        ForEach(["Red", "Green", "Blue"], id: \.self) { name in
          ColorButton(name: name, color: $color)
        }
      }
      Keyboard()
    }
    .toolbar {
      Button {
        AccessibilityNotification.Announcement("Loading photos view")
          .post()
      } label: {
        Text("Photos")
      }
      CameraButton()
    }
  }
}

private struct FilterButton: View {
  @Binding var filter: Bool

  var body: some View {
    Button {
      filter.toggle()
    } label: {
      Text("Filter")
    }
    .background(filter ? Color.green : Color.white)
    .accessibilityAddTraits(.isToggle)
    .accessibilityAddTraits(filter ? .isSelected : [])
  }
}

/// A round button with a round outline for assistive technologies (E6).
private struct ColorButton: View {
  let name: String
  @Binding var color: String

  var body: some View {
    Button {
      color = name
    } label: {
      Image("circle-\(name.lowercased())")
        .resizable()
        .frame(width: 44, height: 44)
    }
    .accessibilityLabel(name)
    .accessibilitySelectable(color == name)
    .contentShape(.accessibility, Circle())
  }
}

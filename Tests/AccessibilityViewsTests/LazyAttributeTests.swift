import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Attributes told as blocks` {
  /// A class that views cannot observe.
  private final class Photo {
    var isFiltered = false
    var asked = 0

    func value() -> String {
      asked += 1
      return isFiltered ? "Filtered" : "Not Filtered"
    }
  }

  @Test
  func `E10 a block runs when the element is read, is never stale, and reports what differs`()
    throws
  {
    let photo = Photo()
    let stage = Stage {
      Image("photo", label: Text("Photo")).accessibilityValueBlock { photo.value() }
      Button("Other") {}
    }
    let id = try stage.element("Photo").id
    _ = stage.news()
    photo.isFiltered = true
    stage.host.prepareToRead()
    #expect(try stage.element("Photo").value == "Filtered")
    #expect(stage.news() == [.valueChanged(element: id, old: "Not Filtered", new: "Filtered")])
    let revision = stage.store.revision
    stage.host.prepareToRead()
    #expect(stage.store.revision == revision)
  }

  @Test func `E10 blocks do not run while nobody reads`() throws {
    struct Page: View {
      let photo: Photo
      @State private var count = 0

      var body: some View {
        Button("Count") { count += 1 }.accessibilityValue("\(count)")
        PhotoView(photo: photo)
      }
    }
    struct PhotoView: View {
      let photo: Photo

      var body: some View {
        Image("photo", label: Text("Photo")).accessibilityValueBlock { photo.value() }
      }
    }
    let photo = Photo()
    let stage = Stage { Page(photo: photo) }
    let asked = photo.asked
    for _ in 0..<100 { try stage.press("Count") }
    #expect(photo.asked == asked)
  }

  @Test func `E10 changes of state that a block reads are noticed`() throws {
    final class Model: ObservableObject {
      @Published var name = "a"
    }
    let model = Model()
    let stage = Stage { Text("x").accessibilityLabelBlock { model.name } }
    model.name = "b"
    #expect(stage.labels == ["b"])
  }
}

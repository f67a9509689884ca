import AccessibilitySpeech
import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Toggles` {
  private struct Filter: View {
    @State private var isOn = false
    let describe: (AnyView, Bool) -> AnyView

    var body: some View {
      describe(AnyView(Button("Filter") { isOn.toggle() }.accessibilityAddTraits(.isToggle)), isOn)
    }
  }

  private func speech(_ stage: Stage) throws -> String {
    let id = try stage.element("Filter").id
    return Speech.utterance(of: id, in: stage.store.tree, verbosity: .brief).text
  }

  @Test func `T2 a button with isToggle is on while it has isSelected`() throws {
    let stages = [
      Stage { Filter { AnyView($0.accessibilityAddTraits($1 ? .isSelected : [])) } },
      Stage {
        Filter { AnyView($0.accessibilityRemoveTraits(.isSelected).accessibilitySelectable($1)) }
      },
    ]
    for stage in stages {
      #expect(try stage.element("Filter").effectiveValue == "0")
      #expect(try speech(stage) == "Filter, switch button, off")
      _ = stage.news()
      try stage.press("Filter")
      let filter = try stage.element("Filter")
      #expect(
        stage.news() == [.valueChanged(element: filter.id, old: "0", new: "1")])
      #expect(filter.traits == [.button, .toggle, .selected])
      #expect(filter.states.isSuperset(of: [.checkable, .checked, .selected]))
      #expect(!filter.states.contains(.selectable))
      #expect(try speech(stage) == "Filter, switch button, on")
      try stage.press("Filter")
      let off = try stage.element("Filter")
      #expect(
        off.states.isDisjoint(with: [.checked, .selected]) && !off.traits.contains(.selected))
      stage.verify()
    }
  }

  @Test func `T2 isToggle alone does not say which state it is in, and none is made up`() throws {
    let stage = Stage { Filter { view, _ in view } }
    try stage.press("Filter")
    let filter = try stage.element("Filter")
    #expect(filter.effectiveValue == nil && !filter.isUnchecked)
    #expect(try speech(stage) == "Filter, switch button")
  }

  @Test func `T2 a Toggle that is on is selected`() throws {
    struct Page: View {
      @State private var isOn = true

      var body: some View { Toggle("Filter", isOn: $isOn) }
    }
    let stage = Stage { Page() }
    let on = try stage.element("Filter")
    #expect(on.traits == [.button, .toggle, .selected])
    #expect(on.states.isSuperset(of: [.checkable, .checked, .selected]))
    #expect(try speech(stage) == "Filter, switch button, on", "selected is not said as well")
    try stage.press("Filter")
    #expect(try stage.element("Filter").traits == [.button, .toggle])
    stage.verify()
  }
}

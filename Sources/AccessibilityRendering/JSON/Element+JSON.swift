package import AccessibilityTree

/// The keys are the field names in `proto/a11y/bridge/v1/element.proto`. Enumerations have the short names that
/// selectors use ("button"), ids are numbers (482117350014), and absent, empty and default values are omitted.
extension Element: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("id", id)
    writer.field("role", role.name)
    writer.field("label", label)
    writer.field("value", value)
    if !states.isEmpty { writer.field("states", names: states.forEachName) }
    if !traits.isEmpty { writer.field("traits", names: traits.forEachName) }
    writer.field("actions", actions)
    writer.field("range", range)
    writer.field("parent_id", parent)
    writer.field("child_ids", ids: children)
    writer.field("application_id", application)
    writer.field("frame", frame)
    writer.field("native_role", nativeRole.isEmpty ? nil : nativeRole)
    writer.field("contents", contents)
    writer.field("hint", hint)
    writer.field("identifier", identifier)
    writer.field("placeholder", placeholder)
    writer.field("activation_point", activationPoint)
    writer.field("content_path", contentPath)
    writer.field("text", text)
    writer.field("relations", relations)
    writer.field("level", level)
    writer.field("position_in_set", positionInSet)
    writer.field("set_size", setSize)
    writer.field("sort_priority", sortPriority == 0 ? nil : sortPriority)
    writer.field("live_region", liveRegion?.name)
    writer.field("input_labels", inputLabels)
    writer.field("attributes", attributes)
    writer.field("total_children", totalChildren)
    writer.field("shortened_fields", shortenedFields)
    if isRedacted { writer.field("redacted", true) }
    writer.field("drag_points", dragPoints)
    writer.field("drop_points", dropPoints)
    writer.field("direct_touch", directTouch)
    writer.field("speech", speech)
    writer.field("intents", intents)
    writer.field("rotors", rotors)
  }
}

extension Action: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("kind", kind.name)
    writer.field("name", name)
    writer.field("native_name", nativeName)
  }
}

extension Point: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("x", x)
    writer.field("y", y)
  }
}

extension Rect: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("x", x)
    writer.field("y", y)
    writer.field("width", width)
    writer.field("height", height)
  }
}

extension CoordinateSpace {
  /// The name in JSON and on the command line.
  package var name: String {
    switch self {
    case .screen: "screen"
    case .window: "window"
    }
  }
}

extension Frame: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("rect", rect)
    writer.field("space", space.name)
  }
}

extension ContentPath: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    switch self {
    case .rectangle(let rect): writer.field("rectangle", rect)
    case .ellipse(let rect): writer.field("ellipse", rect)
    case .roundedRectangle(let rect, let radius):
      writer.key("rounded_rectangle")
      writer.object {
        $0.field("rect", rect)
        $0.field("corner_radius", radius)
      }
    case .polygon(let corners):
      writer.key("polygon")
      writer.object { $0.field("corners", corners) }
    }
  }
}

extension NumericRange: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("current", current)
    writer.field("minimum", minimum)
    writer.field("maximum", maximum)
    writer.field("step", step)
  }
}

extension TextState: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("length", length)
    writer.field("caret", caret)
    guard !selections.isEmpty else { return }
    writer.key("selections")
    writer.array {
      for selection in selections {
        $0.object {
          $0.field("start", selection.lowerBound)
          $0.field("end", selection.upperBound)
        }
      }
    }
  }
}

extension Relation: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("kind", kind.name)
    writer.field("target_ids", ids: targets)
  }
}

extension ToolkitAttribute: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("name", name)
    writer.field("value", value)
  }
}

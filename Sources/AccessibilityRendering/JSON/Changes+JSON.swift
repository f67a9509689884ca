package import AccessibilityTree

extension Application: JSONRepresentable {
  /// Writes all properties except `lastHeard`, which has no meaning without the server's clock.
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("root_id", root)
    writer.field("name", name)
    writer.field("process_id", processID)
    writer.field("toolkit", toolkit.isEmpty ? nil : toolkit)
    writer.field("toolkit_version", toolkitVersion.isEmpty ? nil : toolkitVersion)
    writer.field("source", source)
    writer.field("health", health.name)
    writer.field("load", load.name)
    if let detail = loadDetail { writer.field("load_detail", detail) }
  }
}

extension Delta: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("from_revision", revision: from)
    writer.field("revision", revision: to)
    writer.field("changed", changed)
    writer.field("removed_ids", ids: removed)
  }
}

extension Notification: JSONRepresentable {
  /// Writes `kind`, named as in subscriptions, and the fields of its message under the key of that message.
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("kind", kind.names.first)
    switch self {
    case .announcement(let text, let priority, let element):
      writer.key("announcement")
      writer.object {
        $0.field("text", text)
        $0.field("priority", priority.name)
        $0.field("element_id", element)
      }
    case .layoutChanged(let container, let focus):
      writer.key("layout_changed")
      writer.object {
        $0.field("container_id", container)
        $0.field("focus_id", focus)
      }
    case .screenChanged(let root, let focus):
      writer.key("screen_changed")
      writer.object {
        $0.field("root_id", root)
        $0.field("focus_id", focus)
      }
    case .valueChanged(let element, let old, let new):
      writer.key("value_changed")
      writer.object {
        $0.field("element_id", element)
        $0.field("old_value", old)
        $0.field("new_value", new)
      }
    case .scrolled(let container, let deltaX, let deltaY, let page):
      writer.key("scrolled")
      writer.object {
        $0.field("container_id", container)
        $0.field("delta_x", deltaX)
        $0.field("delta_y", deltaY)
        $0.field("page", page)
      }
    case .focusMoved(let from, let to):
      writer.key("focus_moved")
      writer.object {
        $0.field("from_id", from)
        $0.field("to_id", to)
      }
    case .applicationChanged(let application):
      writer.field("application_changed", application)
    case .speech(let event): writer.field("speech", event)
    }
  }
}

extension VerifyReport: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("application_id", application)
    writer.field("compared", compared)
    writer.field("differences", differences)
    writer.field("difference_count", differences.count)
    writer.field("transient_count", transient)
    writer.field("unmirrored_count", unmirrored)
    writer.field("failure", failure.isEmpty ? nil : failure)
  }
}

extension VerifyReport.Difference: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("element_id", element)
    writer.field("object", object)
    writer.field("field", field)
    writer.field("mirrored", mirrored)
    writer.field("live", live)
  }
}

extension Finding: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("severity", severity.name)
    writer.field("subject", subject)
    writer.field("message", message)
    writer.field("remedy", remedy.isEmpty ? nil : remedy)
  }
}

extension Finding.Severity {
  /// The name in JSON and on the command line.
  package var name: String {
    switch self {
    case .ok: "ok"
    case .note: "note"
    case .problem: "problem"
    }
  }
}

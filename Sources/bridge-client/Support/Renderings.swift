package import AccessibilityRendering
internal import AccessibilityTree
package import BridgeProtocol

extension ApplicationInfo: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    application.writeFields(to: &writer)
    writer.field("last_heard_age_ms", lastHeardAgoMs)
    writer.field("element_count", elementCount)
    writer.field("windows", windows)
    writer.field("call_count", callCount)
  }
}

extension Window: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("id", id)
    writer.field("title", title)
    writer.field("active", isActive)
  }
}

extension GetServerInfoResponse: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("version", version)
    writer.field("epoch", revision: epoch)
    writer.field("revision", revision: revision)
    writer.key("sources")
    writer.array { for source in sources { $0.value(source) } }
    writer.field("limits", limits)
    writer.field("uptime_ms", uptimeMs)
    writer.field("element_count", elementCount)
    writer.field("connection_count", connectionCount)
    writer.field("subscription_count", subscriptionCount)
    writer.field("slow_turns", slowTurns)
    writer.field("longest_turn_us", longestTurnUs)
    writer.field("measured_turn_us", measuredTurnUs)
    writer.field("measured_turn_cpu_us", measuredTurnCPUUs)
    writer.field("memory", memory)
    if let auditLog { writer.field("audit_log", auditLog) }
    if !reloadProblems.isEmpty { writer.field("reload_problems", reloadProblems) }
  }
}

extension AuditLogState: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("path", path)
    writer.field("records", records)
    writer.field("problem", problem.isEmpty ? nil : problem)
    writer.field("stops_actions", stopsActions)
  }
}

extension MemoryUsage: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("limit_bytes", limit)
    writer.field("used_bytes", used)
    writer.field("peak_bytes", peak)
    writer.key("uses")
    writer.array { for use in uses { $0.value(use) } }
    writer.field("largest_connection", largestConnection.isEmpty ? nil : largestConnection)
    writer.field("largest_connection_bytes", largestConnectionBytes)
    writer.field("ended_connections", endedConnections)
    writer.field("refused_calls", refusedCalls)
    writer.field("lost_backlogs", lostBacklogs)
    writer.field("dropped_notifications", droppedNotifications)
  }
}

extension MemoryUsage.Use: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("purpose", purpose)
    writer.field("bytes", bytes)
  }
}

extension SourceInfo: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("name", name)
    writer.field("phase", "\(phase)")
    writer.field("detail", detail.isEmpty ? nil : detail)
  }
}

extension ServerLimits: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("max_frame_length", maxFrameLength)
    writer.field("max_concurrent_calls", maxConcurrentCalls)
    writer.field("max_connections", maxConnections)
    writer.field("max_selector_length", maxSelectorLength)
    writer.field("max_page_size", maxPageSize)
    writer.field("max_logged_revisions", maxLoggedRevisions)
    writer.field("named", named)
  }
}

extension NamedLimit: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("name", name)
    writer.field("value", value)
    writer.field("unit", unit.isEmpty ? nil : unit)
    writer.field("text", text)
    writer.field("summary", summary)
  }
}

extension Status: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("code", code.name)
    writer.field("reason", reason.name)
    writer.field("message", message)
    guard let detail else { return }
    writer.field("element_id", detail.element)
    writer.field("selector", detail.selector)
    writer.field("offset", detail.offset)
    writer.field("candidates", detail.candidates)
    writer.field("candidate_count", detail.candidateCount == 0 ? nil : detail.candidateCount)
    writer.field("remedy", detail.remedy.isEmpty ? nil : detail.remedy)
    writer.field("limit", detail.limit == 0 ? nil : detail.limit)
    writer.field("limit_name", detail.limitName.isEmpty ? nil : detail.limitName)
  }
}

extension Candidate: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("id", id)
    writer.field("description", description)
  }
}

extension Receipt: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("outcome", "\(outcome)")
    writer.field("refusal", refusal)
    writer.field("element_id", element)
    writer.field("method", method.isEmpty ? nil : method)
    writer.field("revision_before", revision: revisionBefore)
    writer.field("revision_after", revision: revisionAfter)
    writer.field("update", update)
    writer.field("performed_us", performedUs)
    writer.field("settled_us", settledUs)
    writer.field("quiet", isQuiet)
    writer.field("target", target.map(TargetText.init))
    writer.field("target_changed", targetChanged)
    writer.field("target_other", targetOther.map(TargetText.init))
    writer.field("effect", effect?.name)
    writer.field("retry", retry.map { "\($0)" })
    if !labelChanges.isEmpty { writer.field("label_changes", labelChanges) }
    writer.field("shortfall", shortfall)
    writer.field("obstacle", obstacle)
    writer.field("note", note.isEmpty ? nil : note)
    writer.field("appeared_ids", ids: appeared)
    if !stateChanges.isEmpty { writer.field("state_changes", stateChanges) }
  }
}

extension StateChange: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("element_id", element)
    if !gained.isEmpty { writer.field("gained", gained.names) }
    if !lost.isEmpty { writer.field("lost", lost.names) }
  }
}

extension LabelChange: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("element_id", element)
    writer.field("before", TargetText(identity: before))
    writer.field("after", TargetText(identity: after))
  }
}

/// What an element was, in a receipt.
private struct TargetText: JSONRepresentable {
  let identity: ElementIdentity

  func writeFields(to writer: inout JSONWriter) {
    writer.field("role", identity.role.name)
    writer.field("label", identity.label)
  }
}

extension TreeUpdate: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("from_revision", revision: fromRevision)
    writer.field("revision", revision: revision)
    writer.field("changed", changed)
    writer.field("removed_ids", ids: removed)
    writer.field("left_scope_ids", ids: leftScope)
    writer.field("notifications", notifications)
    writer.field(
      "dropped_notifications", droppedNotifications == 0 ? nil : droppedNotifications)
  }
}

extension RevisedNotification: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("revision", revision: revision)
    notification.writeFields(to: &writer)
  }
}

extension PastAnnouncement: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("revision", revision: revision)
    writer.field("age_ms", ageMs)
    writer.field("text", text)
    writer.field("priority", priority.name)
    writer.field("element_id", element)
    writer.field("role", element == nil ? nil : role.name)
    writer.field("label", label)
    writer.field("application", applicationName.isEmpty ? nil : applicationName)
    writer.field("application_id", application)
  }
}

extension WaitForResponse: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("revision", revision: revision)
    writer.field("elements", elements)
    writer.field("total", total)
    writer.field("waited_us", waitedUs)
    if !silent.isEmpty { writer.field("silent", silent) }
  }
}

extension SilentApplication: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("root_id", root)
    writer.field("name", name)
    writer.field("last_heard_age_ms", lastHeardAgoMs)
  }
}

extension ApplicationReport: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("name", name)
    report.writeFields(to: &writer)
  }
}

/// A JSON object with a revision and the fields of a value.
struct Revised<Value: JSONRepresentable>: JSONRepresentable {
  let revision: Revision
  let value: Value

  func writeFields(to writer: inout JSONWriter) {
    writer.field("revision", revision: revision)
    value.writeFields(to: &writer)
  }
}

internal import AccessibilityMirror
internal import AccessibilityTree

/// Findings about applications that only their mirrors know.
extension DesktopSource {
  /// A finding for each application that is mirrored only in part, or does not respond.
  var mirrorFindings: [Finding] {
    let applications = bus?.context.applications.values.sorted { $0.root.id < $1.root.id } ?? []
    return applications.flatMap { application -> [Finding] in
      let name = application.title.isEmpty ? application.peer.name : application.title
      let subject = "mirror of \(name.bounded(256))"
      var findings: [Finding] = []
      if case .partial(let reason) = application.load {
        findings.append(
          Finding(
            .problem, subject, reason,
            remedy: "What is missing cannot be found or used; the application itself is at fault"))
      }
      let reason = application.problems.summary
      if !application.isComplete, !reason.isEmpty {
        findings.append(
          Finding(
            .problem, subject, "Still being read. \(reason)",
            remedy: "Wait, or use the application without what is missing"))
      } else if application.load == .complete, !reason.isEmpty {
        findings.append(
          Finding(
            .note, subject, reason,
            remedy: "Nothing is missing; the application itself is at fault"))
      }
      if application.health.isSuspended {
        findings.append(
          Finding(
            .problem, subject,
            "Calls are not answered within \(application.context.configuration.callTimeout)",
            remedy: "It hangs or is stopped; its elements are served as last seen"))
      }
      return findings
    }
  }
}

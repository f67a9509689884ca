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
            remedy:
              "The missing elements cannot be found or used; this is a fault of the application"))
      }
      let reason = application.problems.summary
      if !application.isComplete, !reason.isEmpty {
        findings.append(
          Finding(
            .problem, subject, "Still loading. \(reason)",
            remedy: "Wait, or use the application without the missing elements"))
      } else if application.load == .complete, !reason.isEmpty {
        findings.append(
          Finding(
            .note, subject, reason,
            remedy: "No elements are missing; this is a fault of the application"))
      }
      if application.health.isSuspended {
        findings.append(
          Finding(
            .problem, subject,
            "Does not answer calls within \(application.context.configuration.callTimeout)",
            remedy: "The application hangs or is stopped; its elements show their last known state")
        )
      }
      return findings
    }
  }
}

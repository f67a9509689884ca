internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

extension BridgeService {
  func verify(_ call: Call, _ request: VerifyRequest) throws(Status) {
    watchers.register(call)
    let roots: [ElementID]
    if let application = request.application {
      try targets.check(application)
      guard store.applications[application] != nil else {
        throw Status(
          .invalidArgument, "element \(application) is not the root of an application",
          element: application, remedy: .listApplications)
      }
      roots = [application]
    } else {
      roots = store.applications.keys.sorted()
    }
    let gathering = ResultGatherer<ApplicationReport>(count: roots.count) { [store] reports in
      call.respond(VerifyResponse(revision: store.revision, reports: reports))
    }
    let deadline = call.sourceDeadline(since: .now(), defaultLimit: configuration.verifyTimeout)
    for (place, root) in roots.enumerated() {
      guard let application = store.applications[root], let source = source(of: application) else {
        let report = VerifyReport(application: root, failure: "the application is gone")
        gathering.set(ApplicationReport(name: "", report: report), at: place)
        continue
      }
      source.verify(root, deadline: deadline.nanoseconds) {
        gathering.set(ApplicationReport(name: application.name, report: $0), at: place)
      }
    }
  }
}

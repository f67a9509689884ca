internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

extension BridgeService {
  func listApplications(_ call: Call, _ request: ListApplicationsRequest) {
    let applications = store.applications.keys.sorted().compactMap { info(ofApplication: $0) }
    call.respond(
      ListApplicationsResponse(revision: store.revision, applications: applications))
  }
}

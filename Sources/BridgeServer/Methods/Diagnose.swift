internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

extension BridgeService {
  func diagnose(_ call: Call, _ request: DiagnoseRequest) {
    let gathering = ResultGatherer<[Finding]>(count: sources.count) { findings in
      call.respond(DiagnoseResponse(findings: findings.flatMap { $0 }))
    }
    for (place, source) in sources.enumerated() {
      source.diagnose { gathering.set($0, at: place) }
    }
  }
}

extension FramedConnection {
  var caller: Caller { Caller(proof: identity?.proof, name: identity?.name ?? "") }
}

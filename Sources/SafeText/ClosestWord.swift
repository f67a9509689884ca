/// Returns the word that was probably meant; `nil` when none is similar.
package func closest(to word: String, among words: [String]) -> String? {
  guard word.utf8.count <= 64 else { return nil }
  let near = words.map { (word: $0, distance: editDistance(Array(word.utf8), Array($0.utf8))) }
    .filter { $0.distance <= max(1, min(3, $0.word.utf8.count / 3)) }
  if let best = near.min(by: { $0.distance < $1.distance }) { return best.word }
  return word.utf8.count >= 3 ? words.first { $0.hasPrefix(word) } : nil
}

/// Returns the number of bytes to insert, delete, replace or swap with a neighbour that turn one word into the other.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var next = [row + 1]
    for (column, other) in right.enumerated() {
      var cost = min(
        last[column + 1] + 1, next[column] + 1, last[column] + (letter == other ? 0 : 1))
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      next.append(cost)
    }
    (beforeLast, last) = (last, next)
  }
  return last[right.count]
}

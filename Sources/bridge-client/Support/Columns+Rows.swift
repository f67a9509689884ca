internal import CommandLineOptions

extension Columns {
  init(rows: [[String]]) {
    self.init()
    for row in rows { append(row) }
  }
}

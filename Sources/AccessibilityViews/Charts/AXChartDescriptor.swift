/// Describes a chart for people who cannot see it.
public protocol AXChartDescriptorRepresentable {
  func makeChartDescriptor() -> AXChartDescriptor
}

/// What a chart shows: its axes and series.
public struct AXChartDescriptor {
  public var title: String?
  public var summary: String?
  public var xAxis: any AXDataAxisDescriptor
  public var yAxis: AXNumericDataAxisDescriptor?
  public var additionalAxes: [any AXDataAxisDescriptor]
  public var series: [AXDataSeriesDescriptor]

  public init(
    title: String?, summary: String?, xAxis: any AXDataAxisDescriptor,
    yAxis: AXNumericDataAxisDescriptor?, additionalAxes: [any AXDataAxisDescriptor] = [],
    series: [AXDataSeriesDescriptor]
  ) {
    self.title = title
    self.summary = summary
    self.xAxis = xAxis
    self.yAxis = yAxis
    self.additionalAxes = additionalAxes
    self.series = series
  }
}

/// An axis of a chart.
public protocol AXDataAxisDescriptor {
  var title: String { get }
  /// The extent of the axis in words.
  var extent: String { get }
}

/// An axis of numbers.
public struct AXNumericDataAxisDescriptor: AXDataAxisDescriptor {
  public var title: String
  public var range: ClosedRange<Double>
  public var gridlinePositions: [Double]
  public var valueDescriptionProvider: (Double) -> String

  public init(
    title: String, range: ClosedRange<Double>, gridlinePositions: [Double],
    valueDescriptionProvider: @escaping (Double) -> String
  ) {
    self.title = title
    self.range = range
    self.gridlinePositions = gridlinePositions
    self.valueDescriptionProvider = valueDescriptionProvider
  }

  public var extent: String {
    "\(valueDescriptionProvider(range.lowerBound)) to \(valueDescriptionProvider(range.upperBound))"
  }
}

/// An axis of names.
public struct AXCategoricalDataAxisDescriptor: AXDataAxisDescriptor {
  public var title: String
  public var categoryOrder: [String]

  public init(title: String, categoryOrder: [String]) {
    self.title = title
    self.categoryOrder = categoryOrder
  }

  public var extent: String { categoryOrder.joined(separator: ", ") }
}

/// A series of points of a chart.
public struct AXDataSeriesDescriptor {
  public var name: String
  public var isContinuous: Bool
  public var dataPoints: [AXDataPoint]

  public init(name: String, isContinuous: Bool, dataPoints: [AXDataPoint]) {
    self.name = name
    self.isContinuous = isContinuous
    self.dataPoints = dataPoints
  }
}

/// A point of a chart.
public struct AXDataPoint {
  public enum Position: Hashable, Sendable {
    case number(Double)
    case category(String)
  }

  public var x: Position
  public var y: Double?
  public var label: String?

  public init(x: Double, y: Double? = nil, label: String? = nil) {
    self.x = .number(x)
    self.y = y
    self.label = label
  }

  public init(x: String, y: Double? = nil, label: String? = nil) {
    self.x = .category(x)
    self.y = y
    self.label = label
  }
}

/// Figures in the text format of Prometheus, version 0.0.4.
struct ExpositionText {
    enum Kind: String { case counter, gauge, histogram }

    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// Begins a family. All its samples follow at once.
    mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Writes the line of one figure.
    ///
    /// - Parameter labels: names with values of which there are only a few.
    mutating func add(_ name: String, _ labels: [(String, String)] = [], _ value: Double) {
        text += name
        if !labels.isEmpty {
            text += "{" + labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",") + "}"
        }
        text += " \(Self.written(value))\n"
    }

    /// A family with one sample.
    mutating func addOne(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        begin(name, kind, help)
        add(name, [], value)
    }

    mutating func add(_ name: String, _ labels: [(String, String)] = [], _ histogram: Histogram) {
        var sum = 0
        for (bound, count) in zip(histogram.bounds, histogram.counts) {
            sum += count
            add(name + "_bucket", labels + [("le", Self.written(bound))], Double(sum))
        }
        add(name + "_bucket", labels + [("le", "+Inf")], Double(histogram.count))
        add(name + "_sum", labels, histogram.sum)
        add(name + "_count", labels, Double(histogram.count))
    }

    private static func written(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return String(value)
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}

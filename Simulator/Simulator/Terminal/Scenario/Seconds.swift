/// A duration, written in seconds with decimals in a scenario file.
package struct Seconds: Hashable, Codable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    package var duration: Duration

    package init(_ duration: Duration) { self.duration = duration }
    package init(floatLiteral value: Double) { duration = .milliseconds(Int64((value * 1000).rounded())) }
    package init(integerLiteral value: Int64) { duration = .seconds(value) }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let value = try container.decode(Double.self)
        guard (0...86_400).contains(value) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(value) s is no span of a scenario")
        }
        self.init(floatLiteral: value)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
    }
}

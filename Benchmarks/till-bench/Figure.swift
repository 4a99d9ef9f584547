import Foundation

/// One measured figure in `bench.json`.
struct Figure {
    /// The limit that a figure must meet.
    enum Goal {
        case atMost(Double)
        case atLeast(Double)

        var value: Double {
            switch self {
            case .atMost(let value), .atLeast(let value): value
            }
        }

        func isMet(by measured: Double) -> Bool {
            switch self {
            case .atMost(let limit): measured <= limit
            case .atLeast(let limit): measured >= limit
            }
        }

        /// Whether the goal is met, or by how much it is missed, as text.
        func verdict(on measured: Double) -> String {
            isMet(by: measured) ? "met" : "MISSED by \(Table.number(100 * abs(measured / value - 1))) %"
        }
    }

    let name: String
    /// The value; nil when it could not be measured.
    let value: Double?
    let unit: String
    var goal: Goal?
    /// The value of a comparable program, measured in the same run.
    var peer: (name: String, value: Double)?
    /// The reason for a missing value.
    private(set) var missing: String?

    init(name: String, value: Double, unit: String, goal: Goal? = nil, peer: (name: String, value: Double)? = nil) {
        (self.name, self.value, self.unit, self.goal, self.peer) = (name, value, unit, goal, peer)
    }

    /// A figure, or all figures with a prefix, that could not be measured.
    init(name: String, missing: String) {
        (self.name, self.missing) = (name, missing)
        (value, unit) = (nil, "")
    }

    /// The value divided by the peer's; nil without a peer.
    func ratio(_ name: String, goal: Goal) -> Figure? {
        guard let value, let peer, peer.value > 0 else { return nil }
        return Figure(name: name, value: value / peer.value, unit: "×", goal: goal)
    }

    var met: Bool? { value.flatMap { goal?.isMet(by: $0) } }
}

extension Figure: Encodable {
    private enum Key: String, CodingKey {
        case name, value, unit, goal, met, peer, missing
        case peerValue = "peer_value"
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(name, forKey: .name)
        try fields.encode(value, forKey: .value)
        try fields.encode(unit, forKey: .unit)
        try fields.encode(goal?.value, forKey: .goal)
        try fields.encode(met, forKey: .met)
        try fields.encodeIfPresent(peer?.name, forKey: .peer)
        try fields.encodeIfPresent(peer?.value, forKey: .peerValue)
        try fields.encodeIfPresent(missing, forKey: .missing)
    }
}

/// Prints figures as aligned lines, one by one as they are measured.
enum Table {
    private static let alignedRight: Set<Int> = [1, 3, 5]
    /// Wide enough for every figure's name and for six digits.
    private static let widths = [44, 9, 10, 9, 18, 9, 0]

    static let heads = line(["figure", "value", "unit", "goal", "", "peer", ""])

    static func line(of figure: Figure) -> String {
        figure.missing.map { line([figure.name, "-"]) + "  not taken: \($0)" } ?? line(cells(of: figure))
    }

    private static func line(_ cells: [String]) -> String {
        zip(cells, widths).enumerated().map { column, cell in
            let gap = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return alignedRight.contains(column) ? gap + cell.0 : cell.0 + gap
        }.joined(separator: "  ").trimmingSuffix(while: { $0 == " " })
    }

    private static func cells(of figure: Figure) -> [String] {
        let goal =
            switch figure.goal {
            case .atMost(let limit): "≤ \(number(limit))"
            case .atLeast(let limit): "≥ \(number(limit))"
            case nil: ""
            }
        let verdict = figure.value.flatMap { figure.goal?.verdict(on: $0) } ?? ""
        let peer = figure.peer.map { [number($0.value), $0.name] } ?? ["", ""]
        return [figure.name, figure.value.map(number) ?? "-", figure.unit, goal, verdict] + peer
    }

    /// A number with three significant digits.
    static func number(_ value: Double) -> String {
        let decimals = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2
        return String(format: "%.\(decimals)f", value)
    }
}

extension StringProtocol {
    fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> String {
        var rest = self[...]
        while let last = rest.last, matches(last) { rest = rest.dropLast() }
        return String(rest)
    }
}

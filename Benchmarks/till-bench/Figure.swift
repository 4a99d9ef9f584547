import Foundation

/// One measured figure, as `bench.json` has it.
struct Figure {
    /// What a figure must keep to.
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

        /// For a person: that it is met, or by how much not.
        func verdict(on measured: Double) -> String {
            isMet(by: measured) ? "met" : "MISSED by \(Table.number(100 * abs(measured / value - 1))) %"
        }
    }

    let name: String
    let value: Double
    let unit: String
    var goal: Goal?
    /// What the same work costs elsewhere, measured in the same run.
    var peer: (name: String, value: Double)?

    var met: Bool? { goal?.isMet(by: value) }
}

extension Figure: Encodable {
    private enum Key: String, CodingKey {
        case name, value, unit, goal, met, peer
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
    }
}

/// Figures for a person: one line each, numbers under numbers.
enum Table {
    private static let heads = ["figure", "value", "unit", "goal", "", "peer", ""]
    private static let alignedRight: Set<Int> = [1, 3, 5]

    static func text(of figures: [Figure]) -> String {
        let rows = [heads] + figures.map(cells)
        let widths = heads.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let gap = String(repeating: " ", count: widths[column] - cell.count)
                return alignedRight.contains(column) ? gap + cell : cell + gap
            }
            return cells.joined(separator: "  ").trimmingSuffix(while: { $0 == " " })
        }.joined(separator: "\n")
    }

    private static func cells(of figure: Figure) -> [String] {
        let goal =
            switch figure.goal {
            case .atMost(let limit): "≤ \(number(limit))"
            case .atLeast(let limit): "≥ \(number(limit))"
            case nil: ""
            }
        let verdict = figure.goal?.verdict(on: figure.value) ?? ""
        let peer = figure.peer.map { [number($0.value), $0.name] } ?? ["", ""]
        return [figure.name, number(figure.value), figure.unit, goal, verdict] + peer
    }

    /// Three digits that mean something, and no more.
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

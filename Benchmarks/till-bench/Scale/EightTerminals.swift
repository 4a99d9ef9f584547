extension ScaleFigures {
    private static let terminals = 8
    /// How many payments each terminal takes in a round, each in a process of its own.
    private static let payments = 3
    private static let rounds = 3

    /// Payments per second of eight terminals on one directory, and the remaining share with a long journal. Short and long
    /// journals alternate, so that both meet the same load.
    ///
    /// - Parameter rows: the lengths of the journals, whose directories exist.
    func eightTerminals(rows: [Int]) async -> [Figure] {
        do {
            let best = try measured(rows)
            var figures = rows.map {
                Figure(name: "\(Self.name)\($0)_eight_terminals", value: best[$0] ?? .nan, unit: "payments/s")
            }
            if let short = rows.first.flatMap({ best[$0] }), let long = rows.last.flatMap({ best[$0] }) {
                figures.append(
                    Figure(
                        name: "\(Self.name)eight_terminals_ratio", value: long / short, unit: "×", goal: .atLeast(0.9)))
            }
            return figures
        } catch { return [Figure(name: "\(Self.name)eight_terminals", missing: "\(error)")] }
    }

    private func measured(_ rows: [Int]) throws -> [Int: Double] {
        let till = try place.program("till")
        let terminals = try (0..<Self.terminals).map { try terminal(id: "2900100\($0)") }
        defer { terminals.forEach { $0.terminal.stop() } }
        var best: [Int: Double] = [:]
        for _ in 0..<Self.rounds {
            for rows in rows {
                let seconds = try payAtOnce(till, "\(place.folder)/\(rows)", terminals.map(\.reader))
                best[rows] = max(best[rows] ?? 0, Double(Self.terminals * Self.payments) / seconds)
            }
        }
        return best
    }

    /// How many seconds one round takes; a shell runs the terminals in parallel.
    private func payAtOnce(_ till: String, _ data: String, _ readers: [String]) throws -> Double {
        let payments = readers.enumerated().map { number, reader in
            let pay = "'\(till)' pay --amount 12.50 --reader '\(reader)' --data '\(data)' "
            let printed = pay + "--printer 'file:\(place.folder)/paper\(number)'"
            return "(\([String](repeating: printed, count: Self.payments).joined(separator: " && "))) & p=\"$p $!\"\n"
        }
        let script = payments.joined() + "for each in $p; do wait $each || exit 1; done"
        return Double(try place.run("/bin/sh", ["-c", script]).nanoseconds) / 1e9
    }
}

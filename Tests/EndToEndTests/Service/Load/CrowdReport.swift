import Foundation
import Simulator
import Testing

/// What the clients of Tests/Fixtures/http/crowd.py were told.
struct CrowdReport: Decodable {
    struct State: Decodable {
        let state: String
        let outcome: String?
        let order: String
        let amountMinor: Int64
        let terminalId: String?
        let receiptNumber: Int?
        let trace: Int?
    }

    struct Event: Decodable {
        let id: Int64
        let kind: String
        let payment: String?
    }

    /// The payment of each key.
    let begun: [String: String]
    /// What was answered otherwise than the interface says.
    let faults: [String]
    /// How often each answer came: `POST 202`.
    let answers: [String: Int]
    let seconds: Double
    /// How often the listener came back.
    let comings: Int
    /// What each payment's own document says in the end.
    let states: [String: State]
    /// The payments that the interface lists.
    let listed: [String]
    let events: [Event]
    /// The number of the last entry of the journal after all payments were final.
    let last: Int64

    init(_ ending: Ending) throws {
        guard ending.code == 0 else { throw Child.Unexpected(description: "\(ending)") }
        // The names of keys, payments and answers stay as they are: only those of properties are converted.
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .custom { path in
            guard let name = path.last?.stringValue, let own = Self.names[name] else { return path[path.count - 1] }
            return Name(stringValue: own) ?? path[path.count - 1]
        }
        self = try decoder.decode(CrowdReport.self, from: Data(ending.output.utf8))
    }

    private static let names = [
        "amount_minor": "amountMinor", "terminal_id": "terminalId", "receipt_number": "receiptNumber",
    ]

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    var approved: [State] { states.values.filter { $0.outcome == "approved" } }
}

/// A charge as its terminal has it, and as the till has it.
struct BookedCharge: Hashable {
    let terminal: String
    let trace: Int?
    let receipt: Int?
    let amountMinor: Int64

    init(_ entry: TerminalJournal.Entry, of terminal: String) {
        self.terminal = terminal
        (trace, receipt, amountMinor) = (entry.trace, entry.receipt, entry.amountMinor)
    }

    init(_ state: CrowdReport.State) {
        terminal = state.terminalId ?? ""
        (trace, receipt, amountMinor) = (state.trace, state.receiptNumber, state.amountMinor)
    }
}

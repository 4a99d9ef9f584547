import Flow
import Hardware
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// The receipt number that the till remembers for a terminal that tells nothing as its last transaction.
@Suite struct RememberedNumberTests {
    private static let id = "29001234"
    private let counter: Counter

    /// The terminal has booked receipt 42.
    init() throws {
        counter = try Counter()
        try counter.write([.sending, .settled(.approved(.approved()))], 1042, terminalID: Self.id)
    }

    private func watermark(remembering number: Int) throws -> Watermark {
        try counter.storage.write {
            try $0.save(
                TerminalMemory(terminalID: Self.id, lastReceiptNumber: number, updatedAt: counter.world.now))
        }
        let line = PreparedTerminal(
            terminal: try counter.readers.connect(Counter.terminal), terminalID: Self.id, watermark: .unknown,
            last: nil, habits: TerminalHabits(cardPhaseSeconds: 0))
        return try RememberedNumber(storage: counter.storage).watermark(of: line, at: Counter.terminal)
    }

    @Test func aNumberThatTheJournalDoesNotHaveIsNotBelieved() throws {
        #expect(try watermark(remembering: 42) == .receipt(42))
        #expect(try watermark(remembering: 43) == .unknown)
    }

    /// Only this one stood still on a busy day.
    @Test func aNumberCountsThoughOtherTerminalsHaveBookedMuchSince() throws {
        let other = DeviceAddress(scheme: "test", path: "other reader")
        for order in 2000..<2045 as Range<Int64> {
            counter.world.advance(by: .seconds(60))
            let result = TransactionResult.approved(receipt: Int(order), terminalID: "29009999")
            try counter.write([.settled(.approved(result))], order, terminal: other, terminalID: "29009999")
        }
        #expect(try watermark(remembering: 42) == .receipt(42))
    }
}

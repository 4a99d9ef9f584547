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

    private func remembered(_ name: String = id) throws -> Int? {
        try counter.storage.read { try $0.terminal(id: name)?.lastReceiptNumber }
    }

    @Test func theEndOfATransactionIsRememberedUnderEachNameOfItsTerminal() throws {
        let here = TerminalMemory.name(of: nil, at: Counter.terminal)
        #expect(try remembered() == 42 && remembered(here) == 42)
        let other = DeviceAddress(scheme: "test", path: "other reader")
        let there = TerminalMemory.name(of: nil, at: other)
        try counter.write([.sending, .settled(.approved(.approved(receipt: 43)))], 1043, terminal: other)
        #expect(try remembered() == 43 && remembered(there) == 43 && remembered(here) == 42, "the result names it")
        let named = TransactionResult.approved(receipt: 44, terminalID: "29009999")
        try counter.write([.sending, .settled(.approved(named))], 1044, terminalID: Self.id)
        #expect(try remembered() == 44 && remembered("29009999") == nil, "it registered as another")
    }

    /// The terminal has not told it.
    @Test func aNumberThatAPersonTypedIsNotRemembered() throws {
        let read = OperatorEvidence(
            .booked(receipt: 77, trace: 500, amount: .sample), words: "slip", operatorName: "Anna")
        var typed = TransactionResult.approved(receipt: 77)
        typed.trace = 500
        try counter.write([.sending, .operatorSettled(read, .approved(typed))], 1043, terminalID: Self.id)
        #expect(try counter.open.isEmpty)
        #expect(try remembered() == 42 && remembered(TerminalMemory.name(of: nil, at: Counter.terminal)) == 42)
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

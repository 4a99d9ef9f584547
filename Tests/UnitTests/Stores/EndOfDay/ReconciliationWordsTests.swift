import Foundation
import Model
import Testing

@testable import Payments
@testable import Stores

/// The sentences of a report, in English and German.
@Suite struct ReconciliationWordsTests {
    private static let lacking = Reconciliation(
        .of([.taken(1250, 42), .taken(700, 43, .visa)]), .of(42...43, [.mastercard: (1, 1250)]), [])

    private func said(_ language: OperatorLanguage) -> [String] {
        Self.lacking.advice.map { $0.sentence.text(in: language) }
    }

    @Test func differencesAreSaidInPlainEnglish() {
        #expect(
            said(.en) == [
                "All: 19.50 EUR in the journal, 12.50 EUR at the terminal.",
                "Visa: 7.00 EUR in the journal, 0.00 EUR at the terminal.",
                "Receipt 0043 (7.00 EUR, pay-43) stands in the journal; the terminal's sum lacks just this amount.",
            ])
    }

    @Test func differencesAreSaidInPlainGerman() {
        #expect(
            said(.de) == [
                "Alles: 19,50 EUR im Journal, 12,50 EUR am Terminal.",
                "Visa: 7,00 EUR im Journal, 0,00 EUR am Terminal.",
                "Beleg 0043 (7,00 EUR, pay-43) steht im Journal; genau so viel fehlt in der Summe des Terminals.",
            ])
    }

    @Test func everyDifferenceSaysWhatToDo() {
        let corrections = Self.lacking.advice.flatMap { advice in
            OperatorLanguage.allCases.map { advice.correction.text(in: $0) }
        }
        #expect(corrections.count == 3 * OperatorLanguage.allCases.count && corrections.allSatisfy { !$0.isEmpty })
    }

    private static let refund = ExpectedTotals.LedgerEntry.taken(-1150, nil)

    private static func told(_ end: Reconciliation, of entry: ExpectedTotals.LedgerEntry) -> [[String]] {
        end.advice.filter { $0.difference.entry == entry }
            .map { [$0.sentence.text(in: .en), $0.correction.text(in: .en)] }
    }

    /// The customer may have the money twice already.
    @Test func aRefundThatMayHaveBeenBookedIsNotToBeGivenBackAgain() {
        var day = ExpectedTotals.of([.taken(5000, 1), .taken(1150, 2)], failed: [Self.refund])
        day.mayBeLate = [Self.refund.payment: .receipt(2)]
        let end = Reconciliation(day, .of(1...3, [.mastercard: (3, 5000)]), [])
        #expect(
            Self.told(end, of: Self.refund) == [
                [
                    "Receipt (-11.50 EUR, pay-none) does not stand in the journal. The terminal's sum, which has no "
                        + "sign, fits if it was made: the customer may have got the money twice.",
                    "look for it in the terminal's journal before anything is given back again (till why pay-none)",
                ]
            ])
    }

    @Test func norIsOneThatOtherTransactionsMayHide() {
        let end = Reconciliation(
            currency: .eur, verdict: .differs, journalMinor: 0, journalCount: 0, terminalMinor: nil,
            terminalCount: nil, firstReceipt: nil, lastReceipt: nil, schemes: [], bookings: [],
            differences: [.mayBePartOfSurplus(Self.refund)], remarks: [])
        #expect(
            Self.told(end, of: Self.refund) == [
                [
                    "Receipt (-11.50 EUR, pay-none) was called not made and may have been made later. The terminal's "
                        + "sum may hide it behind other transactions: the customer may have got the money twice.",
                    "look for it in the terminal's journal before anything is given back again (till why pay-none)",
                ]
            ])
    }

    @Test func anAttemptInAnotherCurrencyIsNamedInItsOwn() throws {
        let yen = try #require(Currency(code: "JPY"))
        let attempt = ExpectedTotals.LedgerEntry(
            payment: PaymentID(rawValue: "pay-yen"), receipt: nil, scheme: nil, amountMinor: 1150, currency: yen)
        var day = ExpectedTotals.of([.taken(1250, 42)], failed: [attempt])
        day.mayBeLate = [attempt.payment: .receipt(42)]
        let end = Reconciliation(day, .of(42...43, [.mastercard: (2, 2400)]), [])
        let sentence =
            "Receipt (1150 JPY, pay-yen) does not stand in the journal; the terminal's sum is too large by just this "
            + "amount."
        #expect(Self.told(end, of: attempt).map(\.first) == [sentence])
    }

    @Test func receiptsInARowAreSaidTogether() {
        #expect(ReceiptSpans([43]).text == "0043")
        #expect(ReceiptSpans([43, 45, 46, 47]).text == "0043, 0045–0047")
    }

    @Test func reservationsThatAreOpenAreNamedAndThoseThatNobodyKnows() {
        var day = ExpectedTotals.of([])
        day.openReservations = [
            ExpectedTotals.OpenReservation(receipt: 12, payment: PaymentID(rawValue: "res-1")),
            ExpectedTotals.OpenReservation(receipt: 13, payment: nil),
        ]
        let end = Reconciliation(day, nil, [])
        #expect(end.notices.map(\.remark.word) == ["reservation_open", "reservation_unknown"])
        #expect(
            end.notices.map { $0.sentence.text(in: .de) } == [
                "Beleg 0012: Die Reservierung res-1 ist am Terminal offen: till why res-1",
                "Beleg 0013: eine Reservierung, die am Terminal offen ist und die diese Kasse nicht kennt.",
            ])
    }

    /// A person stated its end by mistake, or took another transaction for its booking.
    @Test func aReservationThatHasEndedHereAndIsOpenThereIsToldWithWhatToDo() {
        func told(_ isStated: Bool, order: String?) -> Reconciliation {
            var day = ExpectedTotals.of([])
            let end = ExpectedTotals.OpenReservation.End(
                payment: PaymentID(rawValue: "rel-1"), isStated: isStated, reserved: .sample, orderNumber: order)
            day.openReservations = [.init(receipt: 12, payment: PaymentID(rawValue: "res-1"), end: end)]
            return Reconciliation(day, nil, [])
        }
        let (stated, other) = (told(true, order: "1042"), told(false, order: nil))
        #expect([stated, other].flatMap(\.notices).map(\.remark.word) == ["reservation_ended", "reservation_ended"])
        #expect(
            stated.notices.map { $0.sentence.text(in: .en) } == [
                "Receipt 0012: the reservation res-1 of 12.50 EUR for order 1042 is still open at the terminal. Here it has "
                    + "ended by what a person stated (rel-1). Look it up in the terminal's journal; if it stands there, "
                    + "withdraw the statement: till settle rel-1 --withdraw --evidence \"where you read it\""
            ])
        #expect(
            other.notices.map { $0.sentence.text(in: .en) } == [
                "Receipt 0012: the reservation res-1 of 12.50 EUR is still open at the terminal. Here it has ended: "
                    + "till why rel-1. Look it up in the terminal's journal; if an amount is held there still, free it at "
                    + "the terminal by hand."
            ])
    }

    /// The day on which the data were restored: receipts 43 and 44 are not in the journal.
    private static func restored(isCompared: Bool) -> Reconciliation {
        var day = ExpectedTotals.of([.taken(1250, 42)])
        day.backup = ExpectedTotals.Backup(
            madeAt: Date(timeIntervalSince1970: 0), terminal: "test:reader", isCompared: isCompared)
        return Reconciliation(day, .of(42...44, [.mastercard: (3, 3350)]), [])
    }

    @Test func whatThisTillMayHaveMadeSinceABackupIsNotCalledStartedAtTheTerminal() {
        let sentence =
            "Receipts 0043–0044: made by this till since the backup of 1970-01-01T00:00:00Z, or started at the terminal, "
            + "21.00 EUR taken or 46.00 EUR given back: the terminal's sum has no sign."
        let untold = Self.restored(isCompared: false)
        #expect(untold.verdict == .differs && untold.remarks.isEmpty)
        #expect(untold.advice.map(\.difference.word) == ["since_backup"])
        #expect(untold.advice.map { $0.sentence.text(in: .en) } == [sentence])
        #expect(
            untold.advice.map { $0.correction.text(in: .en) } == [
                "compare the slips or the acquirer's statement with till journal list before an order is charged again; "
                    + "then: till readers confirm --reader test:reader --evidence \"where you read it\""
            ])
        let compared = Self.restored(isCompared: true)
        #expect(compared.verdict == .agrees && compared.differences.isEmpty)
        #expect(compared.notices.map(\.remark.word) == ["since_backup"])
        #expect(compared.notices.map { $0.sentence.text(in: .en) } == [sentence])
    }

    @Test func whatWasStartedAtTheTerminalIsSaidWithWhatItComesTo() {
        let end = Reconciliation(.of([.taken(1250, 42)]), .of(42...44, [.mastercard: (3, 3350)]), [])
        #expect(
            end.notices.map { $0.sentence.text(in: .en) }
                == [
                    "Receipts 0043–0044: started at the terminal, 21.00 EUR taken or 46.00 EUR given back: "
                        + "the terminal's sum has no sign."
                ])
        let certain = Reconciliation(
            .of([.taken(1250, 42), .taken(700, 43, .visa)]), .of(42...44, [.mastercard: (1, 1250), .visa: (2, 1600)]),
            [])
        #expect(
            certain.notices.map { $0.sentence.text(in: .en) }
                == ["Receipt 0044: started at the terminal, 9.00 EUR together."])
    }
}

import Flow
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// Which texts are on a receipt: those of the result on which the outcome rests, and no others.
@Suite struct ResultTextsTests {
    private static let paid = slip("ZAHLUNG ERFOLGT", "TA-Nr 000123 Beleg 0042")
    private static let refused = slip("ZAHLUNG NICHT ERFOLGT")

    private static func slip(_ lines: String..., ends: Bool = true) -> TerminalText {
        TerminalText(copy: .customer, lines: lines.map { PrintedLine($0) }, endsReceipt: ends)
    }

    private func history(_ events: PaymentEvent...) throws -> PaymentHistory {
        try #require(PaymentHistory([.intended(.sample()), .sending] + events))
    }

    /// A machine that has lost its payment and asked for the last receipt; the terminal has accepted the question.
    private func asking(after events: TerminalEvent...) -> PaymentMachine {
        var machine = PaymentMachine.authorising()
        for event in events { _ = machine.hear(event) }
        _ = machine.hear(.finished(.disturbed(.sample)))
        _ = machine.handle(.connected)
        for _ in 1...2 { _ = machine.hear(.finished(.completed(TerminalState()))) }
        _ = machine.hear(.accepted)
        return machine
    }

    /// Whatever is masked, each text has as many lines as it came with.
    @Test func eachTextKeepsItsOwnLines() {
        let texts = [Self.slip("a", "b"), Self.slip("c", ends: false), Self.slip("PAN 4111 1111 1111 1111", "d")]
        let masked = texts.withoutCardData
        #expect(masked.prefix(2) == texts.prefix(2))
        #expect(masked.last?.lines.count == 2 && masked.last?.lines.last?.text == "d")
        #expect(masked.last?.lines.first?.text.contains("4111") == false)
        #expect(masked.map(\.endsReceipt) == [true, false, true] && masked.map(\.copy) == texts.map(\.copy))
    }

    // MARK: Of another transaction

    private static let anothers = slip("STORNO 99,00 EUR", "Beleg 0039", "TA-Nr 000444", "Karte ####9999", "14:20")

    @Test func aSlipThatShowsOnlyNumbersOfAnotherTransactionIsOnNoReceipt() throws {
        let merchant = TerminalText(copy: .merchant, lines: Self.paid.lines, endsReceipt: true)
        let history = try history(.result(.approved(), answer: .stored), .text(Self.anothers), .text(merchant))
        #expect(history.texts(of: .approved(.approved())) == [merchant])
    }

    @Test(arguments: ["Betrag 12,50 EUR", "Bitte bewahren Sie diesen Beleg auf", "Beleg 0042", "Trace 000123"])
    func aSlipThatMayBeOfThisPaymentStays(_ line: String) throws {
        let slip = Self.slip(line)
        let history = try history(.result(.approved(), answer: .stored), .text(slip))
        #expect(history.texts(of: .approved(.approved())) == [slip])
    }

    /// Numbers of fewer than four digits also appear in times, and an amount has two or three digits behind its sign.
    @Test(arguments: [
        ("Beleg 0042", true), ("Beleg 042", false), ("Trace 000123", true), ("Trace 123", false), ("Summe 1250", true),
        ("EUR 12,50", true), ("EUR 12.50", true), ("KWD 1.250", true), ("EUR 0012,50", true), ("12,5", false),
        ("0,1250", false), ("Turnover 007777", true), ("Original 008888", true),
    ])
    func besideAnotherAmountASlipIsOfThisPaymentIfItShowsANumberOfIt(_ line: String, _ isOurs: Bool) throws {
        var result = TransactionResult.approved()
        (result.turnoverNumber, result.originalTrace) = (7777, 8888)
        let slip = Self.slip("STORNO 99,00 EUR", line)
        let history = try history(.result(result, answer: .stored), .text(slip))
        #expect(history.texts(of: .approved(result)) == (isOurs ? [slip] : []))
    }

    @Test func whereNothingIsKnownOfThePaymentItsTextStays() throws {
        let (bare, slip) = (TransactionResult(resultCode: 0), Self.slip("STORNO 99,00 EUR"))
        let history = try history(.result(bare, answer: .stored), .text(slip))
        #expect(history.texts(of: .approved(bare)) == [slip])
    }

    @Test(
        arguments: [
            (["TA-Nr 000123"], 123, true), (["Beleg 0042"], 123, false), (["Beleg 0042"], nil, true),
            (["TA-Nr 000123", "12,50"], 123, true), (["TA-Nr 000123", "12,50", "99,00"], 123, true),
            (["TA-Nr 000123", "99,00"], 123, false), (["TA-Nr 000124", "12,50"], 123, false),
        ] as [([String], Int?, Bool)])
    func aSlipBeforeTheResultStaysIfItNamesItsTrace(_ lines: [String], _ trace: Int?, _ stays: Bool) throws {
        var result = TransactionResult.approved()
        result.trace = trace
        let slip = TerminalText(copy: .customer, lines: lines.map { PrintedLine($0) }, endsReceipt: true)
        let history = try history(.text(slip), .result(result, answer: .stored))
        #expect(history.texts(of: .approved(result)) == (stays ? [slip] : []))
    }

    @Test func aSlipBeforeTheResultWithAnotherAmountIsAnothersWhateverNumberItShows() throws {
        let before = Self.slip("STORNO 99,00 EUR", "Genehmigung 000123", "TA-Nr 000444")
        let history = try history(.text(before), .result(.approved(), answer: .stored))
        #expect(history.texts(of: .approved(.approved())).isEmpty)
    }

    // MARK: Printed in answer to our question

    @Test func whatIsPrintedWithAnotherTransactionIsNotThisPayments() throws {
        var machine = asking()
        var older = TransactionResult.approved(receipt: 41)
        older.trace = 122
        let said = machine.hear(.text(TerminalRecordID(1), Self.paid))
        #expect(said == [.answer(TerminalRecordID(1), .stored)])
        _ = machine.hear(.result(TerminalRecordID(2), older))
        _ = machine.hear(.text(TerminalRecordID(3), Self.paid))
        let steps = machine.hear(.finished(.completed(TerminalState())))
        #expect(!"\(steps)".contains("ERFOLGT"))
        #expect(machine.history.texts.isEmpty)
    }

    @Test(arguments: [true, false])
    func whatIsPrintedWithThisPaymentReplacesWhatWasTorn(isTextFirst: Bool) throws {
        let torn = Self.slip("ZAHL", ends: false)
        var machine = asking(after: .result(TerminalRecordID(1), .approved()), .text(TerminalRecordID(2), torn))
        let events = [
            TerminalEvent.text(TerminalRecordID(3), Self.paid), .result(TerminalRecordID(4), .approved()),
        ]
        for event in isTextFirst ? events : events.reversed() { _ = machine.hear(event) }
        let steps = machine.hear(.finished(.completed(TerminalState())))
        let kept = try #require(steps.firstIndex(of: .write(.repeatedText([Self.paid]))))
        let settled = try #require(steps.firstIndex(of: .write(.settled(.approved(.approved())))))
        #expect(kept < settled)
        #expect(machine.history.texts(of: .approved(.approved())) == [Self.paid])
    }

    @Test func whatIsPrintedOutsideTheAnswerIsOnNoReceipt() throws {
        var machine = PaymentMachine.authorising()
        _ = machine.hear(.finished(.disturbed(.sample)))
        _ = machine.handle(.connected)
        let said = machine.hear(.text(TerminalRecordID(1), Self.paid))
        #expect(said == [.write(.text(Self.paid)), .answer(TerminalRecordID(1), .stored)])
        #expect(machine.history.texts.isEmpty)
    }

    @Test func anAnswerOfTwoTransactionsHasNoText() throws {
        var machine = asking()
        var older = TransactionResult.approved(receipt: 41)
        older.trace = 122
        _ = machine.hear(.result(TerminalRecordID(1), older))
        _ = machine.hear(.text(TerminalRecordID(2), Self.paid))
        _ = machine.hear(.result(TerminalRecordID(3), .approved()))
        let steps = machine.hear(.finished(.completed(TerminalState())))
        #expect(steps.last == .finish(.approved(.approved())))
        #expect(machine.history.texts.isEmpty)
    }

    @Test func aFloodOfTextIsNotKept() throws {
        var machine = asking()
        for number in 1...3_000 { _ = machine.hear(.text(TerminalRecordID(number), Self.paid)) }
        _ = machine.hear(.result(TerminalRecordID(9_999), .approved()))
        _ = machine.hear(.finished(.completed(TerminalState())))
        #expect(machine.history.texts.count == 2_000)
    }

    // MARK: Printed during the payment

    @Test func aSlipOfAFailureIsNotOnTheReceiptOfAPaymentThatIsFoundPaid() throws {
        let found = try history(
            .result(.failed(0x37), answer: .stored), .text(Self.refused), .disturbed(.sample),
            .evidence(.transaction(.approved()), .approved(.approved())))
        #expect(found.texts(of: .approved(.approved())).isEmpty)
        let first = try history(.text(Self.refused), .disturbed(.sample))
        #expect(first.texts(of: .approved(.approved())).isEmpty)
    }

    @Test func aSlipOfASuccessIsNotOnTheReceiptOfACancellation() throws {
        let taken = try history(.result(.approved(), answer: .stored), .text(Self.paid), .aborted(code: 0x6C))
        #expect(taken.texts(of: .cancelled(code: 0x6C)).isEmpty)
        #expect(taken.texts(of: .declined(code: 5, text: nil)).isEmpty)
        let failed = try history(
            .result(.approved(), answer: .stored), .text(Self.paid), .result(.failed(0x6C), answer: .stored),
            .aborted(code: 0x6C))
        #expect(failed.texts(of: .cancelled(code: 0x6C)).isEmpty)
        let before = try history(.text(Self.paid), .aborted(code: 0x6C))
        #expect(before.texts(of: .cancelled(code: 0x6C)).isEmpty)
    }

    @Test func afterABreakASlipBehindAFailureMayBeOfTheNextTry() throws {
        let cut = try history(
            .result(.failed(0x37), answer: .stored), .text(Self.paid), .disturbed(.sample),
            .evidence(.transaction(.failed(0x37)), .declined(.failed(0x37))))
        #expect(cut.texts(of: .declined(code: 0x37, text: nil)).isEmpty)
        let repeated = try history(
            .result(.failed(0x37), answer: .stored), .disturbed(.sample),
            .evidence(.transaction(.failed(0x37)), .declined(.failed(0x37))), .repeatedText([Self.refused]))
        #expect(repeated.texts(of: .declined(code: 0x37, text: nil)) == [Self.refused])
    }

    @Test func aSlipOfARefusedSuccessIsOnNoReceipt() throws {
        let refused = try history(.result(.approved(amount: 1), answer: .refuse), .text(Self.paid))
        #expect(refused.texts(of: .approved(.approved())).isEmpty)
    }

    @Test func whatFollowsTheResultIsItsText() throws {
        let paid = try history(.result(.approved(), answer: .stored), .text(Self.paid), .completed)
        #expect(paid.texts(of: .approved(.approved())) == [Self.paid])
        let declined = try history(.result(.failed(5), answer: .stored), .text(Self.refused), .aborted(code: 5))
        #expect(declined.texts(of: .declined(code: 5, text: nil)) == [Self.refused])
        let again = try history(
            .result(.approved(), answer: .stored), .text(Self.paid), .result(.approved(), answer: .stored))
        #expect(again.texts(of: .approved(.approved())) == [Self.paid], "told twice")
    }

    @Test func textBeforeItsResultIsItsOwnWhereItNamesItsNumber() throws {
        let named = try history(.text(Self.paid), .result(.approved(), answer: .stored))
        #expect(named.texts(of: .approved(.approved())) == [Self.paid])
        let unnamed = try history(.text(Self.refused), .result(.approved(), answer: .stored))
        #expect(unnamed.texts(of: .approved(.approved())).isEmpty)
    }

    @Test func anotherTransactionsSuccessHasNotThisText() throws {
        let paid = try history(.result(.approved(), answer: .stored), .text(Self.paid))
        #expect(paid.texts(of: .approved(.approved(receipt: 43))).isEmpty)
    }

    @Test func aHalfThatAnotherCopyFollowsIsNone() {
        let half = TerminalText(copy: .merchant, lines: [PrintedLine("merchant's")], endsReceipt: false)
        let receipts = TerminalReceipts([half, Self.paid])
        #expect(receipts.byCopy == [.customer: Self.paid.lines])
    }
}

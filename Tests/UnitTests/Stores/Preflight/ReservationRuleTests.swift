import Flow
import Foundation
import Hardware
import Model
import Storage
import Testing
import ZVTCodes

@testable import Payments
@testable import Stores

/// What is different about reservations and what ends them: the commands, the machine, the matching rule.
@Suite struct ReservationRuleTests {
    /// A reservation of 50.00 with receipt 41 and trace 122, which is the samples' watermark.
    private static let reserved = OpenPreauthorisation(
        payment: PaymentID(rawValue: "res-1"), amount: Money(minorUnits: 5000, currency: .eur),
        name: Preauthorisation(receiptNumber: 41, trace: 122))
    static let booking = TransactionPurpose.booking(Capture(reserved: reserved, command: .bookTotal, due: nil))
    private static let rest = TransactionPurpose.booking(
        Capture(reserved: reserved, command: .partialRelease, due: nil))
    static let release = TransactionPurpose.release(of: reserved)
    private static let unused: Int64 = 5000 - 1250

    private func machine(_ purpose: TransactionPurpose) -> PaymentMachine {
        var machine = PaymentMachine(PaymentHistory(.sample(purpose: purpose)))
        _ = machine.handle(.begin)
        _ = machine.hear(.accepted)
        return machine
    }

    // MARK: Asked

    @Test func eachHasItsCommand() {
        let commands: [(TransactionPurpose, TerminalRequest)] = [
            (.reservation, .preauthorise(.sample)), (Self.booking, .book(Self.reserved.name, .sample)),
            (Self.rest, .partialRelease(Self.reserved.name, unused: Money(minorUnits: Self.unused, currency: .eur))),
            (Self.release, .release(Self.reserved.name, .sample)),
        ]
        for (purpose, command) in commands { #expect(purpose.request(.sample) == command) }
    }

    @Test(arguments: [TransactionPurpose.reservation, booking, rest, release])
    func eachIsReadAsItWasWritten(purpose: TransactionPurpose) throws {
        let stored = try JSONEncoder().encode(PaymentIntent.sample(purpose: purpose))
        #expect(try JSONDecoder().decode(PaymentIntent.self, from: stored).purpose == purpose)
    }

    @Test func onlyAPaymentAndABookingTakeMoney() {
        #expect(TransactionKind.allCases.filter(\.takesMoney) == [.payment, .booking])
        #expect(TransactionKind.allCases.filter(\.onlyHolds) == [.reservation, .release])
        #expect(TransactionKind.allCases.filter(\.endsReservation) == [.booking, .release])
    }

    @Test func onlyTheEndOfAReservationThatTellsNoTransactionIsAPersonsStatement() {
        func isSaid(_ purpose: TransactionPurpose, _ outcome: PaymentOutcome) -> Bool {
            let history = PaymentHistory.sent([.settled(outcome)], .sample(purpose: purpose))
            return PaymentRecord(history, at: PaymentIntent.sampleStart).isSaid
        }
        let said = PaymentOutcome.approved(TransactionResult(resultCode: 0))
        #expect(isSaid(Self.release, said))
        #expect(!isSaid(Self.release, .approved(.approved())) && !isSaid(Self.release, .reversed(nil)))
        for purpose in [TransactionPurpose.payment, .reservation, Self.booking] { #expect(!isSaid(purpose, said)) }
    }

    @Test(arguments: [booking, release])
    func aTerminalThatRefusesTheCommandDeclinesIt(purpose: TransactionPurpose) {
        var refusing = PaymentMachine(PaymentHistory(.sample(purpose: purpose)))
        _ = refusing.handle(.begin)
        #expect(refusing.hear(.finished(.refused(code: 0x83))).last == .finish(.declined(code: 0x83, text: nil)))
    }

    @Test(arguments: [(UInt8(0x83), "release_part"), (0xB8, "reservation_gone")] as [(UInt8, String?)])
    func aTerminalThatDoesNotBookTotalsIsAdvisedAround(code: UInt8, advice: String?) {
        let report = PaymentReport(
            payment: PaymentID(rawValue: "bok-1"), purpose: Self.booking, orderNumber: nil, amount: .sample,
            outcome: .declined(code: DeviceCode(zvt: code), text: nil), wasKnown: false)
        #expect(report.advice?.rawValue == advice)
    }

    // MARK: Told

    @Test(arguments: [1250, unused])
    func aBookingByWhatWasNotUsedIsOfTheRestWhicheverTheTerminalTells(told: Int64) {
        var machine = machine(Self.rest)
        let steps = machine.hear(.result(TerminalRecordID(1), .approved(amount: told)))
        #expect(steps.contains(.answer(TerminalRecordID(1), .stored)))
        let end = machine.hear(.finished(.completed(TerminalState()))).last
        #expect(end == .finish(.approved(.approved(amount: 1250))), "what is charged")
    }

    @Test(
        arguments: [(booking, unused), (booking, 5000), (.reservation, 5000), (release, 1)]
            as [(TransactionPurpose, Int64)])
    func anotherAmountIsRefused(purpose: TransactionPurpose, told: Int64) {
        var machine = machine(purpose)
        let steps = machine.hear(.result(TerminalRecordID(1), .approved(amount: told)))
        #expect(steps.contains(.answer(TerminalRecordID(1), .refuse)))
    }

    @Test func aReleaseThatNamesTheTraceOfItsReservationIsDone() {
        var machine = machine(Self.release)
        _ = machine.hear(.result(TerminalRecordID(1), .reversal(of: 122, receipt: 42)))
        let end = machine.hear(.finished(.completed(TerminalState()))).last
        #expect(end == .finish(.approved(.reversal(of: 122, receipt: 42))))
    }

    private static let withCard = OpenPreauthorisation(
        payment: reserved.payment, amount: reserved.amount, name: reserved.name, cardDigits: "9999")
    private static let ends = [
        TransactionPurpose.booking(Capture(reserved: withCard, command: .bookTotal, due: nil)), .release(of: withCard),
    ]

    private static func result(ofCard card: String?, receipt: Int = 42, trace: Int = 123) -> TransactionResult {
        var result = TransactionResult.approved(receipt: receipt)
        (result.panLastDigits, result.trace) = (card, trace)
        return result
    }

    /// A terminal that was set up anew counts anew: the number is another customer's reservation.
    @Test(arguments: ends) func whatIsToldOfAnotherCardIsRefused(purpose: TransactionPurpose) {
        for (card, answer) in [("4711", StorageVerdict.refuse), ("9999", .stored), (nil, .stored)] {
            var machine = machine(purpose)
            let steps = machine.hear(.result(TerminalRecordID(1), Self.result(ofCard: card)))
            #expect(steps.contains(.answer(TerminalRecordID(1), answer)), "\(card ?? "none")")
        }
        #expect(judge(.transaction(Self.result(ofCard: "4711")), purpose).isUnclear)
        #expect(judge(.transaction(Self.result(ofCard: "9999")), purpose).word == "approved")
    }

    @Test(arguments: ends) func anotherTransactionUnderItsNumberKeepsTheCommandFromBeingSent(
        purpose: TransactionPurpose
    ) throws {
        let reservations = PreauthorisationPreflight(storage: try StorageManager.inMemory())
        func code(_ last: TransactionResult?) -> String? {
            do throws(Failure) {
                try reservations.check(purpose, told: last)
                return nil
            } catch { return error.code }
        }
        #expect(code(Self.result(ofCard: "4711", receipt: 41, trace: 122)) == "reservation.numberReused")
        #expect(code(Self.result(ofCard: "9999", receipt: 41, trace: 508)) == "reservation.numberReused")
        for last in [
            nil, Self.result(ofCard: "9999", receipt: 41, trace: 122), Self.result(ofCard: "4711", receipt: 42),
            .failed(0x6C),
        ] { #expect(code(last) == nil) }
    }

    @Test(arguments: [booking, release])
    func whatIsItselfTakenBackIsNotDone(purpose: TransactionPurpose) {
        var machine = machine(purpose)
        _ = machine.hear(.result(TerminalRecordID(1), .approved()))
        _ = machine.hear(.result(TerminalRecordID(2), .reversal()))
        #expect(machine.hear(.finished(.completed(TerminalState()))).contains(.connect))
    }

    // MARK: Asked afterwards

    private func judge(
        _ evidence: LastTransactionAnswer, told: TransactionResult? = nil, _ purpose: TransactionPurpose = booking
    )
        -> RecoveryVerdict
    {
        LastTransactionMatcher(intent: .sample(purpose: purpose), told: told).judge(evidence)
    }

    /// The reservation itself, as the terminal's last transaction.
    private static var reservation: TransactionResult {
        var result = TransactionResult.approved(amount: 5000, receipt: 41)
        result.trace = 122
        (result.hour, result.minute) = (9, 2)
        return result
    }

    @Test(arguments: [TransactionPurpose.reservation, booking, release])
    func eachIsFoundAsAPaymentIs(purpose: TransactionPurpose) {
        #expect(judge(.transaction(.approved()), purpose) == .approved(.approved()))
        #expect(judge(.transaction(Self.reservation), purpose) == .notBooked)
        #expect(judge(.transaction(Self.reservation), told: .approved(), purpose) == .reversed(nil))
    }

    private func judge(_ evidence: LastTransactionAnswer, _ purpose: TransactionPurpose) -> RecoveryVerdict {
        judge(evidence, told: nil, purpose)
    }

    /// A lost booking must not be taken for none, only because the terminal kept the number.
    @Test func anotherTransactionUnderTheReservationsNumberDecidesNothing() {
        #expect(judge(.transaction(.approved(receipt: 41))).isUnclear)
    }

    @Test(arguments: [booking, release])
    func aReservationThatIsStillOpenWasNotEnded(purpose: TransactionPurpose) {
        #expect(judge(.openReservations([40, 41]), purpose) == .notBooked)
        #expect(judge(.openReservations([41]), told: .approved(), purpose) == .reversed(nil))
    }

    @Test(arguments: [booking, release])
    func whereNoneIsOpenNobodyKnowsWhoEndedIt(purpose: TransactionPurpose) {
        let rule = LastTransactionMatcher(intent: .sample(purpose: purpose), told: nil)
        for finding in [RecoveryVerdict.notBooked, .reversed(nil), .unclear("x")] {
            #expect(rule.judge(openReservations: [], after: finding).isUnclear)
        }
    }

    /// Not every terminal tells again how a reservation ended: the transaction from before proves nothing then.
    @Test(arguments: [booking, release], [[40], nil] as [[Int]?])
    func whereTheQuestionDoesNotDecideNothingIsCalledNotBooked(purpose: TransactionPurpose, open: [Int]?) {
        let rule = LastTransactionMatcher(intent: .sample(purpose: purpose), told: nil)
        for finding in [RecoveryVerdict.notBooked, .reversed(nil)] {
            #expect(rule.judge(openReservations: open, after: finding) == .unclear(LastTransactionMatcher.beforeTheEnd))
        }
        for finding in [RecoveryVerdict.approved(.approved()), .declined(.failed(0x6C)), .unclear("x")] {
            #expect(rule.judge(openReservations: open, after: finding) == finding)
        }
    }

    @Test func openReservationsSayNothingOfAnythingElse() {
        #expect(judge(.openReservations([41]), .reservation).isUnclear)
    }

    // MARK: Recovery

    /// A machine that has asked for the last transaction.
    private func asked(_ purpose: TransactionPurpose) -> PaymentMachine {
        var machine = machine(purpose)
        _ = machine.hear(.finished(.disturbed(.sample)))
        _ = machine.handle(.connected)
        _ = machine.hear(.finished(.completed(TerminalState(status: 0))))
        _ = machine.hear(.finished(.completed(TerminalState(terminalID: "29001234"))))
        return machine
    }

    /// One that got no answer that decides.
    private func undecided(_ purpose: TransactionPurpose) -> (PaymentMachine, [PaymentMachine.Step]) {
        var machine = asked(purpose)
        let steps = machine.hear(.finished(.refused(code: 0x83)))
        return (machine, steps)
    }

    /// Some terminals do not tell the release of a reservation as their last transaction.
    @Test(arguments: [[41]: true, [40]: false, []: false] as [[Int]: Bool])
    func thatNothingNewIsToldIsHeldAgainstWhatIsOpen(open: [Int], isDecided: Bool) {
        var machine = asked(Self.release)
        _ = machine.hear(.accepted)
        _ = machine.hear(.result(TerminalRecordID(1), Self.reservation))
        #expect(machine.hear(.finished(.completed(TerminalState()))).contains(.request(.openPreauthorisations)))
        _ = machine.hear(.openPreauthorisations(open.map { Preauthorisation(receiptNumber: $0) }))
        let last = machine.hear(.finished(.completed(TerminalState()))).last
        let isNotCharged = if case .finish(.notCharged)? = last { true } else { false }
        #expect(isNotCharged == isDecided)
    }

    @Test func aTerminalThatCannotListIsNotBelievedThatNothingNewIsThere() {
        var machine = asked(Self.booking)
        _ = machine.hear(.accepted)
        _ = machine.hear(.result(TerminalRecordID(1), Self.reservation))
        _ = machine.hear(.finished(.completed(TerminalState())))
        let steps = machine.hear(.finished(.refused(code: 0x83)))
        #expect(!steps.contains { if case .finish = $0 { true } else { false } })
        #expect(machine.history.storedOutcome?.isFinal != true, "it may not tell again what ends a reservation")
    }

    @Test func aTerminalThatCannotRepeatIsAskedWhichReservationsAreOpen() {
        var (machine, steps) = undecided(Self.booking)
        #expect(steps.contains(.request(.openPreauthorisations)))
        _ = machine.hear(.accepted)
        _ = machine.hear(.openPreauthorisations([Preauthorisation(receiptNumber: 41)]))
        guard case .finish(.notCharged)? = machine.hear(.finished(.completed(TerminalState()))).last else {
            Issue.record("it is still open: nothing was booked")
            return
        }
    }

    @Test(arguments: [TerminalEnd.refused(code: 0x83), .completed(TerminalState()), .aborted(code: 0x83)])
    func oneThatDoesNotTellThatEitherIsAskedAgainLater(end: TerminalEnd) {
        var (machine, _) = undecided(Self.release)
        #expect(machine.hear(.finished(end)).last == .pause(Recovery.askPause))
        #expect(machine.handle(.elapsed) == [.request(.enquireStatus)])
    }

    @Test func whatItToldBeforeIsWrittenOnce() {
        var (machine, _) = undecided(Self.booking)
        _ = machine.hear(.openPreauthorisations([]))
        _ = machine.hear(.finished(.completed(TerminalState())))
        _ = machine.handle(.elapsed)
        _ = machine.hear(.finished(.completed(TerminalState(status: 0))))
        _ = machine.hear(.finished(.completed(TerminalState(terminalID: "29001234"))))
        let again = machine.hear(.finished(.refused(code: 0x83)))
        #expect(again == [.request(.openPreauthorisations)])
        _ = machine.hear(.openPreauthorisations([]))
        #expect(machine.hear(.finished(.completed(TerminalState()))) == [.pause(Recovery.askPause)])
    }

    @Test func aReservationItselfIsNotLookedForAmongThose() {
        #expect(undecided(.reservation).1.last == .pause(Recovery.askPause))
    }
}

import Flow
import Foundation
import Hardware
import Model
import Storage
import Testing
import ZVTCodes

@testable import Payments
@testable import Stores

/// One transaction of a terminal stands for one payment, also if a person types its numbers.
@Suite struct ClaimedNumbersTests {
    private let counter: Counter
    private static let holder = PaymentID(rawValue: "pay-1042")

    /// An earlier payment stands for receipt 42.
    init() throws {
        counter = try Counter()
        var result = TransactionResult(resultCode: 0)
        (result.receiptNumber, result.trace, result.amountMinor) = (42, 123, 990)
        try counter.write([.sending, .settled(.approved(result))], 1042)
        counter.world.advance(by: .seconds(3_600))
    }

    private static func typed(receipt: Int = 42, trace: Int = 123, amount: Int64 = 1250) -> TransactionResult {
        var result = TransactionResult(resultCode: 0)
        (result.receiptNumber, result.trace, result.amountMinor) = (receipt, trace, amount)
        return result
    }

    private static func told(_ change: (inout TransactionResult) -> Void = { _ in }) -> PaymentEvent {
        var result = typed()
        change(&result)
        return .evidence(.transaction(result), .unclear("It was not asked long enough."))
    }

    /// Why the later payment cannot be settled by these numbers; nil if it can.
    private func refusal(
        of typed: TransactionResult = typed(), restarted: Bool = false, isOfOtherTerminal: Bool = false,
        at terminal: DeviceAddress = Counter.terminal, after facts: [PaymentEvent] = []
    ) throws -> Failure? {
        let evidence = OperatorEvidence(
            .booked(receipt: typed.receiptNumber ?? 0, trace: typed.trace ?? 0, amount: .sample), words: "read",
            operatorName: "Anna", numbersRestarted: restarted, isOfOtherTerminal: isOfOtherTerminal)
        do throws(Failure) {
            try settle([.sending] + facts + [.operatorSettled(evidence, .approved(typed))], at: terminal)
            return nil
        } catch { return error }
    }

    private func settle(_ events: [PaymentEvent], at terminal: DeviceAddress) throws(Failure) {
        do { try counter.write(events, 1043, terminal: terminal) } catch let failure as Failure { throw failure } catch
        {
            throw .sample
        }
    }

    private static let claimed = Failure.transactionClaimed(by: holder, isTyped: true)

    @Test func numbersThatAnotherPaymentStandsForAreRefused() throws {
        #expect(try refusal() == Self.claimed)
        #expect(try counter.open == ["pay-1043"])
    }

    @Test(arguments: [typed(receipt: 43), typed(trace: 124)])
    func otherNumbersAreFree(_ result: TransactionResult) throws {
        #expect(try refusal(of: result) == nil)
        #expect(try counter.open.isEmpty)
    }

    @Test func whereTheNumbersBeganAnewAnEarlierPaymentStandsForAnother() throws {
        #expect(try refusal(restarted: true) == nil)
    }

    private static let otherReader = DeviceAddress(scheme: "test", path: "other reader")

    /// Two terminals that tell no ids may count alike. Which of them booked it, a person reads on its paper.
    @Test func untilAPersonSaysSoTwoAddressesMayBeOneTerminal() throws {
        #expect(try refusal(at: Self.otherReader) == Self.claimed)
    }

    @Test func whatAnotherTerminalBookedUnderTheSameNumbersIsOfNoConcern() throws {
        #expect(try refusal(isOfOtherTerminal: true, at: Self.otherReader) == nil)
        #expect(try counter.open.isEmpty)
    }

    @Test func atOneAddressThereIsNoOtherTerminal() throws {
        #expect(try refusal(isOfOtherTerminal: true) == Self.claimed)
    }

    /// Two ids that are the same prove that it is one terminal, and two that differ that it is not.
    @Test(
        arguments: [
            (nil, nil, nil), (nil, "29001234", nil), ("29001234", nil, nil), ("29001234", "29009999", nil),
            ("29001234", "29001234", claimed),
        ] as [(String?, String?, Failure?)])
    func whereIdsProveThatItIsOneTerminalNobodySaysOtherwise(its: String?, typed: String?, refusal: Failure?) throws {
        var (held, ours) = (Self.typed(amount: 990), Self.typed())
        (held.terminalID, ours.terminalID) = (its, typed)
        let counter = try Counter()
        try counter.write([.sending, .settled(.approved(held))], 1042)
        counter.world.advance(by: .seconds(3_600))
        let evidence = OperatorEvidence(
            .booked(receipt: 42, trace: 123, amount: .sample), words: "read", operatorName: "Anna",
            isOfOtherTerminal: true)
        do {
            try counter.write(
                [.sending, .operatorSettled(evidence, .approved(ours))], 1043, terminal: Self.otherReader)
            #expect(refusal == nil)
        } catch { #expect(error as? Failure == refusal) }
    }

    /// Numbers that began anew before ours began are no reason why a later payment should not have them.
    @Test func whereTheNumbersBeganAnewALaterPaymentStillStandsForItsOwn() throws {
        try counter.write([.sending], 1043, terminal: Self.otherReader)
        counter.world.advance(by: .seconds(60))
        let later = Self.typed(receipt: 43, trace: 124)
        try counter.write([.sending, .settled(.approved(later))], 1044)
        let evidence = OperatorEvidence(
            .booked(receipt: 43, trace: 124, amount: .sample), words: "read", operatorName: "Anna",
            numbersRestarted: true)
        let event = PaymentEvent.operatorSettled(evidence, .approved(later))
        let open = PaymentID(rawValue: "pay-1043")
        var history = try #require(try counter.storage.read { try StoredLedger.history(open, in: $0) })
        history.apply(event)
        let (ledger, settled) = (StoredLedger.sample(counter.storage, counter.world), history)
        let refusal = #expect(throws: Failure.self) { try ledger.write(event, of: settled) }
        #expect(refusal == .transactionClaimed(by: PaymentID(rawValue: "pay-1044"), isTyped: true))
    }

    /// The numbers of the other payment were mistyped.
    @Test func whatTheTerminalItselfToldOfThisPaymentIsThisPayments() throws {
        #expect(try refusal(after: [Self.told()]) == nil)
    }

    @Test(arguments: [(41, 123, 1250, 0), (42, 122, 1250, 0), (42, 123, 990, 0), (42, 123, 1250, 5)])
    func whatTheTerminalToldOfSomethingElseProvesNothing(
        receipt: Int, trace: Int, amount: Int64, code: UInt8
    ) throws {
        let told = Self.told {
            ($0.receiptNumber, $0.trace, $0.amountMinor, $0.resultCode) = (
                receipt, trace, amount, DeviceCode(zvt: code)
            )
        }
        #expect(try refusal(after: [told]) == Self.claimed)
    }

    /// Somebody stated that it was made, and no terminal was asked.
    @Test func aPaymentThatTellsNoTransactionStandsForNone() throws {
        try counter.write([.sending, .settled(.approved(TransactionResult(resultCode: 0)))], 1044)
        try counter.write([.sending], 1043)
        let open = PaymentID(rawValue: "pay-1043")
        let intent = try #require(try counter.storage.read { try StoredLedger.history(open, in: $0) }).intent
        let claimed = try counter.storage.read { try ClaimedTransaction.all(besides: intent, in: $0) }
        #expect(claimed.map(\.payment) == [Self.holder])
        #expect(claimed.map(\.isNewest) == [true], "of those that tell one")
    }

    @Test func onlyTheNewestOfOurOwnTerminalIsTheNewest() throws {
        for (order, reader) in [(1044, Counter.terminal), (1045, Counter.terminal), (1046, Self.otherReader)] {
            counter.world.advance(by: .seconds(60))
            let result = Self.typed(receipt: order, trace: order)
            try counter.write([.sending, .settled(.approved(result))], Int64(order), terminal: reader)
        }
        try counter.write([.sending], 1043)
        let open = PaymentID(rawValue: "pay-1043")
        let intent = try #require(try counter.storage.read { try StoredLedger.history(open, in: $0) }).intent
        let claimed = try counter.storage.read { try ClaimedTransaction.all(besides: intent, in: $0) }
        #expect(claimed.map(\.payment.rawValue) == ["pay-1046", "pay-1045", "pay-1044", "pay-1042"])
        #expect(claimed.map(\.isOnOurTerminal) == [false, true, true, true])
        #expect(claimed.map(\.isNewest) == [false, true, false, false])
    }

    /// If another payment was begun later and told its result at once, ours was over before.
    @Test(
        arguments: [
            (60, [.result(typed(receipt: 43, trace: 124), answer: .stored)], true),
            (0, [.result(typed(receipt: 43, trace: 124), answer: .stored)], false),
            (60, [.result(typed(receipt: 43, trace: 124), answer: .refuse)], false),
            (60, [.result(typed(receipt: 42, trace: 123), answer: .stored)], false), (60, [], false),
        ] as [(Int, [PaymentEvent], Bool)])
    func onlyALaterPaymentThatToldItsResultAtOnceCameAfterOurs(
        seconds: Int, events: [PaymentEvent], cameAfter: Bool
    ) throws {
        let ours = PaymentIntent.sample(terminalID: nil, startedAt: counter.world.now)
        counter.world.advance(by: .seconds(seconds))
        let result = Self.typed(receipt: 43, trace: 124)
        try counter.write([.sending] + events + [.settled(.approved(result))], 1044)
        let claimed = try counter.storage.read { try ClaimedTransaction.all(besides: ours, in: $0) }
        #expect(claimed.map(\.payment.rawValue) == ["pay-1044", "pay-1042"])
        #expect(claimed.map(\.cameAfter) == [cameAfter, false])
    }

    /// With the same amount, it is the transaction of the other payment.
    @Test func ofTheSameAmountItIsTheOtherPayments() throws {
        #expect(try refusal(of: Self.typed(amount: 990), after: [Self.told { $0.amountMinor = 990 }]) == Self.claimed)
    }
}

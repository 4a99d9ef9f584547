import Failures
import Flow
import Model
import Payments
import Storage
import Stores

// A person who settles what is in doubt.
extension WorldPlayer {
    private func statement(
        _ payment: PaymentRecord, newest entry: HonestBook.Entry?, mistaken: Bool
    ) -> OperatorEvidence.Statement {
        let terminal = kiosk.terminals.asked(for: payment)
        // A booking in another currency is reversed at the terminal.
        if !mistaken, payment.amount.currency != .eur, let wrong = terminal.book.standing(for: payment.id) {
            terminal.undo(wrong.serial, asReversal: true)
        }
        let booked = terminal.book.standing(for: payment.id)
        guard (booked != nil) != mistaken else {
            let wasBooked = terminal.book.entries.contains { $0.request == payment.id && $0.kind != .declined }
            let newest = entry?.receipt ?? 0
            return wasBooked && !mistaken ? .takenBack(newestReceipt: newest) : .notBooked(newestReceipt: newest)
        }
        return .booked(
            receipt: booked?.receipt ?? terminal.memory.nextReceipt, trace: booked?.trace ?? terminal.memory.nextTrace,
            amount: booked.map { Money(minorUnits: $0.amount, currency: .eur) } ?? payment.amount)
    }

    /// Whether that transaction was not requested by this till, or is another payment's of which a mistake stands: the till is
    /// told then that it is not this payment's.
    private func isAnothers(_ entry: HonestBook.Entry?, than payment: PaymentID) -> Bool {
        guard let request = entry?.request else { return true }
        if request != payment, mistaken.contains(request) { return true }
        return (try? kiosk.storage.read { try $0.payment(id: request) }) == nil
    }

    /// Whether the other terminal has booked something under the same numbers.
    private func isNumberedAlike(_ statement: OperatorEvidence.Statement, elsewhere terminal: LawfulTerminal) -> Bool {
        guard case .booked(let receipt, let trace, _) = statement else { return false }
        return kiosk.terminals.all.contains { other in
            other !== terminal && other.book.entries.contains { $0.receipt == receipt && $0.trace == trace }
        }
    }

    /// Lets a person settle the payment by the terminal's journal, and by the acquirer's list where that journal contradicts
    /// what the terminal had reported before it was restored.
    @discardableResult
    mutating func settle(_ payment: PaymentRecord, mistaken: Bool = false) -> Result<PaymentReport, Failure>? {
        let terminal = kiosk.terminals.asked(for: payment)
        var answer = settle(payment, newest: terminal.newestEntry(), mistaken: mistaken)
        // More than was asked of a refund is typed twice.
        if case .failure(let failure)? = answer, failure.is(RefundFailure.notConfirmed) {
            answer = settle(payment, newest: terminal.newestEntry(), mistaken: mistaken)
        }
        guard case .failure(let failure)? = answer, failure.is(SettlementFailure.contradiction), !mistaken,
            !terminal.forgotten.isEmpty
        else { return answer }
        return settle(payment, newest: terminal.newestEntry(ofAcquirer: true), mistaken: false)
    }

    private mutating func settle(
        _ payment: PaymentRecord, newest entry: HonestBook.Entry?, mistaken: Bool
    ) -> Result<PaymentReport, Failure>? {
        guard let till = try? kiosk.runningTill() else { return nil }
        let statement = statement(payment, newest: entry, mistaken: mistaken)
        let terminal = kiosk.terminals.asked(for: payment)
        log.note(.world("the operator \(mistaken ? "mistypes" : "settles") \(payment.id): \(statement)"))
        let answer = till.ask {
            CardPresentPaymentsAction.settleDoubt(
                payment.id, statement, words: "read", numbersRestarted: terminal.hasRestarted || hasSwapped,
                newestIsAnothers: !mistaken && isAnothers(entry, than: payment.id),
                isOfOtherTerminal: !mistaken && isNumberedAlike(statement, elsewhere: terminal), $0)
        }
        switch answer {
        case .success(let report): log.note(.report("\(report.payment) is \(report.outcome)"))
        case .failure(let failure): log.note(.report("\(failure.code): \(failure.sentence)"))
        case nil: log.note(.report("nothing: it is dead"))
        }
        note(mistaken ? "mistyped" : "settled", answer)
        return answer
    }

    mutating func withdraw(_ payment: PaymentRecord) {
        guard let till = try? kiosk.runningTill() else { return }
        log.note(.world("the operator withdraws that"))
        let answer = till.ask {
            CardPresentPaymentsAction.withdrawSettlement(payment.id, words: "mistyped", $0)
        }
        if case .failure(let failure) = answer { log.note(.report("\(failure.code): \(failure.sentence)")) }
        note("withdrawn", answer)
    }
}

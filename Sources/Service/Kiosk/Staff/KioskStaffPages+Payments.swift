import Failures
import Flow
import Foundation
import Model
import Networking
import Payments
import Storage
import Stores

/// Transactions, and those whose outcome is not known.
extension KioskStaffPages {
    // MARK: All of them

    func payments(_ limit: Int) async throws(Failure) -> Fields {
        let found = try await till.ask { JournalAction.listPayments(before: nil, limit: limit, $0) }
        var rows: [JSONValue] = []
        for record in found { rows.append(try await row(record)) }
        return ["rows": .array(rows), "next": .bool(found.count == limit && limit < KioskStaffPage.mostEntries)]
    }

    private func row(_ record: PaymentRecord) async throws(Failure) -> JSONValue {
        let isRunning = try await isRunning(record)
        let order = try till.storage.reading { try $0.orderNumber(of: record) }
        return [
            "id": .string(record.id.rawValue), "at": .time(record.createdAt), "kind": .string(record.kind.rawValue),
            "amount": .amount(record.amount),
            "outcome": .string(KioskOutcome(record, isRunning: isRunning).rawValue),
            "order": .optional(order),
            "reader": .string(try await terminalName(record.terminalAddress)),
        ]
    }

    /// Whether somebody is at work on a transaction, so that it is no doubt.
    private func isRunning(_ record: PaymentRecord) async throws(Failure) -> Bool {
        guard record.isOpen else { return false }
        return try await till.ask { JournalAction.explainPayment(reference: record.id.rawValue, $0) }.isRunning
    }

    private func terminalName(_ address: String) async throws(Failure) -> String {
        try await till.knownTerminals().first { $0.address.description == address }?.name ?? address
    }

    func payment(_ id: String) async throws(Failure) -> Fields {
        let payment = PaymentID(rawValue: id)
        let (record, receipt, left, back) = try till.storage.reading { reader in
            let record = try reader.payment(id: payment)
            let back = record?.kind.takesMoney == true ? try reader.givingBack(payment) : []
            let left = try record.map { try reader.refundable($0) }
            return (record, try reader.receipts(payment: payment).first { $0.copy == .customer }, left, back)
        }
        guard let record, let left else { throw .noPayment(id) }
        let returns = try await returns(back)
        let isRunning = returns.contains { $0["outcome"]?.text == KioskOutcome.running.rawValue }
        let given = back.filter(\.isApproved).map(\.amount.minorUnits).reduce(0, +)
        let explanation = try await till.ask { JournalAction.explainPayment(reference: id, $0) }
        var shown = try await row(record).members ?? [:]
        shown["receipt"] = .optional(receipt?.id.rawValue)
        return [
            "payment": .object(shown),
            "left": .amount(left),
            "given_back": .amount(Money(minorUnits: given, currency: record.amount.currency)),
            "returns": .array(returns), "why": why(explanation),
            "can": [
                "refund": .bool(left.minorUnits > 0 && !isRunning),
                "reverse": .bool(left.minorUnits > 0 && left == record.amount && !isRunning),
                "reprint": .bool(receipt != nil), "email": false, "withdraw": .bool(explanation.isSettledByPerson),
            ],
        ]
    }

    /// The most refunds and reversals of a payment that its page lists.
    private static let mostReturns = 20

    /// What gave money of a payment back, or was to, the newest first, with what is known of each.
    private func returns(_ back: [PaymentRecord]) async throws(Failure) -> [JSONValue] {
        var rows: [JSONValue] = []
        for record in back.suffix(Self.mostReturns).reversed() {
            let told = try await till.ask { JournalAction.explainPayment(reference: record.id.rawValue, $0) }
            var shown = try await row(record).members ?? [:]
            shown["known"] = .string(told.state(in: language).presentable)
            rows.append(.object(shown))
        }
        return rows
    }

    private func why(_ explanation: PaymentExplanation) -> JSONValue {
        .array(explanation.facts.map { ["at": .time($0.at), "text": .string($0.text(in: language).presentable)] })
    }

    /// The state as sentences. Whoever finds out that an order is paid twice is told which payment to give back.
    private func known(_ explanation: PaymentExplanation) -> String {
        let task = explanation.surplus == nil ? nil : explanation.resolution(in: language)
        return [explanation.state(in: language), task].compactMap(\.self).joined(separator: " ").presentable
    }

    /// What a person has said of a payment, and all that is known of it: nothing is withdrawn before that was shown.
    func settlement(of id: String) async throws(Failure) -> Fields {
        guard let record = try till.storage.reading({ try $0.payment(id: PaymentID(rawValue: id)) }) else {
            throw .noPayment(id)
        }
        let explanation = try await till.ask { JournalAction.explainPayment(reference: id, $0) }
        let statement = explanation.statement
        var fields = try await row(record).members ?? [:]
        fields["id"] = nil
        fields["settlement"] = .string(id)
        fields["gone"] = .bool(statement == nil)
        fields["said"] = .optional(statement?.text(in: language).presentable)
        fields["said_at"] = statement.map { .time($0.at) } ?? .null
        fields["known"] = .string(known(explanation))
        fields["why"] = why(explanation)
        fields["answers"] = statement == nil ? [] : ["withdraw"]
        return fields
    }

    // MARK: Doubts

    /// The transactions and the ends of day whose outcome is not known, and that do not run for the first time.
    func doubts() async throws(Failure) -> [JSONValue] {
        var rows: [JSONValue] = []
        for record in try await till.ask({ JournalAction.listDoubts($0) }) {
            let shown = try await row(record)
            if shown["outcome"]?.text != KioskOutcome.running.rawValue { rows.append(shown) }
        }
        guard !till.isBusy else { return rows }
        for day in try openDays() {
            rows.append([
                "id": .string(day.id.rawValue), "at": .time(day.startedAt), "kind": "end_of_day", "amount": .null,
                "order": .null, "reader": .string(try await terminalName(day.terminal.address.description)),
            ])
        }
        return rows
    }

    func openDays() throws(Failure) -> [EndOfDayIntent] {
        try till.storage.reading { try EndOfDayIntent.open(in: $0) }
    }

    /// What is known of a doubt, and what a person may say about it. What was said so far is in the kiosk's state.
    func doubt(_ id: String) async throws(Failure) -> Fields {
        if let day = try openDays().first(where: { $0.id.rawValue == id }) { return try await doubt(about: day) }
        let payment = PaymentID(rawValue: id)
        guard let record = try till.storage.reading({ try $0.payment(id: payment) }) else {
            return try await endedDay(EndOfDayID(rawValue: id))
        }
        let explanation = try await till.ask { JournalAction.explainPayment(reference: id, $0) }
        var fields = try await row(record).members ?? [:]
        fields["id"] = nil
        fields["doubt"] = .string(id)
        fields["final"] = .bool(explanation.isFinal)
        fields["known"] = .string(known(explanation))
        var statements = ["booked", "not_booked", "taken_back"]
        if record.kind == .reservation { statements.append("ended") }
        fields["statements"] = .array(statements.map(JSONValue.string))
        fields["answers"] = explanation.isFinal ? [] : ["ask", "paper"]
        return fields
    }

    /// An end of day that was cut off: the terminal's own slip says whether it has ended its day.
    private func doubt(about day: EndOfDayIntent) async throws(Failure) -> Fields {
        [
            "doubt": .string(day.id.rawValue), "at": .time(day.startedAt), "kind": "end_of_day", "final": false,
            "amount": .amount(.zero(till.currency)), "order": .null,
            "reader": .string(try await terminalName(day.terminal.address.description)),
            "known": .string(Failure.endOfDayOpen(day.id).said.text(in: language).presentable),
            "statements": ["day_ended", "day_not_ended"], "answers": ["paper"],
        ]
    }

    private func endedDay(_ id: EndOfDayID) async throws(Failure) -> Fields {
        let report = try await till.ask { EndOfDayAction.report(id, $0) }
        return [
            "doubt": .string(id.rawValue), "at": .time(report.startedAt), "kind": "end_of_day", "final": true,
            "amount": .amount(.zero(till.currency)), "order": .null,
            "reader": .string(try await terminalName(report.terminal.address.description)),
            "known": .string(report.outcome.sentence.text(in: language).presentable), "statements": [], "answers": [],
        ]
    }
}

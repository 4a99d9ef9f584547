import Foundation
import Hardware
import Model
import Storage
import Payments
import Stores

extension VirtualKiosk {
    /// The rules of docs/payment-steps.md that are violated, as sentences; empty when all hold. Call it when everything
    /// is at rest. An open payment counts as a visible doubt.
    package func violations() throws(StorageError) -> [String] {
        try storage.read { reader in
            var found = truth.violations
            let payments = try reader.recentPayments(limit: .max)
            for payment in payments { found += try violations(of: payment, in: reader) }
            for charge in truth.all where !payments.contains(where: { $0.stands(for: charge) }) {
                found.append("I2: booked at the terminal, and neither approved nor in doubt here: \(charge)")
            }
            found += try textViolations(payments, in: reader)
            found += sumViolations(payments) + refundViolations(payments) + reservationViolations() + paperViolations()
            if case .broken(let sequence, let why, _) = try reader.verifyJournal() {
                found.append("I7: the chain breaks at \(sequence): \(why)")
            }
            return found + JournalVerification.differences(in: reader).map { "I7: \($0.sentence)" }
        }
    }

    /// I6: a terminal's text is decoded with its own character set, even if another till requested the transaction.
    private func textViolations(_ payments: [PaymentRecord], in reader: any StorageReader) throws -> [String] {
        try payments.flatMap { payment in
            try reader.journalEntries(payment: payment.id).filter { Self.telling.contains($0.kind) }.flatMap { entry in
                try entry.decoded(as: PaymentEvent.self).texts.flatMap(\.lines).filter(\.isOfAnotherSet).map {
                    "I6: fact \(entry.sequence) of \(payment.id) has text of another character set: \($0.text)"
                }
            }
        }
    }

    private static let telling: Set = ["payment.text", "payment.textsCompleted", "payment.repeatedText"]

    private func violations(of payment: PaymentRecord, in reader: any StorageReader) throws -> [String] {
        var found: [String] = []
        let id = payment.id
        let requests = truth.requests.count { $0 == id }
        if requests > 1 { found.append("I4: \(id) was put on the wire \(requests) times") }
        let pays = payment.kind.takesMoney
        let paid = try payment.order.flatMap { try reader.paidBy(order: $0, site: payment.site) }
        let back = try reader.givingBack(id).filter { $0.isApproved && $0.kind == .reversal }
        let reopened =
            try payment.kind == .reversal && payment.isApproved
            ? payment.original.flatMap { try reopening(of: $0, in: reader) } : nil
        let told = try reopened ?? reader.outboxItem(id: "order.\(pays ? "paid" : "refunded")-\(id)")
        if !payment.isApproved || payment.kind.onlyHolds {
            if paid == id {
                found.append("I3: the order is paid by \(id), which is \(payment.kind), and \(payment.stage)")
            }
            if told != nil {
                found.append("I3: the shop is told of \(id), which is \(payment.kind), and \(payment.stage)")
            }
        }
        guard payment.isApproved else { return found }
        let charges = truth.answers(to: payment.kind).filter { payment.stands(for: $0) }
        if charges.map(\.entry.amountMinor) != [payment.amount.minorUnits] {
            found.append("I3, I6: \(id) is approved for \(payment.amount), the terminal holds \(charges)")
        }
        // A booked amount that a person has read from the terminal may be less than the requested one.
        let differs = try [id, payment.original].compactMap { $0 }.contains { other in
            try reader.journalEntries(payment: other).contains { $0.kind == "amount.differs" }
        }
        let isUndone = !back.isEmpty || differs && paid != id
        if isUndone, paid == id, try reopening(of: id, in: reader) != nil {
            found.append("I3: the order is paid by \(id), which was reversed")
        }
        if payment.order != nil, !payment.kind.onlyHolds, told == nil && !isUndone || pays && paid != id && !isUndone {
            found.append("I3: \(id) is approved, and its order not paid, or the shop not told")
        }
        let totals = try reader.receipts(payment: id).map(\.document.total)
        if totals != [payment.amount, payment.amount] { found.append("I6: \(id) has receipts for \(totals)") }
        return found
    }

    private func reopening(of payment: PaymentID, in reader: any StorageReader) throws -> OutboxItem? {
        try reader.outboxItem(id: "order.reopened-\(payment)")
    }

    /// I1: no order is charged twice, and nothing has two open payments.
    private func sumViolations(_ payments: [PaymentRecord]) -> [String] {
        var found: [String] = []
        let paying = payments.filter { $0.kind.takesMoney && $0.order != nil }
        for (order, tries) in Dictionary(grouping: paying, by: OrderOfASite.init) {
            let charges = truth.standing.filter { charge in
                tries.contains { $0.id == charge.payment } && !truth.isReversed(charge)
            }
            if charges.count > 1 { found.append("I1: order \(order) is charged \(charges.count) times") }
            if tries.count(where: \.isOpen) > 1 { found.append("I1: order \(order) has two open payments") }
        }
        let open = Dictionary(grouping: payments.filter(\.isOpen), by: \.terminalAddress)
        for (terminal, tries) in open where tries.count > 1 { found.append("I1: \(terminal) has two open payments") }
        return found
    }

    /// I17: no payment is refunded by more than was paid, by the terminal's real bookings.
    private func refundViolations(_ payments: [PaymentRecord]) -> [String] {
        payments.filter { $0.kind.takesMoney }.compactMap { payment in
            let back = truth.givenBack.filter { charge in
                payments.contains { $0.original == payment.id && $0.id == charge.payment }
            }
            let sum = back.reduce(0) { $0 + $1.entry.amountMinor }
            guard sum > (payment.isApproved ? payment.amount.minorUnits : 0) else { return nil }
            return "I17: of \(payment.id) for \(payment.amount) was given back \(sum)"
        }
    }

    /// I18: a reservation ends once.
    private func reservationViolations() -> [String] {
        let ends = (truth.standing + truth.released).filter { $0.entry.endsReservation }
        return Dictionary(grouping: ends, by: \.entry.originalTrace).values.filter { $0.count > 1 }.map {
            "I18: a reservation is ended \($0.count) times: \($0)"
        }
    }

    /// I8: each document is printed only once without the mark of a duplicate, incomplete prints included, and no two
    /// prints are equal.
    private func paperViolations() -> [String] {
        let pages = printer.paper
        var found: [String] = []
        for (place, page) in pages.enumerated() {
            for other in pages[(place + 1)...] where page == other || Self.areBothOriginals(page, other) {
                found.append("I8: the same paper twice")
            }
        }
        return found
    }

    private static func areBothOriginals(_ page: [UInt8], _ other: [UInt8]) -> Bool {
        let (short, long) = page.count < other.count ? (page, other) : (other, page)
        return long.starts(with: short) && long.firstRange(of: Array("DUPLICATE".utf8)) == nil
    }
}

/// Shops number their orders alike.
private struct OrderOfASite: Hashable, CustomStringConvertible {
    let site: SiteID
    let order: OrderID?

    init(_ payment: PaymentRecord) {
        site = payment.site
        order = payment.order
    }

    var description: String { "\(order.map(\.description) ?? "none") of site \(site)" }
}

extension PaymentEvent {
    /// The terminal's own texts in this event.
    fileprivate var texts: [TerminalText] {
        switch self {
        case .text(let text): [text]
        case .textsCompleted(let texts), .repeatedText(let texts): texts
        case .intended, .sending, .refused, .result, .cancelRequested, .completed, .aborted, .disturbed, .evidence,
            .asking, .mayTake, .dayEnded, .seemsBooked, .inDoubt, .settled, .operatorSettled, .operatorWithdrew,
            .operatorConfirmed, .goods,
            .goodsTooLate:
            []
        }
    }
}

extension PrintedLine {
    /// Whether the text looks like UTF-8 or ISO 8859 decoded as CP437; none of the simulated terminal's own texts does.
    fileprivate var isOfAnotherSet: Bool {
        text.unicodeScalars.contains { (0x2500...0x259F).contains($0.value) || $0.value == 0xFFFD }
    }
}

extension TerminalTruth {
    /// Whether the till had the terminal reverse the charge, so that it was never paid.
    fileprivate func isReversed(_ charge: Charge) -> Bool {
        givenBack.contains { $0.entry.command == .reversal && $0.entry.originalTrace == charge.entry.trace }
    }

    /// The bookings in which the terminal really performed a transaction of this kind.
    fileprivate func answers(to kind: TransactionKind) -> [Charge] {
        switch kind {
        case .payment, .booking: standing
        case .refund, .reversal: givenBack
        case .reservation: held
        case .release: released
        }
    }
}

extension TerminalJournal.Entry {
    fileprivate var endsReservation: Bool {
        switch command {
        case .bookTotal, .partialRelease, .release: true
        case .payment, .reservation, .reversal, .refund, nil: false
        }
    }
}

extension PaymentRecord {
    /// Whether the payment reports this charge correctly, or reports a doubt.
    fileprivate func stands(for charge: TerminalTruth.Charge) -> Bool {
        guard charge.payment == id else { return false }
        guard case .approved(let result) = outcome else { return isOpen }
        return result.trace == charge.entry.trace && result.receiptNumber == charge.entry.receipt
    }
}

extension TillLife {
    /// Violations of I5 and I14 in the bytes on the line. Texts and results must be stored before they are answered,
    /// and no command may name a receipt number to reverse (tag 1F1F).
    package var violations: [String] {
        var found = seen
        var unwritten = false
        var isReading = false
        var told: ArraySlice<UInt8> = []
        for deed in deeds {
            switch deed {
            case .commit: unwritten = false
            case .print, .ask: break
            case .receive(let bytes):
                guard let control = bytes.zvtControls.last else { continue }
                // A block that was repeated because its ACK was lost adds nothing.
                let telegram = bytes.drop { $0 == 0x06 || $0 == 0x15 }
                guard telegram != told else { continue }
                told = telegram
                // The answer to "repeat receipt" is only read, because its result is booked already; its consequences
                // are stored.
                unwritten = (control == 0x06D1 || control == 0x06D3 || control == 0x040F) && !isReading
            case .send(let bytes):
                let said = bytes.zvtControls
                if said.contains(0x8000), unwritten { found.append("I5: answered, and not written") }
                if said.contains(0x8000) { unwritten = false }
                if let command = said.first(where: { $0 >> 8 == 0x06 || $0 >> 8 == 0x05 }) {
                    isReading = command == 0x0620
                    if bytes.firstRange(of: [0x1F, 0x1F]) != nil { found.append("I14: 1F1F was sent") }
                }
            }
        }
        return found
    }
}

extension [UInt8] {
    /// The control fields of the telegrams at the beginning of these bytes: serial blocks, possibly preceded by an ACK
    /// or NAK, or bare telegrams of a network.
    package var zvtControls: [UInt16] {
        let rest = drop { $0 == 0x06 || $0 == 0x15 }
        let isSerial = rest.isEmpty || rest.starts(with: [0x10, 0x02])
        return (isSerial ? blocks : telegrams).map { UInt16(self[$0]) << 8 | UInt16(self[$0 + 1]) }
    }

    private var blocks: [Int] {
        indices.dropLast(3).filter { self[$0] == 0x10 && self[$0 + 1] == 0x02 }.map { $0 + 2 }
    }

    private var telegrams: [Int] {
        var starts: [Int] = []
        var next = 0
        while next + 2 < count {
            starts.append(next)
            let isLong = self[next + 2] == 0xFF && next + 4 < count
            next += isLong ? 5 + Int(self[next + 3]) + Int(self[next + 4]) << 8 : 3 + Int(self[next + 2])
        }
        return starts
    }
}

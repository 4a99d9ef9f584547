import Flow
import Foundation
import Model
import Receipts
import Storage
import Payments

/// Compares everything that Till reported and printed with the terminal's book.
struct WorldOracle {
    private let kiosk: WorldKiosk
    private let reports: [WorldPlayer.Said]
    /// The payments that a person settled wrongly and could not withdraw.
    private let mistaken: Set<PaymentID>
    /// The reservations that a person stated to be gone while the terminal held them.
    private let saidWrongly: Set<PaymentID>
    /// The transactions that were in doubt when two terminals changed their addresses.
    private let openAtSwap: Set<PaymentID>

    init(_ kiosk: WorldKiosk, _ player: WorldPlayer) {
        self.kiosk = kiosk
        reports = player.reports
        mistaken = player.mistaken
        saidWrongly = player.saidWrongly
        openAtSwap = player.openAtSwap
    }

    private var book: HonestBook { kiosk.terminal.book }

    /// The violations of each till.
    func violations() throws -> [String] {
        var found: [String] = []
        try kiosk.forEachTill { found += try violationsOfTill() }
        return found
    }

    private func violationsOfTill() throws -> [String] {
        let payments = try kiosk.storage.read { try $0.recentPayments(limit: .max) }
        let misled = misled(payments)
        let known = payments.filter { !isUnknowable($0) && !misled.contains($0.id) }
        var found = charges(known) + reportedViolations(Set(known.map(\.id))) + kiosk.lifeViolations
        for payment in known {
            found += recorded(payment)
            found += try receipts(of: payment) + shop(payment)
        }
        return try found + paper() + journal()
    }

    /// How many payments have an outcome that no till could know.
    func unknowable() throws -> Int {
        var count = 0
        try kiosk.forEachTill { count += try unknowableOfTill() }
        return count
    }

    private func unknowableOfTill() throws -> Int {
        let payments = try kiosk.storage.read { try $0.recentPayments(limit: .max) }
        return misled(payments).union(payments.filter(isUnknowable).map(\.id)).count
    }

    /// The payments affected by a person's mistake that stands: the transaction, what it gives back, and other payments
    /// of the same order.
    private func misled(_ payments: [PaymentRecord]) -> Set<PaymentID> {
        let wrong = payments.filter { mistaken.contains($0.id) }
        let orders = Set(wrong.compactMap(\.order))
        let originals = Set(wrong.compactMap(\.original)).union(mistaken)
        return Set(
            payments.filter { payment in
                originals.contains(payment.id) || payment.original.map(originals.contains) ?? false
                    || payment.order.map(orders.contains) ?? false
            }.map(\.id))
    }

    /// Whether the till could not know the truth: what it saw would look the same. Another till took the same amount
    /// instead, the terminal was restored to an earlier state, or it reported an old transaction as the result without
    /// anything that distinguishes it from a new one.
    private func isUnknowable(_ payment: PaymentRecord) -> Bool {
        if openAtSwap.contains(payment.id) || isAtSwappedTerminal(payment) { return true }
        let terminal = kiosk.terminals.asked(for: payment)
        if case .approved(let result) = payment.outcome {
            if isOfAnother(result, payment) { return true }
            if let old = terminal.toldInstead[payment.id], !isKnownAgain(old, by: payment) { return true }
        }
        if case .goodsUnpaid = payment.outcome, kiosk.tills.count > 1, isReversedForAnother(payment) { return true }
        // A reversal for another till only shows that something of this amount was reversed.
        if case .reversed(let result?) = payment.outcome, let trace = result.originalTrace, kiosk.tills.count > 1,
            book.entries.contains(where: { !isOwn($0) && $0.kind != .declined && $0.trace == trace })
        {
            return true
        }
        return book.entries.contains { $0.request == payment.id && terminal.forgotten.contains($0.serial) }
    }

    /// Whether the transaction acts on one of another terminal, which has changed its address with that one. Neither
    /// tells an id, so a till can know that only if the terminal's last transaction has the number of the original, and
    /// another time or trace.
    private func isAtSwappedTerminal(_ payment: PaymentRecord) -> Bool {
        guard let id = payment.original, payment.kind != .refund, let original = book.standing(for: id),
            let asked = kiosk.terminals.all.first(where: { $0.askedAt[payment.id] != nil }),
            let made = kiosk.terminals.all.first(where: { $0.askedAt[id] != nil }), made !== asked,
            kiosk.terminals.isSwapped, payment.terminalAddress == address(of: id)
        else { return false }
        guard let shown = asked.shownAt[payment.id] else { return true }
        let habits = asked.habits
        func isTold(_ field: ChoicePoint) -> Bool {
            habits.tells(field, repeated: true) && habits.tells(field, repeated: false)
        }
        let isSameNumber = shown.receipt == original.receipt && isTold(.receiptNumber) && !habits.tellsZeros
        let differs =
            isTold(.trace) && shown.trace != original.trace
            || isTold(.clock) && shown.at.seconds != original.at.seconds
        return !(shown.code == 0 && isSameNumber && differs)
    }

    private func address(of payment: PaymentID) -> String? {
        (try? kiosk.storage.read { try $0.payment(id: payment) })?.terminalAddress
    }

    /// Whether this till requested the entry.
    private func isOwn(_ entry: HonestBook.Entry) -> Bool {
        entry.request.map { id in (try? kiosk.storage.read { try $0.payment(id: id) }) != nil } ?? false
    }

    private func isOfAnother(_ result: TransactionResult, _ payment: PaymentRecord) -> Bool {
        let amounts = [payment.amount.minorUnits, freed(by: payment)]
        let others = book.entries.filter {
            $0.kind != .declined && $0.isNamed(by: result) && amounts.contains($0.amount) && !isOwn($0)
        }
        guard let newest = others.map(\.at.seconds).max() else { return false }
        // A terminal's clock may be slow.
        return newest >= Self.seconds(of: payment) - (toldNothingBefore(payment) ? 15 * 60 : 0)
    }

    /// Whether the terminal had reported no transaction before this payment, so that the till cannot recognise older
    /// ones.
    private func toldNothingBefore(_ payment: PaymentRecord) -> Bool {
        let entries = try? kiosk.storage.read { try $0.journalEntries(payment: payment.id) }
        guard case .intended(let intent)? = try? entries?.first?.decoded(as: PaymentEvent.self) else { return false }
        guard case .receipt = intent.watermark else { return true }
        return intent.remembersWatermark
    }

    private func isReversedForAnother(_ payment: PaymentRecord) -> Bool {
        let began = Self.seconds(of: payment)
        return book.reversals.contains {
            $0.request == nil && $0.amount == payment.amount.minorUnits && $0.at.seconds >= began
        }
    }

    /// The part of a reservation that this booking freed, which terminals may report instead of the booked part.
    private func freed(by payment: PaymentRecord) -> Int64? {
        guard payment.kind == .booking, let id = payment.original,
            let reserved = try? kiosk.storage.read({ try $0.payment(id: id) })
        else { return nil }
        return reserved.amount.minorUnits - payment.amount.minorUnits
    }

    /// Whether the terminal reports something by which a till can date an entry, or recognise one that it has seen.
    private func isKnownAgain(_ serial: Int, by payment: PaymentRecord) -> Bool {
        let habits = kiosk.terminals.asked(for: payment).habits
        let told = [ChoicePoint.clock, .receiptNumber, .trace].filter {
            habits.tells($0, repeated: false) && !($0 == .receiptNumber && habits.tellsZeros)
        }
        let entry = book.entries[serial]
        // A reported time proves that an entry is old when it is earlier by more than clocks may differ.
        let isDated = told.contains(.clock) && entry.at.seconds + 15 * 60 < Self.seconds(of: payment)
        guard !isOwn(entry), !isDated else { return !told.isEmpty }
        return habits.repeating == .tells && told.contains { habits.tells($0, repeated: true) }
    }

    /// The beginning of the payment, in seconds of the terminal's clock.
    private static func seconds(of payment: PaymentRecord) -> Int {
        TerminalMoment(Uptime(nanoseconds: 0), date: payment.createdAt).time.seconds
    }

    // MARK: Money

    /// Checks the charges per payment and per order.
    private func charges(_ payments: [PaymentRecord]) -> [String] {
        var found: [String] = []
        for payment in payments {
            let all = book.entries.filter { $0.request == payment.id && $0.kind != .declined && !$0.isUndone }
            if all.count > 1 { found.append("charged-twice: \(payment.id) stands \(all.count) times in the book") }
        }
        for (order, tries) in Dictionary(grouping: payments.filter { $0.order != nil }, by: \.order) {
            let taken = book.charges.filter { charge in tries.contains { $0.id == charge.request } }
            let back = book.refunds.filter { refund in tries.contains { $0.id == refund.request } }
            if taken.count - back.count > 1, let order {
                found.append("charged-twice: order \(order) stands \(taken.count) times in the book")
            }
        }
        return found + takenBack(payments) + reservations(payments)
    }

    private func takenBack(_ payments: [PaymentRecord]) -> [String] {
        var found: [String] = []
        for entry in book.reversals {
            guard let request = entry.request, let original = entry.original,
                let record = payments.first(where: { $0.id == request })
            else { continue }
            // Skip a reversal of a payment whose outcome the till could not know: then no till knows what to reverse.
            guard payments.contains(where: { $0.id == record.original }) else { continue }
            if book.entries[original].request != record.original {
                found.append(
                    "wrong-reversal: \(request) is to reverse \(record.original?.rawValue ?? "nothing"), and reversed B\(original)"
                )
            }
        }
        return found
    }

    /// Checks that a reservation ends once, by the transaction that was to end it.
    private func reservations(_ payments: [PaymentRecord]) -> [String] {
        var found: [String] = []
        for reservation in book.entries where reservation.kind == .reservation {
            let ends = book.ends(of: reservation.serial)
            if ends.count > 1 { found.append("ended-twice: B\(reservation.serial)") }
            for end in ends {
                guard let record = payments.first(where: { $0.id == end.request }),
                    payments.contains(where: { $0.id == record.original }), record.original != reservation.request
                else { continue }
                found.append("wrong-reservation: \(record.id) ended B\(reservation.serial)")
            }
        }
        return found
    }

    /// Compares a payment's record with its valid bookings.
    private func recorded(_ payment: PaymentRecord) -> [String] {
        guard !payment.isOpen, let outcome = payment.outcome else { return [] }
        if payment.isSaid { return saidGone(payment) }
        return contradictions(of: payment.id, payment.amount, outcome).map { "record: " + $0 }
    }

    /// Checks a person's statement that a reservation is gone, unless the person was mistaken.
    private func saidGone(_ end: PaymentRecord) -> [String] {
        guard let id = end.original, !saidWrongly.contains(id), let reserved = book.standing(for: id),
            !book.ends(of: reserved.serial).contains(where: { $0.kind == .release })
        else { return [] }
        return ["false-end: \(end.id) says that \(id) is gone, and B\(reserved.serial) is held or booked"]
    }

    /// Checks that every final report stays true.
    private func reportedViolations(_ known: Set<PaymentID>) -> [String] {
        reports.flatMap { said -> [String] in
            guard case .success(let report) = said.report, report.outcome.isFinal, known.contains(report.payment) else {
                return []
            }
            return contradictions(of: report.payment, report.amount, report.outcome)
        }
    }

    private func contradictions(of payment: PaymentID, _ amount: Money, _ outcome: PaymentOutcome) -> [String] {
        let standing = book.standing(for: payment)
        guard case .approved(let result) = outcome else {
            guard let standing else { return [] }
            // A charge that another till at this terminal has reversed is not lost.
            if case .reversed = outcome, book.isReversed(standing.serial) { return [] }
            return ["lost-charge: \(payment) is \(outcome.word), and stands as B\(standing.serial)"]
        }
        guard let standing else {
            return ["unpaid-called-paid: \(payment) is approved, and nothing stands in the book"]
        }
        var found: [String] = []
        if amount.currency != .eur {
            found.append("wrong-currency: \(payment) is approved for \(amount), and booked in EUR")
        }
        if standing.amount != amount.minorUnits {
            found.append("wrong-amount: \(payment) is approved for \(amount), the book has \(standing.amount)")
        }
        if let receipt = result.receiptNumber, receipt != standing.receipt {
            found.append(
                "wrong-number: \(payment) is approved with receipt \(receipt), the book has \(standing.receipt)")
        }
        return found
    }

    // MARK: The shop

    private func shop(_ payment: PaymentRecord) throws -> [String] {
        guard payment.kind.takesMoney, let order = payment.order else { return [] }
        let (due, paid, told, reopened) = try kiosk.storage.read { reader in
            (
                try reader.order(id: order, site: payment.site)?.order.total.minorUnits ?? 0,
                try reader.paidBy(order: order, site: payment.site) == payment.id,
                try reader.outboxItem(id: "order.paid-\(payment.id)") != nil,
                try reader.outboxItem(id: "order.reopened-\(payment.id)") != nil
            )
        }
        let standing = book.standing(for: payment.id)
        let stands = standing != nil
        var found: [String] = []
        if paid, !stands { found.append("unpaid-called-paid: order \(order) is paid by \(payment.id)") }
        if told, !stands, !reopened { found.append("unpaid-called-paid: the shop is told of \(payment.id)") }
        // Less than the order's total does not pay it.
        if payment.isApproved, !told, standing.map({ $0.amount >= due }) ?? true {
            found.append("shop-not-told: of \(payment.id)")
        }
        return found
    }

    // MARK: Paper

    private func receipts(of payment: PaymentRecord) throws -> [String] {
        let (stored, begun) = try kiosk.storage.read { reader -> ([StoredReceipt], [Int]) in
            let stored = try reader.receipts(payment: payment.id)
            let begun = try stored.map { receipt in
                try reader.printJobs(receipt: receipt.id).count {
                    $0.mark == .original && $0.state != .pending && $0.state != .failed
                }
            }
            return (stored, begun)
        }
        var found = begun.contains { $0 > 1 } ? ["second-original: of \(payment.id)"] : []
        for receipt in stored { found += check(receipt.document, of: payment) }
        if payment.isApproved, !payment.isSaid, stored.isEmpty { found.append("no-receipt: of \(payment.id)") }
        return found
    }

    private func check(_ receipt: Receipt, of payment: PaymentRecord) -> [String] {
        var found: [String] = []
        let stands = book.standing(for: payment.id) != nil
        if receipt.card.result == .approved, !stands {
            found.append("false-paper: an approved receipt of \(payment.id), for which nothing stands in the book")
        }
        guard case .terminalText(let lines, let verdict) = receipt.card else { return found }
        for slip in lines.compactMap({ SlipReference($0.text) }) {
            let entry = book.entries.indices.contains(slip.serial) ? book.entries[slip.serial] : nil
            if let entry, verdict != .approved, isFailureOfAnother(entry, payment) { continue }
            if entry?.request != payment.id {
                found.append("false-paper: a receipt of \(payment.id) bears the slip of B\(slip.serial)")
            } else if slip.isPositive != (verdict == .approved) {
                found.append(
                    "false-paper: the \(verdict.rawValue) receipt of \(payment.id) bears a slip that says \(slip.isPositive ? "paid" : "not paid")"
                )
            }
        }
        return found
    }

    /// Whether the entry is another till's failure of the same amount at the same time, which this till reports as its
    /// own; nothing is charged.
    private func isFailureOfAnother(_ entry: HonestBook.Entry, _ payment: PaymentRecord) -> Bool {
        kiosk.tills.count > 1 && !isOwn(entry) && entry.amount == payment.amount.minorUnits
            && entry.at.seconds >= Self.seconds(of: payment)
    }

    private func paper() -> [String] {
        let pages = kiosk.printer.paper
        var found: [String] = []
        for (place, page) in pages.enumerated() where pages[(place + 1)...].contains(page) {
            found.append("second-original: the same paper twice")
        }
        return found
    }

    private func journal() throws -> [String] {
        guard case .broken(let sequence, let why, _) = try kiosk.storage.read({ try $0.verifyJournal() }) else {
            return []
        }
        return ["journal: breaks at \(sequence): \(why)"]
    }
}

extension HonestBook.Entry {
    /// Whether the result names this entry, by its receipt number or, without one, by its trace.
    fileprivate func isNamed(by result: TransactionResult) -> Bool {
        guard let told = result.receiptNumber else { return trace == result.trace }
        return receipt == told
    }
}

/// The reference on a lawful terminal's receipt: `REF B12 OK`.
private struct SlipReference {
    let serial: Int
    let isPositive: Bool

    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 3, words[0] == "REF", let serial = Int(words[1].dropFirst()) else { return nil }
        self.serial = serial
        isPositive = words[2] == "OK"
    }
}

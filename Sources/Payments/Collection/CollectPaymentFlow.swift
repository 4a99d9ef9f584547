import Flow
import Foundation
import Hardware
import Model
import Networking
import Storage

/// One `collectPayment` from the request to the report: the result of an earlier request with the same key, payments
/// that are still unresolved on this terminal, the pre-flight checks (S0), and the payment itself.
package struct CollectPaymentFlow: Sendable {
    let request: PaymentRequest
    let dependencies: Dependencies
    let progress: @Sendable (PaymentProgress) -> Void

    package init(
        request: PaymentRequest, dependencies: Dependencies, progress: @escaping @Sendable (PaymentProgress) -> Void
    ) {
        self.request = request
        self.dependencies = dependencies
        self.progress = progress
    }

    private var scheduler: TerminalScheduler { dependencies.scheduler }

    /// Collects the payment. The caller must have taken the terminal.
    func collect() async throws(Failure) -> PaymentReport {
        if let known = try settledPayment() { return known }
        try await recoverTerminal()
        if let known = try await knownPayment() { return known }
        let subject = try await preflight()
        await dependencies.settleOpenDays(request)
        let line = try await prepare(subject.amount.currency)
        ProfileMemory(storage: dependencies.storage).note(told: line.last, at: request.terminal)
        RepeatedKinds(storage: dependencies.storage).note(line.last, of: line.terminalID)
        let intent: PaymentIntent
        do throws(Failure) {
            try check(subject.purpose, on: line)
            try restored.check(
                subject, key: request.key, told: line.last, of: line.terminalID, at: request.terminal)
            try lateBookings.check(line.last, of: line.terminalID, at: request.terminal)
            try givingBack.checkStands(subject.purpose, told: line.last)
            try givingBack.check(subject.purpose, told: line.last)
            try reservations.check(subject.purpose, told: line.last)
            intent = try makeIntent(subject, line)
            try checkStillFree(intent)
        } catch {
            line.terminal.close()
            throw error
        }
        let (history, outcome) = await scheduler.run(
            PaymentHistory(intent), on: line, at: request.terminal, giveUpAfter: request.giveUpAfter,
            progress: progress)
        // Another terminal may have begun a payment of the same order after the check, so that this one could not be written.
        if case .notCharged = outcome, try !dependencies.isWritten(intent.payment) { try checkStillFree(intent) }
        return PaymentReport(history, outcome)
    }

    // MARK: Earlier payments

    private func keyedRecord() throws(Failure) -> PaymentRecord? {
        guard let key = request.key, let record = try dependencies.storage.reading({ try $0.payment(key: key) }) else {
            return nil
        }
        let history = try dependencies.history(of: record.id)
        // If the archive file of a payment is missing, nothing tells what was to be on its receipts.
        let isAlike = history == nil && record.archive != nil || history?.intent.supplied == request.supplied
        guard isAlike, request.began(record, at: dependencies.orders.site) else { throw .keyConflict(key, record.id) }
        return record
    }

    /// The payment of the request's key; nil for an unused key. Throws `payment.keyConflict` for another request's key.
    package func keyedPayment() throws(Failure) -> PaymentID? { try keyedRecord()?.id }

    private func settledPayment() throws(Failure) -> PaymentReport? {
        guard let record = try keyedRecord(), !record.isOpen else { return nil }
        return try report(record)
    }

    /// The payment that this key stands for, recovered first if it was not final.
    private func knownPayment() async throws(Failure) -> PaymentReport? {
        guard let record = try keyedRecord() else { return nil }
        if record.isOpen, let address = DeviceAddress(record.terminalAddress), address != request.terminal {
            return try await recoverElsewhere(record, at: address)
        }
        return try report(record)
    }

    private func report(_ record: PaymentRecord) throws(Failure) -> PaymentReport? {
        if record.isApproved, record.kind.takesMoney,
            try dependencies.storage.reading({ try $0.refundable(record).minorUnits <= 0 })
        {
            throw .paidAndGivenBack(record.id)
        }
        if record.kind == .reservation, record.isApproved,
            let end = try dependencies.storage.reading({ try $0.end(ofReservation: record.id) })
        {
            throw end.isOpen ? .inDoubt(end.id) : .reservationEnded(record.id, by: end)
        }
        guard let history = try dependencies.history(of: record.id) else { return try archivedReport(record) }
        return PaymentReport(
            history, history.storedOutcome ?? .inDoubt(reason: Sentence("reason.notKnownYet")), wasKnown: true)
    }

    /// The report of an archived payment. A key that was used once is never used for another payment, wherever the
    /// facts of the first one are.
    private func archivedReport(_ record: PaymentRecord) throws(Failure) -> PaymentReport? {
        guard record.archive != nil else { return nil }
        let (number, paysOrder) = try dependencies.storage.reading { reader in
            let paysOrder = try record.order.map { try reader.paidBy(order: $0, site: record.site) == record.id }
            return (try reader.orderNumber(of: record), paysOrder ?? true)
        }
        guard let report = PaymentReport(archived: record, orderNumber: number, paysOrder: paysOrder) else {
            throw dependencies.storage.absence(of: record.id)
        }
        return report
    }

    private func recoverElsewhere(_ record: PaymentRecord, at address: DeviceAddress) async throws(Failure)
        -> PaymentReport?
    {
        let recovery = PaymentRecovery(
            storage: dependencies.storage, scheduler: scheduler, giveUpAfter: request.giveUpAfter, progress: progress)
        return try await scheduler.withTerminal(address, for: .recovery(record.id)) { () throws(Failure) in
            try await recovery.recover(record.id, at: address)
        }
    }

    /// Recovers the payment in doubt on this terminal. The terminal takes no other payment before that: its last
    /// receipt is the only thing it can be asked for.
    private func recoverTerminal() async throws(Failure) {
        let address = request.terminal.description
        guard let open = try dependencies.storage.reading({ try $0.unsettledPayment(terminalAddress: address) }) else {
            return
        }
        try await resolve(open, at: request.terminal)
    }

    /// Connects and registers. A terminal that is reached by another path is recognised by its own id: a payment in
    /// doubt on it is recovered first, unless somebody is using it there. Two lines that are configured as two
    /// terminals are two even if both tell the same id; then the id names neither.
    private func prepare(_ currency: Currency) async throws(Failure) -> PreparedTerminal {
        let line = try await scheduler.prepare(request.terminal, currency)
        guard let id = line.terminalID else { return line }
        do throws(Failure) {
            let open = try dependencies.storage.reading { try $0.unsettledPayments() }.filter { $0.terminalID == id }
            guard let same = try first(of: open, on: line) else { return open.isEmpty ? line : line.unnamed }
            line.terminal.close()
            let other = DeviceAddress(same.terminalAddress) ?? request.terminal
            try await scheduler.withSecondTerminal(other, besides: request.terminal, for: .recovery(same.id)) {
                () throws(Failure) in
                try await resolve(same, at: request.terminal)
            }
        } catch {
            line.terminal.close()
            throw error
        }
        return try await scheduler.prepare(request.terminal, currency)
    }

    /// The first of these payments in doubt that ran on this terminal.
    private func first(
        of open: [PaymentRecord], on line: PreparedTerminal
    ) throws(Failure) -> PaymentRecord? {
        for record in open {
            guard let address = DeviceAddress(record.terminalAddress), dependencies.areTwo(address, request.terminal)
            else {
                return record
            }
            guard let history = try dependencies.history(of: record.id), let last = line.last else { continue }
            if history.isWhereLastWas(last) { return record }
        }
        return nil
    }

    private func resolve(_ record: PaymentRecord, at address: DeviceAddress) async throws(Failure) {
        let recovery = PaymentRecovery(
            storage: dependencies.storage, scheduler: scheduler, giveUpAfter: request.giveUpAfter, progress: progress)
        guard let report = try await recovery.recover(record.id, at: address) else { return }
        if request.key != nil && record.key == request.key { return }
        if !report.outcome.isFinal { throw .inDoubt(report.payment) }
        // Somebody who repeats a request after a fault may mean the first one; without a key nothing tells them apart.
        let isAlike = request.key == nil && record.key == nil && record.fingerprint == request.fingerprint
        if isAlike, case .approved = report.outcome { throw .doneAlready(report) }
        progress(.foundOut(report))
    }

    // MARK: Pre-flight (S0): a payment that is refused here is not charged

    private var lateBookings: LateBookingCheck {
        LateBookingCheck(
            storage: dependencies.storage,
            ledger: StoredLedger(
                storage: dependencies.storage, environment: dependencies.environment,
                merchantProfile: dependencies.merchantProfile))
    }
    private var givingBack: RefundPreflight {
        RefundPreflight(
            storage: dependencies.storage, rights: dependencies.rights,
            isOriginalSaidToStand: request.saysOriginalStands)
    }
    private var restored: RestoreCheck {
        RestoreCheck(storage: dependencies.storage, configured: dependencies.configuredTerminals)
    }
    private var reservations: PreauthorisationPreflight { PreauthorisationPreflight(storage: dependencies.storage) }

    private func preflight() async throws(Failure) -> PreparedRequest {
        let subject = try await subject()
        try dependencies.checkStorage(for: request.terminal)
        let sheets = [subject.customersSheet, .merchantCopy]
        let printers = dependencies.merchantProfile.printers(of: sheets, for: request)
        try await dependencies.checkPrinters(printers, request.printer)
        return subject
    }

    private func subject() async throws(Failure) -> PreparedRequest {
        try checkExtras()
        let subject = try await wanted()
        guard subject.amount.minorUnits > 0, subject.amount.minorUnits <= Money.mostMinorUnits else {
            throw .badAmount(subject.amount, of: subject.purpose.kind)
        }
        try checkSize(subject)
        if let why = request.supplied?.mistake(charging: subject.amount, tip: request.tip) { throw .totalsDiffer(why) }
        return subject
    }

    /// Throws for an amount that can only be a typing mistake. Transactions that end a reservation or give money back
    /// are compared with what was reserved or paid.
    private func checkSize(_ subject: PreparedRequest) throws(Failure) {
        switch subject.purpose {
        case .payment, .reservation: break
        case .refund, .reversal, .booking, .release: return
        }
        if let largest = dependencies.rights.largest(in: subject.amount.currency),
            subject.amount.minorUnits > largest.minorUnits
        {
            throw .overLargestPayment(subject.amount, largest)
        }
    }

    /// Throws unless a tip or goods come with a payment, and not both at once.
    private func checkExtras() throws(Failure) {
        let isPayment =
            switch request.subject {
            case .order, .amount: true
            case .giveBack, .reserve, .book, .release: false
            }
        if let tip = request.tip, request.givesGoods || !isPayment { throw .badAmount(tip) }
        if request.givesGoods, !isPayment { throw .noGoodsToGive }
        if request.supplied != nil {
            guard case .amount = request.subject, !request.givesGoods else { throw .receiptNotForThis }
        }
    }

    private func wanted() async throws(Failure) -> PreparedRequest {
        switch request.subject {
        case .amount(let amount):
            return PreparedRequest(
                amount: try Self.total(amount, request.tip), hasGoods: request.supplied?.lines.isEmpty == false)
        case .order(let id):
            let order = try await unpaidOrder(id)
            return PreparedRequest(
                amount: try Self.total(order.total, request.tip), order: order.id, orderNumber: order.number)
        case .giveBack(let what): return try givingBack.subject(what)
        case .reserve(.amount(let amount)): return PreparedRequest(purpose: .reservation, amount: amount)
        case .reserve(.order(let id)):
            let order = try await unpaidOrder(id)
            return PreparedRequest(
                purpose: .reservation, amount: order.total, order: order.id, orderNumber: order.number)
        case .book(let id, let used):
            let reservation = try reservations.find(id)
            let order = try await dueOrder(of: reservation)
            return try reservations.booking(of: reservation, used, order)
        case .release(let id): return try reservations.release(of: try reservations.find(id))
        }
    }

    /// The order that booking the reservation would pay.
    private func dueOrder(of reservation: PaymentRecord) async throws(Failure) -> Order? {
        guard let order = reservation.order else { return nil }
        try reservation.checkOrder(isOf: dependencies.orders.site)
        return try await unpaidOrder(order, by: reservation.id)
    }

    private static func total(_ due: Money, _ tip: Money?) throws(Failure) -> Money {
        guard let tip else { return due }
        guard tip.minorUnits >= 0, let sum = try? due.adding(tip) else { throw .badAmount(tip) }
        return sum
    }

    /// How long an order that the caller has loaded stands for what the shop would tell, in seconds.
    private static let longestAge: TimeInterval = 5

    private func load(_ wanted: OrderID) async throws(Failure) -> Order {
        if request.subject == .order(wanted), let told = request.toldOrder,
            0...Self.longestAge ~= dependencies.environment.now().timeIntervalSince(told.at)
        {
            return told.order
        }
        return try await dependencies.orders.load(wanted)
    }

    /// Loads the order and throws unless it can be paid now; only `reservation` may hold an amount for it.
    private func unpaidOrder(_ wanted: OrderID, by reservation: PaymentID? = nil) async throws(Failure) -> Order {
        let order = try await load(wanted)
        // The till may know the order by another id than the shop, under which it may be paid already.
        let id = order.id
        if let expected = request.currency, expected != order.total.currency { throw .otherCurrency(order, expected) }
        if let seen = request.seenTotal, seen != order.total { throw .otherTotal(order, seen) }
        let (site, told) = (dependencies.orders.site, dependencies.told)
        let (cached, standing, open, reserved) = try dependencies.storage.reading {
            try JournalledPayments(reader: $0, told: told).check(order: id, site: site)
            return (
                try $0.paidBy(order: id, site: site), try $0.standingPayment(order: id, site: site),
                try $0.payments(order: id, site: site).first { $0.isOpen }, try $0.reservation(for: id, site: site)
            )
        }
        if let cached {
            throw order.status == .refunded
                ? .orderRefunded(order.number, by: cached) : .orderPaid(order.number, by: cached)
        }
        if let standing {
            throw .orderUnderpaid(order, by: standing.payment, standing.share)
        }
        if let open { throw .inDoubt(open.id) }
        if let reserved, reserved.id != reservation { throw .orderReserved(order.number, by: reserved.id) }
        guard order.status.awaitsPayment else { throw .orderNotPayable(order) }
        return order
    }

    /// Only the terminal that booked a payment can reverse it, and only the one that holds a reservation can end it. A
    /// terminal that tells no id is the one at its address: another may have the same numbers.
    private func check(_ purpose: TransactionPurpose, on line: PreparedTerminal) throws(Failure) {
        switch purpose {
        case .payment, .refund, .reservation: return
        case .reversal, .booking, .release: break
        }
        guard let id = purpose.original else { return }
        let found = try dependencies.storage.reading { reader -> (PaymentRecord, TerminalName, TerminalName)? in
            guard let original = try reader.payment(id: id), let its = TerminalName(of: original) else { return nil }
            let numbers = ReceiptNumberReuse(
                reader: reader, transaction: original, receipt: original.result?.receiptNumber ?? 0)
            let told = try line.terminalID ?? numbers.newestTerminalID(at: request.terminal)
            return (original, its, TerminalName(address: request.terminal, id: told))
        }
        guard let (original, its, connected) = found else { return }
        let (ours, other) =
            if let ours = its.id, let other = connected.id { (ours, other) } else {
                (its.address.place.description, connected.address.place.description)
            }
        guard ours != other else { return }
        throw original.kind == .reservation ? .heldElsewhere(id, ours, other) : .otherTerminal(id, ours, other)
    }

    private func makeIntent(_ subject: PreparedRequest, _ line: PreparedTerminal) throws(Failure) -> PaymentIntent {
        let now = dependencies.environment.now()
        let watermark = try RememberedNumber(storage: dependencies.storage).watermark(of: line, at: request.terminal)
        let site = try dependencies.storage.reading {
            try $0.site(of: subject.purpose, signedInTo: dependencies.orders.site)
        }
        return PaymentIntent(
            payment: PaymentID(rawValue: dependencies.environment.newID(subject.purpose.kind.prefix)),
            purpose: subject.purpose, givesGoods: request.givesGoods,
            leavesReceiptToPayer: request.leavesReceiptToPayer, isPrintedByTerminal: request.isPrintedByTerminal,
            key: request.key, fingerprint: request.fingerprint, site: site, order: subject.order,
            orderNumber: subject.orderNumber,
            amount: subject.amount, tip: request.tip, terminal: request.terminal, printer: request.printer,
            terminalID: line.terminalID, watermark: watermark,
            watermarkTrace: line.last?.trace, watermarkTime: line.last?.exactTimestamp,
            watermarkAmount: line.last?.amountMinor, watermarkFailed: line.last.map { !$0.isSuccess } ?? false,
            remembersWatermark: watermark != line.watermark,
            habits: try line.habits(for: subject.purpose.kind, in: dependencies.storage),
            isOriginalSaidToStand: request.saysOriginalStands && subject.purpose.kind == .refund,
            language: request.language, supplied: request.supplied, startedAt: now,
            utcOffset: dependencies.merchantProfile.utcOffset(now), by: request.by)
    }

    /// Throws if another process has taken the key, the order or the terminal since the pre-flight checks, or if the
    /// cashier has cancelled.
    private func checkStillFree(_ intent: PaymentIntent) throws(Failure) {
        guard !scheduler.isCancelled(request.terminal) else { throw .cancelledInTime }
        let taken = try dependencies.storage.reading { reader -> PaymentRecord? in
            if let key = intent.key, let taken = try reader.payment(key: key) { return taken }
            guard let order = intent.order else { return nil }
            switch intent.purpose {
            case .payment, .reservation, .booking:
                return try reader.payments(order: order, site: intent.site).first { $0.isOpen }
            case .refund, .reversal, .release: return nil
            }
        }
        if let taken { throw .inDoubt(taken.id) }
        switch request.subject {
        case .giveBack(let what): _ = try givingBack.subject(what)
        case .book(let id, _), .release(let id): try reservations.checkStands(id)
        case .order, .amount, .reserve: break
        }
    }
}

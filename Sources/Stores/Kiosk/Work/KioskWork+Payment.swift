import Failures
import Flow
import Foundation
import Hardware
import Model
import Payments
import Storage

/// A kiosk's payments: everything that can refuse one is checked first, one is begun for each key, and the journal says what
/// became of it.
extension KioskWork {
    // MARK: Before

    func prepare(_ attempt: KioskAttempt, _ host: any KioskHost) async -> KioskAnswer {
        guard let id = attempt.bill.order else { return .failed(code: OrderFailure.notFound.rawValue) }
        do throws(Failure) {
            let order = try await host.ask { OrderAction.retrieveOrder(id, $0) }.value
            let bill = KioskBill(order, source: attempt.bill.source)
            guard order.status.awaitsPayment else { return .failed(code: OrderFailure.notPayable.rawValue) }
            let devices = try await host.devices()
            if let obstacle = await host.terminalObstacle() { return .terminalAway(bill, code: obstacle.code) }
            if !attempt.isPaperless, !devices.isPrintedByTerminal {
                do throws(Failure) { try await host.ask { DeviceAction.checkPrinter(devices.printer, $0) } } catch {
                    return .noPaper(bill, code: error.code)
                }
            }
            return .prepared(bill)
        } catch { return .failed(code: error.code) }
    }

    // MARK: The beginning

    func begin(_ attempt: KioskAttempt, _ language: String, _ host: any KioskHost) async -> KioskAnswer {
        guard let order = attempt.bill.order else { return .failed(code: OrderFailure.notFound.rawValue) }
        let ticket = ticket(of: attempt.key)
        defer { dropTicket(of: attempt.key) }
        do throws(Failure) {
            let devices = try await host.devices()
            var request = PaymentRequest(
                subject: .order(order), tip: attempt.tip, currency: attempt.bill.total.currency,
                givesGoods: attempt.givesGoods, terminal: devices.terminal, printer: devices.printer,
                language: host.receiptLanguages.contains(language) ? language : host.receiptLanguage,
                giveUpAfter: host.giveUpAfter)
            request.seenTotal = attempt.bill.total
            request.leavesReceiptToPayer = true
            request.isPrintedByTerminal = devices.isPrintedByTerminal
            request.ticket = ticket
            return .begun(try await host.begin(request, key: attempt.key))
        } catch {
            return await refusal(error, of: attempt, host)
        }
    }

    private func refusal(_ failure: Failure, of attempt: KioskAttempt, _ host: any KioskHost) async -> KioskAnswer {
        if failure.is(OrderFailure.otherTotal), let order = attempt.bill.order,
            let now = try? await host.ask({ OrderAction.retrieveOrder(order, $0) })
        {
            return .prepared(KioskBill(now.value, source: attempt.bill.source))
        }
        if failure.isOfPrinter { return .noPaper(attempt.bill, code: failure.code) }
        if failure.isOfTerminal { return .terminalAway(attempt.bill, code: failure.code) }
        return .failed(code: failure.code)
    }

    // MARK: After a restart

    /// How long after its end a payment is still shown to the customer who may stand there, in seconds.
    private static let longestAgo: TimeInterval = 120
    /// How many of the newest transactions are looked at.
    private static let lookedBack = 10

    /// The payment of this kiosk that runs, is in doubt, or has just ended.
    func open() -> KioskAnswer {
        let now = environment.now()
        let found = try? storage.reading { reader -> PaymentRecord? in
            let open = try reader.unsettledPayments().first { try $0.isOfKiosk(in: reader) }
            if let open { return open }
            let newest = try reader.recentPayments(limit: Self.lookedBack).first { try $0.isOfKiosk(in: reader) }
            return newest.flatMap { abs(now.timeIntervalSince($0.updatedAt)) < Self.longestAgo ? $0 : nil }
        }
        guard let record = found ?? nil, let look = try? look(at: record.id) else { return .resumed(nil) }
        return .resumed(look)
    }

    // MARK: While it runs

    /// How often the journal is read while the terminal says nothing.
    private static let interval = Duration.seconds(1)

    /// Tells what the terminal shows, and how the payment stands by the journal, until the work is cancelled.
    func follow(_ payment: PaymentID, _ tell: @escaping Tell) async {
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let record = try? storage.reading { try $0.payment(id: payment) }
        let terminal = record.flatMap { $0 }.flatMap { DeviceAddress($0.terminalAddress) }
        let watch = KioskWatch(tell: tell) { wake.yield() }
        let subscription = terminal.flatMap(display)?.subscribe { knower in watch.see(knower) }
        let ticking = environment.spawn("follow a payment") { [self] in
            while await pause(Self.interval) { wake.yield() }
        }
        defer {
            subscription?.cancel()
            ticking.cancel()
        }
        wake.yield()
        for await _ in wakes {
            if let look = try? look(at: payment) { tell(.looked(look)) }
        }
    }

    /// How a payment stands by the journal.
    func look(at payment: PaymentID) throws(Failure) -> KioskLook {
        try storage.reading { reader throws -> KioskLook in
            guard let record = try reader.payment(id: payment) else { throw Failure.noPayment(payment.rawValue) }
            let receipt = try reader.receipts(payment: payment).first { $0.copy == .customer }?.id
            let next = try reader.payment(key: CollectPaymentFlow.key(after: payment))?.id
            let history = record.isApproved ? try StoredLedger.history(payment, in: reader) : nil
            let open = history.flatMap { history -> Money? in
                history.suffices ? nil : try? history.intent.amount.subtracting(history.amount)
            }
            var paid = KioskPaid(
                payment: payment, receipt: receipt, amount: record.amount, tip: record.tip, open: open,
                at: record.updatedAt)
            if let receipt, history?.intent.isPrintedByTerminal == true {
                paid.isPrintedByTerminal = try reader.printJobs(receipt: receipt).first?.state == .probably
            }
            return KioskLook(KioskLook.Verdict(record), paid, next: next)
        }
    }
}

extension KioskLook.Verdict {
    fileprivate init(_ record: PaymentRecord) {
        guard !record.isOpen, let outcome = record.outcome else {
            // A doubt stays one while its terminal is asked once more.
            self = record.outcome == nil && record.stage != .settled ? .running : .doubt
            return
        }
        self =
            switch outcome {
            case .approved: .approved
            case .declined(let code, _): .declined(reason: KioskDeclineReason(code.reason))
            case .cancelled(let code): .cancelled(by: code.reason.canceller)
            case .reversed, .goodsNotGiven: .notCharged(reason: .takenBack)
            case .notCharged: .notCharged(reason: .notCharged)
            case .goodsUnpaid: .goodsUnpaid
            case .inDoubt: .doubt
            }
    }
}

extension DeviceReason {
    fileprivate var canceller: KioskEnd.Canceller {
        self == .cancelled ? .terminal : .time
    }
}

extension PaymentRecord {
    /// Whether a kiosk began it, or it was begun in the place of one that a kiosk began.
    fileprivate func isOfKiosk(in reader: any StorageReader) throws -> Bool {
        guard kind == .payment, let key else { return false }
        if key.hasPrefix(KioskAttempt.keyPrefix) { return true }
        let beginning = CollectPaymentFlow.beginningOfFollowingKeys
        guard key.hasPrefix(beginning) else { return false }
        let refused = PaymentID(rawValue: String(key.dropFirst(beginning.count)))
        return try reader.payment(id: refused)?.key?.hasPrefix(KioskAttempt.keyPrefix) == true
    }
}

import Failures
import Flow
import Hardware
import Model
import Payments
import Storage
import Stores

/// What an operator has done at the kiosk, with the checks of `/v1`. Each act says who did it.
struct KioskStaffActs: Sendable {
    let serving: KioskServing
    let requester: Requester

    private var till: any ServedTill { serving.till }

    /// Does it to its end; what gives money back is only begun.
    ///
    /// - Returns: the transaction that was begun and goes on; nil if the work is over.
    func perform(_ work: KioskStaffWork) async throws(Failure) -> PaymentID? {
        if work.verb == .refund || work.verb == .reverse { return try await giveBack(work) }
        try await finish(work)
        return nil
    }

    private func finish(_ work: KioskStaffWork) async throws(Failure) {
        switch work.verb {
        case .testPage, .drawer: try await useBox(work)
        case .recover: try await recover(work.target)
        case .register: try await service(.register, work.target)
        case .diagnose: try await service(.diagnose(.line), work.target)
        case .refund, .reverse: break
        case .reprint: try await reprint(work.target)
        case .end: try await endDay(work.target)
        case .ask: try await resolve(work)
        case .settle: try await settle(work)
        case .withdraw: try await withdraw(work)
        case .retry: try await till.ask { OutboxAction.retry(id: work.target, by: requester, $0) }
        case .anyway: try await till.ask { OutboxAction.retry(id: work.target, anyway: true, by: requester, $0) }
        case .finish:
            guard let words = work.form?.words, !words.isEmpty else { throw .notAtKiosk }
            try await till.ask { OutboxAction.finish(id: work.target, evidence: words, by: requester, $0) }
        case .print: try await print(work.target)
        case .waive:
            try await till.ask { PrintSpoolAction.waive(ReceiptReference(work.target), by: requester, $0) }
        }
    }

    // MARK: Devices

    private func terminal(_ name: String) async throws(Failure) -> DeviceAddress {
        guard let known = try await till.knownTerminals().first(where: { $0.id == name }) else {
            throw .invalid("reader", Sentence("detail.request.reader"))
        }
        return known.address
    }

    private func printer(_ name: String) async throws(Failure) -> DeviceAddress {
        try serving.gate.check()
        guard let known = try await till.knownPrinters().first(where: { $0.id == name }) else {
            throw .invalid("printer", Sentence("detail.request.printer"))
        }
        try till.checkApart(terminal: nil, printer: known.address)
        return known.address
    }

    private func useBox(_ work: KioskStaffWork) async throws(Failure) {
        let printer = try await printer(work.target)
        if work.verb == .testPage {
            let page = till.testPage(for: printer)
            return try check(try await till.ask { PrinterServiceAction.send(page, to: printer, $0) })
        }
        let commands = try till.drawerCommands(nil, of: printer)
        let report = try await till.ask {
            PrinterServiceAction.openDrawer(
                commands.inOrder, atOnce: commands.atOnce, of: printer, by: requester, $0)
        }
        try check(report.end)
    }

    private func recover(_ name: String) async throws(Failure) {
        let printer = try await printer(name)
        let command = try till.recoveryCommand(of: printer)
        _ = try await till.ask { PrinterServiceAction.recover(command, printer, $0) }
    }

    private func check(_ end: PrintEnd) throws(Failure) {
        switch end {
        case .confirmed, .probably: return
        case .failed(let failure), .unknown(let failure): throw failure
        }
    }

    private func service(_ service: TerminalService, _ name: String) async throws(Failure) {
        let terminal = try await terminal(name)
        let (till, currency) = (till, till.currency)
        _ = try await serving.gate.admit { () async throws(Failure) in
            try await serving.enquiries.using(terminal) { () async throws(Failure) in
                try await till.ask { TerminalServiceAction.perform(service, on: terminal, currency, $0) }
            }
        }
    }

    // MARK: Money

    /// Begins what gives money back: of a refund the amount that the operator was asked about, and no other.
    private func giveBack(_ work: KioskStaffWork) async throws(Failure) -> PaymentID {
        let id = PaymentID(rawValue: work.target)
        guard let original = try till.storage.reading({ try $0.payment(id: id) }) else { throw .noPayment(work.target) }
        let own = try await serving.devices()
        var subject = PaymentRequest.Subject.giveBack(.reversal(of: id))
        var terminal = DeviceAddress(original.terminalAddress) ?? own.terminal
        if work.verb == .refund {
            guard let minor = work.minor else { throw .notAtKiosk }
            let amount = Money(minorUnits: minor, currency: original.amount.currency)
            (subject, terminal) = (.giveBack(.refund(of: id, amount)), own.terminal)
        }
        let isPrintedByTerminal = till.printsReceipts(terminal: terminal)
        let printer = isPrintedByTerminal ? own.printer : try await paper()
        var request = PaymentRequest(
            subject: subject, terminal: terminal, printer: printer, language: till.receiptLanguage,
            giveUpAfter: till.giveUpAfter)
        request.isPrintedByTerminal = isPrintedByTerminal
        request.by = requester
        return try await serving.starts.begin(request, key: "kiosk-staff-\(work.key)")
    }

    private func resolve(_ work: KioskStaffWork) async throws(Failure) {
        let id = PaymentID(rawValue: work.target)
        guard let record = try till.storage.reading({ try $0.payment(id: id) }) else { throw .noPayment(work.target) }
        let till = till
        let ask = { () async throws(Failure) in
            try await till.ask { CardPresentPaymentsAction.resolve(id, at: nil, giveUpAfter: .seconds(20), $0) }
        }
        if let terminal = DeviceAddress(record.terminalAddress) {
            _ = try await serving.enquiries.using(terminal, ask)
        } else {
            _ = try await ask()
        }
    }

    /// Tells what a person read in the terminal's own journal. The till refuses what contradicts the terminal.
    private func settle(_ work: KioskStaffWork) async throws(Failure) {
        guard let form = work.form else { throw .notAtKiosk }
        let (till, requester) = (till, requester)
        let day = EndOfDayID(rawValue: work.target)
        if let statement = EndOfDayEvidence.Statement(form, till.currency) {
            _ = try await till.ask {
                EndOfDayAction.settle(day, statement, words: form.words, by: requester, $0)
            }
            return
        }
        let id = PaymentID(rawValue: work.target)
        guard let record = try till.storage.reading({ try $0.payment(id: id) }) else { throw .noPayment(work.target) }
        guard let statement = OperatorEvidence.Statement(form, record.amount.currency) else { throw .notAtKiosk }
        _ = try await serving.enquiries.settling(record) { () async throws(Failure) in
            try await till.ask {
                CardPresentPaymentsAction.settleDoubt(
                    id, statement, words: form.words.isEmpty ? nil : form.words,
                    numbersRestarted: form.isYes.contains(.restarted), newestIsAnothers: form.isYes.contains(.anothers),
                    isOfOtherTerminal: form.isYes.contains(.otherTerminal), by: requester, $0)
            }
        }
    }

    /// Takes back what a person has said of a payment, with why.
    private func withdraw(_ work: KioskStaffWork) async throws(Failure) {
        guard let words = work.form?.words, !words.isEmpty else { throw .notAtKiosk }
        let (till, requester, id) = (till, requester, PaymentID(rawValue: work.target))
        guard let record = try till.storage.reading({ try $0.payment(id: id) }) else { throw .noPayment(work.target) }
        _ = try await serving.enquiries.settling(record) { () async throws(Failure) in
            try await till.ask {
                CardPresentPaymentsAction.withdrawSettlement(id, words: words, by: requester, $0)
            }
        }
    }

    private func endDay(_ name: String) async throws(Failure) {
        let terminal = try await terminal(name)
        let printer = try? await serving.devices().paper
        var wanted = EndOfDayRequest(
            terminal: terminal, printer: printer, language: till.receiptLanguage, giveUpAfter: till.giveUpAfter)
        wanted.by = requester
        let (till, request) = (till, wanted)
        _ = try await serving.gate.admit { () async throws(Failure) in
            try await serving.enquiries.using(terminal) { () async throws(Failure) in
                try await till.ask { EndOfDayAction.endDay(request, $0) }
            }
        }
    }

    // MARK: Paper

    private func reprint(_ payment: String) async throws(Failure) {
        let id = PaymentID(rawValue: payment)
        let found = try till.storage.reading { try $0.receipts(payment: id).first { $0.copy == .customer } }
        guard let receipt = found else { throw .noPayment(payment) }
        let printer = try await paper()
        let report = try await till.ask {
            PrintSpoolAction.reprint(ReceiptReference(receipt.id.rawValue), printer: printer, by: requester, $0)
        }
        try check(report.end)
    }

    /// The till's printer for the kiosk. Throws if there is none: what a terminal prints by itself, nobody else can have printed there.
    private func paper() async throws(Failure) -> DeviceAddress {
        guard let paper = try await serving.devices().paper else {
            throw .invalid("printer", Sentence("detail.request.printer"))
        }
        return paper
    }

    private func print(_ receipt: String) async throws(Failure) {
        let printer = try await paper()
        let report = try await till.ask {
            PrintSpoolAction.print(ReceiptReference(receipt), printer: printer, by: requester, $0)
        }
        try check(report.end)
    }
}

extension OperatorEvidence.Statement {
    /// Nil if the form says nothing about a payment, or not all of it.
    fileprivate init?(_ form: KioskStaffForm, _ currency: Currency) {
        func number(_ step: KioskStaffForm.Step) -> Int? { form.number(step).flatMap { Int(exactly: $0) } }
        switch form.statement {
        case .booked?:
            guard let receipt = number(.receipt), let trace = number(.trace), let amount = form.number(.amount) else {
                return nil
            }
            self = .booked(
                receipt: receipt == 0 ? nil : receipt, trace: trace,
                amount: Money(minorUnits: amount, currency: currency))
        case .notBooked?:
            guard let newest = number(.newest) else { return nil }
            self = .notBooked(newestReceipt: newest)
        case .takenBack?:
            guard let newest = number(.newest) else { return nil }
            self = .takenBack(newestReceipt: newest)
        case .ended?: self = .ended
        case .dayEnded?, .dayNotEnded?, .done?, .withdrawn?, nil: return nil
        }
    }
}

extension EndOfDayEvidence.Statement {
    /// Nil if the form says nothing about an end of day.
    fileprivate init?(_ form: KioskStaffForm, _ currency: Currency) {
        switch form.statement {
        case .dayEnded?:
            self = .ended(total: form.number(.total).map { Money(minorUnits: $0, currency: currency) })
        case .dayNotEnded?: self = .notEnded
        case .booked?, .notBooked?, .takenBack?, .ended?, .done?, .withdrawn?, nil: return nil
        }
    }
}

extension Failure {
    fileprivate static let notAtKiosk = Failure(
        KioskFailure.notTaken, Sentence("failure.kiosk.notTaken"), recovery: .giveUp)
}

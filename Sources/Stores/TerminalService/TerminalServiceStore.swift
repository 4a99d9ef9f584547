import Failures
import Flow
import Foundation
import Hardware
import Model
import Storage
import Payments

/// Performs status queries, diagnosis, initialisation and similar services of a terminal. It belongs to the process and
/// needs no signed-in operator.
package final class TerminalServiceStore: Store {
    package typealias Handled = TerminalServiceAction

    private let environment: Environment
    private let storage: any StorageManagerType
    private let readers: any CardReaderService
    private let scheduler: TerminalScheduler
    private let merchantProfile: MerchantProfile

    init(
        environment: Environment, storage: any StorageManagerType, readers: any CardReaderService,
        scheduler: TerminalScheduler, merchantProfile: MerchantProfile
    ) {
        self.environment = environment
        self.storage = storage
        self.readers = readers
        self.scheduler = scheduler
        self.merchantProfile = merchantProfile
    }

    package func onAction(_ action: TerminalServiceAction) {
        switch action {
        case .perform(let service, let address, let currency, let reply):
            _ = environment.spawn("terminal service") { [self] in
                do throws(Failure) {
                    reply(
                        try await scheduler.withTerminal(address, for: .service) { () throws(Failure) in
                            try await perform(service, address, currency)
                        })
                } catch { reply(failing: error) }
            }
        case .enquire(let address, let currency, let reply):
            _ = environment.spawn("terminal enquiry") { [self] in
                do throws(Failure) {
                    reply(
                        try await scheduler.withTerminalInBackground(address) { () throws(Failure) in
                            try await enquire(address, currency)
                        })
                } catch { reply(failing: error) }
            }
        case .diagnose(let address, let currency, let isDeep, let reply):
            _ = environment.spawn("terminal diagnosis") { [self] in
                do throws(Failure) {
                    reply(
                        try await scheduler.withTerminal(address, for: .service) { () throws(Failure) in
                            try await diagnose(address, currency, isDeep: isDeep)
                        })
                } catch { reply(failing: error) }
            }
        case .stop(let address, let reply): reply(scheduler.stopService(on: address))
        case .profile(let address, let reply):
            reply { () throws(Failure) in try ProfileMemory(storage: storage).profile(at: address) }
        }
    }

    private func diagnose(
        _ address: DeviceAddress, _ currency: Currency, isDeep: Bool
    ) async throws(Failure) -> TerminalDiagnosis {
        let doubt = try storage.reading { try $0.unsettledPayment(terminalAddress: address.description) }
        if let doubt { throw .unresolved(doubt.id) }
        let terminal = try readers.connect(address)
        defer { terminal.close() }
        scheduler.serves(terminal, at: address)
        var probe = CapabilityProbe(
            conversation: TerminalRequestRunner(terminal: terminal), environment: environment, currency: currency)
        try await probe.hold(isDeep: isDeep)
        var diagnosis = probe.diagnosis
        let name = TerminalName(address: address, id: diagnosis.profile.terminalID)
        if diagnosis.profile.repeatReceipt == .tellsNothing, try !hasTakenPayment(name) {
            diagnosis.profile.repeatReceipt = .unknown
        }
        let known = StoredProfile(profile: diagnosis.profile, foundAt: environment.now())
        try ProfileMemory(storage: storage).keep(known, at: address)
        return diagnosis
    }

    /// Whether this till has an approved payment on that terminal since its last end of day: only then the terminal
    /// surely has a transaction to tell.
    private func hasTakenPayment(_ terminal: TerminalName) throws(Failure) -> Bool {
        try storage.reading { reader in
            let payment = try reader.recentPayments(limit: Self.lookedBack).first {
                $0.isApproved && $0.isOn(terminal.id, terminal.address)
            }
            guard let payment, let first = try reader.journalEntries(payment: payment.id).first else { return false }
            return try !EndOfDayJournal.wasEnded(terminal, after: first.sequence, in: reader)
        }
    }

    /// How many payments are searched for one of that terminal.
    private static let lookedBack = 100

    private func perform(
        _ service: TerminalService, _ address: DeviceAddress, _ currency: Currency
    ) async throws(Failure) -> TerminalServiceReport {
        let doubt = try storage.reading { try $0.unsettledPayment(terminalAddress: address.description) }
        if let doubt, !service.onlyAsks { throw .unresolved(doubt.id) }
        let terminal = try readers.connect(address)
        defer { terminal.close() }
        scheduler.serves(terminal, at: address)
        return try await perform(service, on: terminal, currency)
    }

    private func enquire(_ address: DeviceAddress, _ currency: Currency) async throws(Failure) -> TerminalServiceReport
    {
        let known = try ProfileMemory(storage: storage).profile(at: address)
        let terminal = try readers.connect(address)
        defer { terminal.close() }
        return try await perform(known?.profile.statusEnquiry == .unknown ? .register : .status, on: terminal, currency)
    }

    private func perform(
        _ service: TerminalService, on terminal: any PaymentTerminal, _ currency: Currency
    ) async throws(Failure) -> TerminalServiceReport {
        let conversation = TerminalRequestRunner(terminal: terminal)
        var report = TerminalServiceReport(terminalID: try await conversation.register(currency).terminalID)
        if !service.onlyAsks { try checkNoDoubt(of: report.terminalID) }
        guard let request = request(service) else { return report }
        let outcome = await conversation.ask(request)
        report.openReservations = outcome.openReservations.map(\.receiptNumber)
        report.lines = outcome.texts.flatMap(\.lines).withoutCardData.map(\.text)
        switch outcome.end {
        case .completed(let state):
            report.status = state.status
            report.softwareVersion = state.softwareVersion
            return report
        case .aborted(let code): throw .notServed(code)
        case .refused(let code): throw .notServed(code)
        case .disturbed(let failure): throw failure
        }
    }

    /// Throws if a payment on the terminal with this id is in doubt. The terminal may have been reached by another
    /// name.
    private func checkNoDoubt(of terminal: String?) throws(Failure) {
        guard let terminal else { return }
        let open = try storage.reading { try $0.unsettledPayments() }
        if let doubt = open.first(where: { $0.terminalID == terminal }) { throw .unresolved(doubt.id) }
    }

    private func request(_ service: TerminalService) -> TerminalRequest? {
        switch service {
        case .register: nil
        case .status: .enquireStatus
        case .initialise: .initialise
        case .diagnose(let diagnosis): .diagnose(diagnosis)
        case .setClock: clock.map(TerminalRequest.setClock)
        case .logOff: .logOff
        case .listReservations: .openPreauthorisations
        }
    }

    /// The shop's local time, by which the times that a terminal tells are judged.
    private var clock: TerminalClock? {
        let now = environment.now()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: merchantProfile.utcOffset(now)) ?? .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: now)
        guard let year = parts.year, let month = parts.month, let day = parts.day, let hour = parts.hour,
            let minute = parts.minute, let second = parts.second
        else { return nil }
        return TerminalClock(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }
}

extension Failure {
    /// The terminal refused the service; its code says why and what to do.
    fileprivate static func notServed(_ code: DeviceCode?) -> Failure {
        guard let code else {
            return Failure(ReaderFailure.refused, Sentence("failure.reader.refused.notServed"), recovery: .askOperator)
        }
        let number = code.digits.map { Sentence("failure.reader.codeInBrackets", ["code": $0]) }
        return Failure(
            ReaderFailure.refused,
            Sentence(
                "failure.reader.refused.command", ["code": code.sentence, "number": number ?? Sentence(stored: "")]),
            remedy: code.nextStep.sentence, recovery: .askOperator)
    }
}

import Failures
import Flow
import Model
import Payments
import Storage

/// A kiosk's receipts: printed through the till's one spool, or e-mailed.
extension KioskWork {
    /// How often it is looked at what a print waits for.
    private static let glance = Duration.milliseconds(500)
    /// After how many glances a print that still waits is one that the staff has to look after.
    private static let glancesUntilNoted = 30

    func print(
        _ receipt: ReceiptID, _ host: any KioskHost, _ printers: Reading<PrintersState>,
        _ answer: @escaping @Sendable (KioskAnswer) -> Void
    ) async {
        guard let printer = try? await host.devices().paper else {
            return answer(.failed(code: DeviceFailure.notNamed.rawValue))
        }
        let watching = environment.spawn("watch a print") { [self] in
            var glances = 0
            while await pause(Self.glance) {
                guard let obstacle = printers.current.standing(of: printer)?.waitsFor else { continue }
                answer(.waitsForPaper(code: obstacle.code))
                glances += 1
                if glances == Self.glancesUntilNoted { await note(obstacle, of: receipt, on: printer, host) }
            }
        }
        defer { watching.cancel() }
        do throws(Failure) {
            let report = try await print(ReceiptReference(receipt.rawValue), on: printer, host)
            switch report.end {
            case .confirmed: answer(.printed)
            // The printer took it and told nothing to the contrary.
            case .probably: answer(.printed)
            case .unknown: answer(.unconfirmed)
            case .failed(let failure): answer(.failed(code: failure.code))
            }
        } catch {
            // A person who did without the paper does not want it back as a task.
            if !error.is(ReceiptFailure.waived) { await note(error, of: receipt, on: printer, host) }
            answer(.failed(code: error.code))
        }
    }

    /// The customer may be gone by the time the printer prints again: the receipt stays before the staff's eyes.
    private func note(
        _ failure: Failure, of receipt: ReceiptID, on printer: DeviceAddress, _ host: any KioskHost
    ) async {
        try? await host.ask {
            PrintSpoolAction.noteUnprinted(
                ReceiptReference(receipt.rawValue), printer: printer, because: failure, $0)
        }
    }

    /// The first print has no mark. One after it, such as after a restart, is marked as a duplicate.
    private func print(
        _ receipt: ReceiptReference, on printer: DeviceAddress, _ host: any KioskHost
    ) async throws(Failure) -> PrintReport {
        do throws(Failure) {
            return try await host.ask { PrintSpoolAction.print(receipt, printer: printer, $0) }
        } catch {
            guard error.is(ReceiptFailure.printedBefore) else { throw error }
            return try await host.ask { PrintSpoolAction.reprint(receipt, printer: printer, $0) }
        }
    }

    /// How long a customer waits to hear that the mail system has the e-mail.
    private static let patience = 10

    func mail(_ receipt: ReceiptID, to address: String, _ host: any KioskHost) async -> KioskAnswer {
        do throws(Failure) {
            let mail = try await host.ask {
                MailAction.enqueue(ReceiptReference(receipt.rawValue), to: address, $0)
            }
            try await host.ask { MailAction.deliver($0) }
            for _ in 0..<Self.patience {
                switch try await host.ask({ MailAction.report(mail, $0) }).state {
                case .sent: return .mailed(isHandedOver: true)
                case .refused(let failure): return .failed(code: failure.code)
                case .unknown: return .mailed(isHandedOver: false)
                case .waiting, .handing: break
                }
                guard await pause(Self.glance) else { break }
            }
            return .mailed(isHandedOver: false)
        } catch { return .failed(code: error.code) }
    }

    /// The ways in which a receipt cannot be had now, and why.
    func unavailable(_ host: any KioskHost) async -> [KioskSettings.Choice: String] {
        var found: [KioskSettings.Choice: String] = [:]
        if !host.isMailOn { found[.email] = MailFailure.off.rawValue }
        do throws(Failure) {
            guard let printer = try await host.devices().paper else {
                found[.print] = DeviceFailure.notNamed.rawValue
                return found
            }
            try await host.ask { DeviceAction.checkPrinter(printer, $0) }
        } catch { found[.print] = error.code }
        return found
    }
}

import Failures
import Flow
import Hardware
import Model
import Payments
import Storage
import Stores

/// Whether the service lives, and whether it could take a payment now.
struct HealthRoutes: Sendable {
    let till: any ServedTill
    let gate: StopGate

    var routes: [Route] {
        [
            Route("GET", "/healthz", nil) { _ throws(Failure) in try .json(Health(status: "ok")) },
            Route("GET", "/readyz", nil) { request throws(Failure) in
                let reasons = try await obstacles().map { Reason($0, in: request.language) }
                return try .json(
                    Readiness(ready: reasons.isEmpty, reasons: reasons), status: reasons.isEmpty ? 200 : 503)
            },
        ]
    }

    private struct Health: Encodable {
        let status: String
    }

    private struct Readiness: Encodable {
        let ready: Bool
        let reasons: [Reason]
    }

    private struct Reason: Encodable {
        let code: String
        let sentence: String
        let remedy: String?

        init(_ failure: Failure, in language: OperatorLanguage) {
            code = failure.code
            sentence = failure.said.text(in: language).presentable
            remedy = failure.advice?.text(in: language).presentable
        }
    }

    /// Everything that keeps a payment from beginning, as far as the service knows without asking a device.
    private func obstacles() async throws(Failure) -> [Failure] {
        var found: [Failure] = []
        func note(_ work: () async throws(Failure) -> Void) async {
            do throws(Failure) { try await work() } catch { found.append(error) }
        }
        await note { () async throws(Failure) in try gate.check() }
        await note { () async throws(Failure) in _ = try await till.ask { AccountAction.loadAccount($0) } }
        await note { () async throws(Failure) in
            try asFailure { () throws(StorageError) in try till.storage.checkReady() }
        }
        await note { () async throws(Failure) in
            if let reader = try await till.reader(nil) { try standing(of: reader) }
        }
        await note { () async throws(Failure) in
            if let printer = try await till.printer(nil) { try standing(of: printer) }
        }
        await note { () async throws(Failure) in
            for doubt in try await till.ask({ JournalAction.listDoubts($0) }) {
                let known = try await till.ask { JournalAction.explainPayment(reference: doubt.id.rawValue, $0) }
                // What runs now is no doubt.
                guard known.isRunning else { throw .inDoubt(doubt.id) }
            }
        }
        return found
    }

    private func standing(of device: DeviceAddress) throws(Failure) {
        if case .notReady(let why) = till.watched.current.standing(of: device) { throw why }
    }
}

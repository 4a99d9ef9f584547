import Failures
import Flow
import Hardware
import Model
import Stores

/// What the doctor finds about the terminals and printers, from what they answer now.
struct FindingRoutes: Sendable {
    let till: any ServedTill
    let enquiries: TerminalEnquiries

    var routes: [Route] {
        [
            Route("GET", "/v1/devices/findings", .manage) { request throws(Failure) in
                var answers: [DeviceAddress: DeviceAnswer] = [:]
                for terminal in try await till.knownTerminals() {
                    answers[terminal.address] = await answer(ofTerminal: terminal.address)
                }
                for printer in try await till.knownPrinters() where answers[printer.address] == nil {
                    answers[printer.address] = await answer(ofPrinter: printer.address)
                }
                let findings = try await till.findings(answers, in: request.language)
                return try .json(
                    Findings(ready: !findings.contains { $0.severity == .stops }, findings: findings))
            }
        ]
    }

    private struct Findings: Encodable {
        let ready: Bool
        let findings: [Output.Finding]
    }

    /// Asks a terminal only if it has not answered for a minute and nobody uses it.
    private func answer(ofTerminal address: DeviceAddress) async -> DeviceAnswer {
        if let why = till.watched.current.absence(of: address) { return .failed(why) }
        guard let obstacle = await enquiries.obstacle(at: address) else { return .terminal }
        return obstacle.is(ReaderFailure.notAsked) ? .inUse : .failed(obstacle)
    }

    private func answer(ofPrinter address: DeviceAddress) async -> DeviceAnswer {
        do throws(Failure) {
            try till.checkApart(terminal: nil, printer: address)
            return .printer(try await till.ask { PrinterServiceAction.status(address, $0) })
        } catch { return error.is(PrinterFailure.inUse) ? .inUse : .failed(error) }
    }
}

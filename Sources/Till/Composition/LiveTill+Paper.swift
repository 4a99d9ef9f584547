import Flow
import Model
import Receipts
import Storage
import Stores

/// Printing, and waiting for it: of a process that prints by itself, and of a command that a service runs.
extension LiveTill {
    /// Stops waiting for the current prints. The prints of a service go on: others may wait for them.
    func stopWaitingForPaper(_ invocation: Invocation = .current) {
        if let served = invocation.served { return served.stopWaitingForPaper() }
        stores.manager.dispatch(PrintSpoolAction.stopWaiting(Reply { _ in }))
    }

    /// Waits for prints on these printers. A caller of the service who waits no longer, or has waited for a printer as long as it
    /// said, gets `printer.notAwaited` with what the print waits for. The print goes on.
    func awaitingPaper<Value: Sendable>(
        on printers: [DeviceAddress], _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let served = Invocation.current.served else { return try await work() }
        let environment = environment
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            let waiting = environment.spawn("paper") {
                let result: Result<Value, Failure>
                do throws(Failure) { result = .success(try await work()) } catch { result = .failure(error) }
                continuation.resume(returning: result)
            }
            let patience = environment.spawn("patience for paper") { [self] in
                await endPatience(served.paperPatience, printers, waiting)
            }
            served.awaitsPaper(waiting.cancel, patience.cancel)
        }
        served.hasPaper()
        do throws(Failure) { return try result.get() } catch  where error.is(FlowFailure.unwaited) {
            throw .leftUnprinted(because: await obstacle(on: printers))
        }
    }

    /// Cancels the waiting once a printer has needed a person for that long without a break.
    private func endPatience(_ patience: Duration, _ printers: [DeviceAddress], _ waiting: any Running) async {
        var waited = Duration.zero
        while waited < patience {
            guard (try? await environment.sleep(environment.uptime() + Self.lookAtPrinters)) != nil else { return }
            waited = await obstacle(on: printers) == nil ? .zero : waited + Self.lookAtPrinters
        }
        waiting.cancel()
    }

    private static let lookAtPrinters = Duration.milliseconds(250)

    /// What the prints on these printers, or on those that stand in for them, wait for.
    private func obstacle(on printers: [DeviceAddress]) async -> Failure? {
        let places = printers.flatMap { [$0] + configuration.standIns(for: $0) }
        return await stores.printers.first { standings -> Failure?? in
            .some(places.lazy.compactMap { standings.standing(of: $0)?.waitsFor }.first)
        } ?? nil
    }

    /// Makes the waiting prints of those printers, one printer after another, because one may stand in for the next.
    /// Returns the prints that were tried and why no more were made, once nothing is being printed.
    func printWaiting(
        on printers: [DeviceAddress]
    ) async throws(Failure) -> (prints: [PrintReport], failure: Failure?) {
        try await awaitingPaper(on: printers) { () async throws(Failure) in
            try await self.printsWaiting(on: printers)
        }
    }

    private func printsWaiting(
        on printers: [DeviceAddress]
    ) async throws(Failure) -> (prints: [PrintReport], failure: Failure?) {
        var (prints, failure) = ([PrintReport](), Failure?.none)
        for printer in printers {
            try await ask { PrintSpoolAction.serve(printer: printer, $0) }
            let end = await rest(of: printer)
            // A service prints on.
            if Invocation.current.served != nil {
                guard let end else { throw .unwaited }
                prints += end.prints
                failure = failure ?? end.failure
                continue
            }
            // No print is begun that this process would not see the end of: the next process makes the waiting ones.
            try await ask { PrintSpoolAction.dismiss(printer: printer, $0) }
            // A print that began just before is waited for.
            guard let end, let late = await rest(of: printer) else { throw .unwaited }
            prints += end.prints + late.prints
            failure = failure ?? (late.prints.isEmpty ? late.failure ?? end.failure : late.failure)
        }
        return (prints, failure)
    }

    /// The prints that this command found cut off: another process was stopped while it printed them.
    var cutOffPrints: [CutOffPrint] {
        get async {
            let found = await stores.prints.first { $0.cutOff } ?? []
            guard let served = Invocation.current.served else { return found }
            return Array(found.dropFirst(served.cutOffs(told: found.count)))
        }
    }

    /// The last prints on that printer and why no more were made, once nothing is being printed there.
    private func rest(of printer: DeviceAddress) async -> (prints: [PrintReport], failure: Failure?)? {
        await stores.prints.first { prints in
            guard case .atRest(let tried, let failure) = prints.printing(on: printer) else { return nil }
            return (tried, failure)
        }
    }
}

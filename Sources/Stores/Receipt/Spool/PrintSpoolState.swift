import Flow
import Model

/// The printers that this process serves, and how their last prints ended. Waiting prints are in the spool, on disk;
/// the state tells when to look there.
package struct PrintSpoolState: Hashable, Codable, Sendable {
    /// One effect for each printer, which makes its waiting prints in order.
    package private(set) var printers = EffectStates<DeviceAddress>()
    /// Finds the printers with waiting prints if this process serves all of them.
    package private(set) var search = EffectState()
    /// The prints that this process found cut off: another process was stopped while it printed them.
    package private(set) var cutOff: [CutOffPrint] = []
    private var servesAll = false
    private var queues: [Queue] = []

    private struct Queue: Hashable, Codable, Sendable {
        let printer: DeviceAddress
        var rounds = CoalescedWork()
        var prints: [PrintReport] = []
        /// Whether the printer is no longer served: the current print is finished, and no other is begun.
        var isDismissed = false
        /// Why the last print of a printer that is no longer served failed.
        var lastFailure: Failure?
    }

    /// Retries for as long as the process lives: paper runs out and cables are pulled, and both come back.
    static let retry = Retry(first: .seconds(2), recoveries: [.retry, .askOperator])

    package init() {}

    /// How often somebody asked to look at that printer's queue.
    func asked(_ printer: DeviceAddress) -> Int { queue(printer)?.rounds.asked ?? 0 }

    mutating func reduce(_ event: PrintSpoolEvent) {
        switch event {
        case .served(let printer): serve(printer)
        case .servedAll:
            servesAll = true
            lookAgain()
        case .found(let printers):
            search.succeed()
            // A printer has one queue, whatever options its address had when the prints were queued.
            for printer in printers where !served.contains(where: { $0.place == printer.place }) { serve(printer) }
        case .notFound(let failure): search.retryOrFail(with: failure)
        case .dismissed(let printer):
            if printing(on: printer) == .underWay { return change(printer) { queue, _ in queue.isDismissed = true } }
            queues.removeAll { $0.printer == printer }
            printers[printer] = nil
        case .began(let printer):
            change(printer) { queue, _ in
                queue.rounds.begin()
                queue.prints = []
            }
        case .cutOff(let print): cutOff.append(print)
        case .printed(let printer, let report): change(printer) { queue, _ in queue.prints.append(report) }
        case .rested(let printer, let asked):
            change(printer) { $0.rounds.rest(&$1, answered: asked, retry: Self.retry) }
            leave(printer, nil)
        case .halted(let printer, let failure):
            change(printer) { $0.rounds.halt(&$1, failure) }
            leave(printer, failure)
        }
    }

    /// Stops trying on a printer that is no longer served; the state still shows how it ended.
    private mutating func leave(_ printer: DeviceAddress, _ failure: Failure?) {
        guard let queue = queue(printer), queue.isDismissed else { return }
        change(printer) { queue, _ in queue.lastFailure = failure }
        printers[printer] = nil
    }

    private mutating func serve(_ printer: DeviceAddress) {
        if queue(printer) == nil { queues.append(Queue(printer: printer)) }
        change(printer) { queue, _ in queue.isDismissed = false }
        look(at: printer)
    }

    /// Looks at every served printer, because new prints may have come.
    mutating func lookAgain() {
        if servesAll { search.restart(retry: Self.retry) }
        for queue in queues { look(at: queue.printer) }
    }

    /// Looks at that printer, because a print may wait or the printer may be back. Nothing happens if it is not served.
    mutating func look(at printer: DeviceAddress) {
        guard queue(printer)?.isDismissed == false else { return }
        change(printer) { $0.rounds.ask(&$1, retry: Self.retry) }
    }

    private func queue(_ printer: DeviceAddress) -> Queue? { queues.first { $0.printer == printer } }

    private mutating func change(_ printer: DeviceAddress, _ change: (inout Queue, inout EffectState) -> Void) {
        guard let place = queues.firstIndex(where: { $0.printer == printer }) else { return }
        change(&queues[place], &printers[printer, default: EffectState()])
    }
}

extension PrintSpoolState: KnowsThePrints {
    package var served: [DeviceAddress] { queues.filter { !$0.isDismissed }.map(\.printer) }

    package func tried(on printer: DeviceAddress) -> [PrintReport] { queue(printer)?.prints ?? [] }

    package func printing(on printer: DeviceAddress) -> Printing {
        guard let queue = queue(printer) else { return .atRest([], nil) }
        guard let effect = printers[printer] else { return .atRest(queue.prints, queue.lastFailure) }
        return queue.rounds.isAtRest(effect) ? .atRest(queue.prints, effect.lastFailure) : .underWay
    }
}

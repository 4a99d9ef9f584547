import Flow
import Model
import Storage

/// The printers this process serves, and how their last prints went. What waits is in the spool, on disk; this says
/// when to look there.
package struct PrintSpoolState: Hashable, Codable, Sendable {
    /// One effect for each printer: it prints what waits there, in order.
    package private(set) var printers = EffectStates<DeviceAddress>()
    /// Finds the printers for which something waits, where this process serves all of them.
    package private(set) var search = EffectState()
    /// Prints that this process found cut off: another process was stopped while it printed them.
    package private(set) var cutOff: [CutOffPrint] = []
    private var servesAll = false
    private var queues: [Queue] = []

    private struct Queue: Hashable, Codable, Sendable {
        let printer: DeviceAddress
        var rounds = CoalescedWork()
        var prints: [PrintReport] = []
        /// What is under way comes to its end, and nothing is begun after it.
        var isDismissed = false
        /// Of one that was dismissed.
        var lastFailure: Failure?
    }

    /// Paper runs out and cables are pulled; both come back. Never given up while the process lives.
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
            for printer in printers where queue(printer)?.isDismissed != false { serve(printer) }
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

    /// Nothing is tried there any more, where it was dismissed meanwhile; how that ended is still told.
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

    /// Something may have come for any printer served.
    mutating func lookAgain() {
        if servesAll { search.restart(retry: Self.retry) }
        for queue in queues { look(at: queue.printer) }
    }

    /// Something may wait there, or the printer may be back. Nothing happens when it is not served.
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

/// Facts about the print spool.
package enum PrintSpoolEvent: Hashable, Codable, Sendable {
    /// Somebody wants this printer served.
    case served(DeviceAddress)
    /// This process is one that stays: it serves each printer for which something waits.
    case servedAll
    /// Something waits for these.
    case found([DeviceAddress])
    /// It could not be found out for which printers something waits.
    case notFound(Failure)
    /// Nobody wants this printer served any more.
    case dismissed(DeviceAddress)
    case began(DeviceAddress)
    case printed(DeviceAddress, PrintReport)
    /// A print was found cut off: the process that had begun it was stopped.
    case cutOff(CutOffPrint)
    /// All that waited was printed, for whoever had asked by then.
    case rested(DeviceAddress, asked: Int)
    /// Printing cannot go on.
    case halted(DeviceAddress, Failure)
}

/// Someone who knows how printing goes, and nothing else.
package protocol KnowsThePrints: Sendable {
    func printing(on printer: DeviceAddress) -> Printing
    /// What was tried there so far by what is under way, or last.
    func tried(on printer: DeviceAddress) -> [PrintReport]
    /// Prints that this process found cut off, in the order in which it found them.
    var cutOff: [CutOffPrint] { get }
}

/// How printing goes on one printer.
package enum Printing: Hashable, Sendable {
    case underWay
    /// Nothing is being printed. What was tried last, and why no more was.
    case atRest([PrintReport], Failure?)
}

extension PrintSpoolState: KnowsThePrints {
    package func tried(on printer: DeviceAddress) -> [PrintReport] { queue(printer)?.prints ?? [] }

    package func printing(on printer: DeviceAddress) -> Printing {
        guard let queue = queue(printer) else { return .atRest([], nil) }
        guard let effect = printers[printer] else { return .atRest(queue.prints, queue.lastFailure) }
        return queue.rounds.isAtRest(effect) ? .atRest(queue.prints, effect.lastFailure) : .underWay
    }
}

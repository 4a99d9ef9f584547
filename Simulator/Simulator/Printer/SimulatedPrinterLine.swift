import ESCPOS
import Flow
import Glibc
import Hardware
import Model
import Synchronization

/// A line to a simulated printer within this process: no descriptor, no delay; wire and printer on one lane.
///
/// Keeps the promises of `Transport`, so the driver on it is the driver of real printers.
public final class SimulatedPrinterLine: Transport {
    static let mostWaiting = 256

    public let address: DeviceAddress
    private let environment: Environment
    private let lane: any Lane
    private let state: Mutex<State>

    private struct State {
        var printer: VirtualPrinter
        var tray: PaperTray?
        var wire: (any Wire)?
        /// Bytes the printer does not take.
        var unread: [UInt8] = []
        var timer: (any Running)?
        var pages: [PrintedPage] = []
    }

    /// - Parameter tray: where the paper goes; nil keeps it in `pages`.
    public init(
        _ address: DeviceAddress, printer: VirtualPrinter, tray: PaperTray? = nil, environment: Environment
    ) {
        self.address = address
        self.environment = environment
        lane = environment.lane("printer.simulated", Self.mostWaiting)
        state = Mutex(State(printer: printer, tray: tray))
    }

    /// What was printed and not put into a tray.
    public var pages: [PrintedPage] { state.withLock { $0.pages } }

    public var bytesReceived: Int { state.withLock { $0.printer.received } }

    public func open(_ wire: any Wire) throws(Failure) {
        let isFree = state.withLock { state in
            defer { state.wire = state.wire ?? wire }
            return state.wire == nil
        }
        guard isFree else {
            throw Failure("line.busy", "\(address) is in use by this process.", recovery: .askOperator)
        }
        perform { wire.opened(at: $0) }
    }

    public func perform(_ work: @escaping @Sendable (Uptime) -> WireOrders) {
        _ = lane.enqueue { self.turn(work) }
    }

    public func close() {
        state.withLock { state in
            state.timer?.cancel()
            (state.wire, state.timer) = (nil, nil)
        }
    }

    /// Puts in paper and closes the cover; the printer goes on.
    public func mend() {
        _ = lane.enqueue {
            self.state.withLock { state in
                self.attempt(&state) { state throws(Failure) in
                    let outputs = try state.printer.mend()
                    try self.carryOut(outputs, &state)
                }
            }
        }
    }

    /// Pulls the cable.
    public func unplug() {
        _ = lane.enqueue { self.state.withLock { self.lose(&$0, .unplugged(self.address.description)) } }
    }

    // MARK: On the lane, under the lock: after `close` has taken it, the wire is not called again.

    private func turn(_ work: (Uptime) -> WireOrders) {
        state.withLock { state in
            guard state.wire != nil else { return }
            obey(work(environment.uptime()), &state)
        }
    }

    private func obey(_ orders: WireOrders, _ state: inout State) {
        state.timer?.cancel()
        state.timer = orders.deadline.map { deadline in
            lane.schedule(at: deadline) { [weak self, wire = state.wire] in
                self?.turn { now in wire?.deadlineReached(at: now) ?? WireOrders() }
            }
        }
        guard !orders.write.isEmpty else { return }
        attempt(&state) { state throws(Failure) in
            state.unread += orders.write
            let taken = state.printer.taken(of: state.unread)
            let bytes = Array(state.unread.prefix(taken))
            state.unread.removeFirst(taken)
            try carryOut(try state.printer.receive(bytes), &state)
        }
    }

    private func carryOut(_ outputs: [VirtualPrinter.Output], _ state: inout State) throws(Failure) {
        for output in outputs {
            switch output {
            case .reply(let bytes):
                if let wire = state.wire { obey(wire.received(bytes, at: environment.uptime()), &state) }
            case .page(let page):
                if state.tray == nil { state.pages.append(page) }
                try state.tray?.put(page)
            case .unplugged: lose(&state, .unplugged(address.description))
            }
        }
    }

    /// A simulated printer that cannot go on, its disk being full, is one that was unplugged.
    private func attempt(_ state: inout State, _ work: (inout State) throws(Failure) -> Void) {
        do throws(Failure) { try work(&state) } catch { lose(&state, .system(errno: EIO, during: error.sentence)) }
    }

    private func lose(_ state: inout State, _ loss: LineLoss) {
        guard let wire = state.wire else { return }
        state.timer?.cancel()
        (state.wire, state.timer) = (nil, nil)
        wire.lost(loss, at: environment.uptime())
    }
}

import ESCPOS
import Failures
import Flow
import Glibc
import Hardware
import Model
import Synchronization

/// A line to a simulated printer in this process, without a descriptor or any delay but its speed. Line and printer
/// share one lane.
///
/// It keeps the promises of `Transport`, so the driver of real printers runs on it.
package final class SimulatedPrinterLine: Transport {
    static let mostWaiting = 256
    /// The number of bytes that are transferred together on a line with a limited speed.
    private static let portion = 32

    package let address: DeviceAddress
    private let environment: Environment
    private let losesLineInTheDark: Bool
    private let bytesPerSecond: Int?
    private let lane: any Lane
    private let state: Mutex<State>
    /// The thread that holds the lock; 0 for none.
    private let holder = Atomic<UInt>(0)
    private let isClosing = Atomic(false)

    private struct State {
        var printer: VirtualPrinter
        var tray: PaperTray?
        var handler: (any LineHandler)?
        var isPlugged = true
        /// Bytes that the printer has not read.
        var unread: [UInt8] = []
        var isFed = false
        /// When the line accepts the next bytes.
        var isFree = Uptime(nanoseconds: 0)
        var timer: (any Running)?
        /// The timer of the printer.
        var alarm: (any Running)?
        var pages: [PrintedPage] = []
    }

    /// - Parameters:
    ///   - tray: where pages are stored; nil keeps them in `pages`.
    ///   - losesLineInTheDark: whether switching the printer off also unplugs it, as on USB; a serial line stays.
    ///   - bytesPerSecond: the speed towards the printer; nil for no delay.
    package init(
        _ address: DeviceAddress, printer: VirtualPrinter, tray: PaperTray? = nil, losesLineInTheDark: Bool = true,
        bytesPerSecond: Int? = nil, environment: Environment
    ) {
        self.address = address
        self.losesLineInTheDark = losesLineInTheDark
        self.bytesPerSecond = bytesPerSecond
        self.environment = environment
        lane = environment.lane("printer.simulated", Self.mostWaiting)
        state = Mutex(State(printer: printer, tray: tray))
    }

    /// The printed pages that no tray has stored.
    package var pages: [PrintedPage] { state.withLock { $0.pages } }

    package var bytesReceived: Int { state.withLock { $0.printer.received } }

    package func open(_ handler: any LineHandler) throws(Failure) {
        let (isThere, isFree) = state.withLock { state in
            let isFree = state.handler == nil
            let isThere = state.isPlugged && !(losesLineInTheDark && state.printer.isDark)
            if isThere { state.handler = state.handler ?? handler }
            return (isThere, isFree)
        }
        guard isThere else {
            throw Failure(LineFailure.notFound, "There is no \(address).", remedy: "plug it in", recovery: .askOperator)
        }
        guard isFree else {
            throw Failure(LineFailure.busy, "\(address) is in use by this process.", recovery: .askOperator)
        }
        perform { handler.opened(at: $0) }
    }

    package func perform(_ work: @escaping @Sendable (Uptime) -> LineCommands) {
        _ = lane.enqueue { self.turn(work) }
    }

    /// When the handler itself calls this, for example as a till dies during a byte, the line closes once the handler
    /// has returned.
    package func close() {
        guard holder.load(ordering: .relaxed) != UInt(pthread_self()) else {
            return isClosing.store(true, ordering: .relaxed)
        }
        locked { Self.close(&$0) }
    }

    private static func close(_ state: inout State) {
        state.timer?.cancel()
        // Unread bytes are lost with the line.
        (state.handler, state.timer, state.unread) = (nil, nil, [])
    }

    private func locked(_ work: (inout State) -> Void) {
        state.withLock { state in
            holder.store(UInt(pthread_self()), ordering: .relaxed)
            work(&state)
            if isClosing.exchange(false, ordering: .relaxed) { Self.close(&state) }
            holder.store(0, ordering: .relaxed)
        }
    }

    /// Plugs in the cable, refills paper and closes the cover; the printer goes on.
    package func mend() {
        _ = lane.enqueue { self.locked { $0.isPlugged = true } }
        touch { [self] printer throws(Failure) in try printer.mend(at: environment.uptime()) }
    }

    /// Makes a fault happen from now on.
    package func strike(_ fault: PrinterFault) { touch { printer throws(Failure) in printer.strike(fault) } }

    /// Tears off paper that was not cut.
    package func tearOff() { touch { printer throws(Failure) in printer.tearOff().map { [.page($0)] } ?? [] } }

    /// Pulls the cable.
    package func unplug() {
        _ = lane.enqueue {
            self.locked { state in
                state.isPlugged = false
                self.lose(&state, .unplugged(self.address.description))
            }
        }
    }

    // MARK: On the lane, under the lock: after `close` has taken the lock, the handler is not called again.

    private func turn(_ work: (Uptime) -> LineCommands) {
        locked { state in
            guard state.handler != nil else { return }
            obey(work(environment.uptime()), &state)
        }
    }

    private func obey(_ orders: LineCommands, _ state: inout State) {
        state.timer?.cancel()
        state.timer = orders.deadline.map { deadline in
            lane.schedule(at: deadline) { [weak self, handler = state.handler] in
                self?.turn { now in handler?.deadlineReached(at: now) ?? LineCommands() }
            }
        }
        guard !orders.write.isEmpty else { return }
        attempt(&state) { state throws(Failure) in
            state.unread += orders.write
            try feed(&state)
        }
    }

    /// Performs a manual action on the printer.
    private func touch(
        _ work: @escaping @Sendable (inout VirtualPrinter) throws(Failure) -> [VirtualPrinter.Output]
    ) {
        _ = lane.enqueue { self.locked { self.work(&$0, work) } }
    }

    private func work(
        _ state: inout State, _ work: (inout VirtualPrinter) throws(Failure) -> [VirtualPrinter.Output]
    ) {
        attempt(&state) { state throws(Failure) in
            let outputs = try work(&state.printer)
            state.isFed = true
            defer { state.isFed = false }
            try carryOut(outputs, &state)
            state.isFed = false
            try feed(&state)
        }
    }

    /// Feeds the printer as many bytes as it reads now; the rest follows when the printer has room. Bytes that the till
    /// writes upon an answer wait until the other answers are passed on.
    private func feed(_ state: inout State) throws(Failure) {
        guard !state.isFed else { return }
        state.isFed = true
        defer { state.isFed = false }
        var taken = crossing(&state)
        while taken > 0 {
            let bytes = Array(state.unread.prefix(taken))
            state.unread.removeFirst(taken)
            let outputs = try state.printer.receive(bytes, at: environment.uptime())
            try carryOut(outputs, &state)
            taken = crossing(&state)
        }
        wind(&state)
    }

    /// The number of bytes that reach the printer now.
    private func crossing(_ state: inout State) -> Int {
        let taken = state.printer.taken(of: state.unread)
        guard let bytesPerSecond, taken > 0 else { return taken }
        let now = environment.uptime()
        guard state.isFree <= now else { return 0 }
        let count = min(taken, Self.portion)
        state.isFree = now + .nanoseconds(Int64(count) * 1_000_000_000 / Int64(max(1, bytesPerSecond)))
        return count
    }

    private func wind(_ state: inout State) {
        state.alarm?.cancel()
        let crosses = bytesPerSecond != nil && !state.unread.isEmpty && state.isFree > environment.uptime()
        let next = [state.printer.due, crosses ? state.isFree : nil].compactMap { $0 }.min()
        state.alarm = next.map { due in
            lane.schedule(at: due) { [weak self] in
                guard let self else { return }
                self.locked { state in
                    let now = self.environment.uptime()
                    self.work(&state) { printer throws(Failure) in try printer.advance(to: now) }
                }
            }
        }
    }

    private func carryOut(_ outputs: [VirtualPrinter.Output], _ state: inout State) throws(Failure) {
        for output in outputs {
            switch output {
            case .reply(let bytes):
                if let handler = state.handler { obey(handler.received(bytes, at: environment.uptime()), &state) }
            case .page(let page):
                if state.tray == nil { state.pages.append(page) }
                try state.tray?.put(page)
            case .drawer: break  // There is no drawer within a process.
            case .unplugged:
                state.isPlugged = false
                lose(&state, .unplugged(address.description))
            case .switchedOff:
                if losesLineInTheDark { lose(&state, .unplugged(address.description)) }
            }
        }
    }

    /// Performs `work`. A simulated printer that fails, for example on a full disk, counts as unplugged.
    private func attempt(_ state: inout State, _ work: (inout State) throws(Failure) -> Void) {
        do throws(Failure) { try work(&state) } catch {
            lose(&state, .system(errno: EIO, during: .other(error.sentence)))
        }
    }

    private func lose(_ state: inout State, _ loss: LineLoss) {
        guard let handler = state.handler else { return }
        state.timer?.cancel()
        (state.handler, state.timer, state.unread) = (nil, nil, [])
        handler.lost(loss, at: environment.uptime())
    }
}

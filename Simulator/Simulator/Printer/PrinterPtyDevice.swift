import ESCPOS
import Flow
import Synchronization

/// A simulated printer behind a pty, a USB device or a network connection. Only calls from other threads contend for
/// the lock.
final class PrinterPtyDevice: PtyDevice {
    private struct State {
        var printer: VirtualPrinter
        var tray: PaperTray
    }

    private let state: Mutex<State>
    private let losesLineInTheDark: Bool
    private let told: @Sendable (String) -> Void

    /// - Parameter losesLineInTheDark: whether the line is lost when the printer is switched off, because it ends in
    ///   the printer and not in an adapter.
    init(
        _ printer: VirtualPrinter, _ tray: PaperTray, losesLineInTheDark: Bool = true,
        told: @escaping @Sendable (String) -> Void
    ) {
        state = Mutex(State(printer: printer, tray: tray))
        self.losesLineInTheDark = losesLineInTheDark
        self.told = told
    }

    var condition: PrinterCondition { state.withLock { $0.printer.condition } }
    var bytesLost: Int { state.withLock { $0.printer.lost } }

    func attached(at now: Uptime) -> PtyOrders { deadlineReached(at: now) }

    func received(_ bytes: [UInt8], at now: Uptime) -> PtyOrders {
        work(at: now) { printer throws(Failure) in try printer.receive(bytes, at: now) }
    }

    func deadlineReached(at now: Uptime) -> PtyOrders {
        work(at: now) { printer throws(Failure) in try printer.advance(to: now) }
    }

    func mend(at now: Uptime) -> PtyOrders {
        work(at: now) { printer throws(Failure) in try printer.mend(at: now) }
    }

    func forget(at now: Uptime) -> PtyOrders {
        work(at: now) { printer throws(Failure) in
            printer.forget()
            return []
        }
    }

    func strike(_ fault: PrinterFault, at now: Uptime) -> PtyOrders {
        work(at: now) { printer throws(Failure) in printer.strike(fault) }
    }

    func tearOff() {
        _ = work(at: Uptime(nanoseconds: 0)) { printer throws(Failure) in printer.tearOff().map { [.page($0)] } ?? [] }
    }

    private func work(
        at now: Uptime, _ change: (inout VirtualPrinter) throws(Failure) -> [VirtualPrinter.Output]
    ) -> PtyOrders {
        state.withLock { state in
            var orders = PtyOrders()
            do throws(Failure) {
                for output in try change(&state.printer) {
                    switch output {
                    case .reply(let bytes): orders.write += bytes
                    case .page(let page): told(try state.tray.put(page))
                    case .drawer(let pulse): told("\(pulse)")
                    case .unplugged: orders.unplug = .forGood
                    case .switchedOff:
                        if losesLineInTheDark { orders.unplug = .back(after: VirtualPrinter.powerCycle) }
                    }
                }
            } catch {
                told("\(error)")
            }
            orders.reads = state.printer.reads
            orders.deadline = state.printer.due
            return orders
        }
    }
}

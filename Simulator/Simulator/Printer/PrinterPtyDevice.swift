import ESCPOS
import Flow
import Synchronization

/// A printer at the end of a pty or of a USB device. The lock is contended only by questions from outside.
final class PrinterPtyDevice: PtyDevice {
    private struct State {
        var printer: VirtualPrinter
        var tray: PaperTray
    }

    private let state: Mutex<State>
    private let told: @Sendable (String) -> Void

    init(_ printer: VirtualPrinter, _ tray: PaperTray, told: @escaping @Sendable (String) -> Void) {
        state = Mutex(State(printer: printer, tray: tray))
        self.told = told
    }

    var condition: PrinterCondition { state.withLock { $0.printer.condition } }

    func attached(at now: Uptime) -> PtyOrders { work { _ throws(Failure) in [] } }

    func received(_ bytes: [UInt8], at now: Uptime) -> PtyOrders {
        work { printer throws(Failure) in try printer.receive(bytes) }
    }

    func deadlineReached(at now: Uptime) -> PtyOrders { work { _ throws(Failure) in [] } }

    func mend() -> PtyOrders { work { printer throws(Failure) in try printer.mend() } }

    func tearOff() {
        _ = work { printer throws(Failure) in printer.tearOff().map { [.page($0)] } ?? [] }
    }

    private func work(_ change: (inout VirtualPrinter) throws(Failure) -> [VirtualPrinter.Output]) -> PtyOrders {
        state.withLock { state in
            var orders = PtyOrders()
            do throws(Failure) {
                for output in try change(&state.printer) {
                    switch output {
                    case .reply(let bytes): orders.write += bytes
                    case .page(let page): told(try state.tray.put(page))
                    case .unplugged: orders.unplug = .forGood
                    }
                }
            } catch {
                told("\(error)")
            }
            orders.reads = state.printer.reads
            return orders
        }
    }
}

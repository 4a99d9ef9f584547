import ESCPOS
import Flow
import Synchronization

/// A simulated printer on a pty behind a symbolic link: to a till it is a serial printer.
public final class SimulatedPrinterOnPty: Sendable {
    public static let usualBaud = 19_200

    private let device: PrinterOnPty
    private let host: PtyHost

    /// - Parameters:
    ///   - told: hears of each page's picture and of what went wrong with the simulation itself, on the pty's queue.
    ///
    /// Throws `simulator.paper` or `paper.fontMissing`.
    public init(
        link: String, out directory: String, dots: Int = 576, fault: PrinterFault? = nil, baud: Int = usualBaud,
        environment: Environment, told: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(Failure) {
        let printer = VirtualPrinter(dots: dots, fault: fault, glyphs: try CairoGlyphs())
        device = PrinterOnPty(printer, try PaperTray(directory), told: told)
        host = PtyHost(device, link: link, baud: baud, environment: environment)
    }

    /// Opens the pty and publishes the link.
    public func start() throws(Failure) { try host.start() }

    /// Hangs up and removes the link; paper that hangs out uncut is torn off and kept.
    public func stop() {
        host.stop()
        device.tearOff()
    }

    /// Puts in paper and closes the cover; the printer goes on with what is in its buffer.
    public func mend() { host.perform { [device] _ in device.mend() } }

    /// Paper, cover and line as they are now.
    public var condition: PrinterCondition { device.condition }
}

/// The printer's side of the pty. The lock is contended only by questions from outside.
private final class PrinterOnPty: PtyDevice {
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

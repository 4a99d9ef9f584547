import ESCPOS
import Flow

/// A simulated printer on the network, which a till uses like a printer with port 9100.
package final class SimulatedPrinterOnTCP: Sendable {
    package static let usualPort: UInt16 = 9100

    private let device: PrinterPtyDevice
    private let host: TCPHost

    /// Loads the font and makes the folder for the pages. Throws `simulator.paper` or `paper.fontMissing`.
    ///
    /// - Parameters:
    ///   - port: 0 takes any free one.
    ///   - told: called with pages, drawer pulses and errors, as for a printer on a pty.
    package init(
        host: String = TCPHost.usualHost, port: UInt16 = usualPort, out directory: String,
        model: VirtualPrinter.Model = VirtualPrinter.Model(), fault: PrinterFault? = nil, environment: Environment,
        told: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(Failure) {
        let printer = VirtualPrinter(model, fault: fault, glyphs: try CairoGlyphs())
        device = PrinterPtyDevice(printer, try PaperTray(directory), told: told)
        self.host = TCPHost(PrinterNetworkDevice(device), host: host, port: port, environment: environment)
    }

    /// Begins to listen and returns the address, such as `127.0.0.1:9100`; a till can connect now.
    @discardableResult
    package func start() throws(Failure) -> String {
        try host.start()
        return host.place
    }

    /// Closes everything and waits for it; uncut paper is torn off and stored.
    package func stop() {
        host.stop()
        device.tearOff()
    }

    /// Refills paper and closes the cover; the printer goes on with its buffer.
    package func mend() { host.perform { [device] now in NetworkOrders(device.mend(at: now)) } }

    /// Makes a fault happen from now on.
    package func strike(_ fault: PrinterFault) {
        host.perform { [device] now in NetworkOrders(device.strike(fault, at: now)) }
    }
}

/// The printer behind all connections, which prints the bytes of one connection before those of the next.
private final class PrinterNetworkDevice: NetworkDevice {
    private let printer: PrinterPtyDevice

    init(_ printer: PrinterPtyDevice) { self.printer = printer }

    func attached(at now: Uptime) -> NetworkOrders { NetworkOrders(printer.attached(at: now)) }
    func connected(at now: Uptime) -> NetworkOrders { NetworkOrders(printer.deadlineReached(at: now)) }
    func received(_ bytes: [UInt8], at now: Uptime) -> NetworkOrders { NetworkOrders(printer.received(bytes, at: now)) }
    func disconnected(at now: Uptime) -> NetworkOrders { NetworkOrders(printer.deadlineReached(at: now)) }
    func deadlineReached(at now: Uptime) -> NetworkOrders { NetworkOrders(printer.deadlineReached(at: now)) }
}

extension NetworkOrders {
    fileprivate init(_ orders: PtyOrders) {
        let end = orders.unplug.map { way -> End in
            switch way {
            case .back(let pause): .unplugged(backAfter: pause)
            case .forGood: .unplugged(backAfter: nil)
            }
        }
        self.init(write: orders.write, deadline: orders.deadline, reads: orders.reads, end: end)
    }
}

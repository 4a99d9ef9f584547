import ESCPOS
import Flow

/// A simulated printer on a pty behind a symbolic link: to a till it is a serial printer.
package final class SimulatedPrinterOnPty: Sendable {
    package static let usualBaud = 19_200

    private let device: PrinterPtyDevice
    private let host: PtyHost

    /// - Parameters:
    ///   - handshake: how it says that it has no room; what does not fit is lost, as is what comes at another speed. Nil: all
    ///     of it waits.
    ///   - told: hears of each page's picture, of each pulse to a drawer, and of what went wrong with the simulation itself, on
    ///     the pty's queue.
    ///
    /// Throws `simulator.paper` or `paper.fontMissing`.
    package init(
        link: String, out directory: String, model: VirtualPrinter.Model = VirtualPrinter.Model(),
        fault: PrinterFault? = nil, baud: Int = usualBaud, handshake: PtyHandshake? = nil, environment: Environment,
        told: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(Failure) {
        var model = model
        if handshake != nil { model.overflow = .lost }
        let printer = VirtualPrinter(model, fault: fault, glyphs: try CairoGlyphs())
        device = PrinterPtyDevice(printer, try PaperTray(directory), losesLineInTheDark: false, told: told)
        host = PtyHost(device, link: link, baud: baud, handshake: handshake, environment: environment)
    }

    /// Opens the pty and publishes the link.
    package func start() throws(Failure) { try host.start() }

    /// Hangs up and removes the link; paper that hangs out uncut is torn off and kept.
    package func stop() {
        host.stop()
        device.tearOff()
    }

    /// Puts in paper and closes the cover; the printer goes on with what is in its buffer.
    package func mend() { host.perform { [device] now in device.mend(at: now) } }

    /// This goes wrong from now on.
    package func strike(_ fault: PrinterFault) { host.perform { [device] now in device.strike(fault, at: now) } }

    /// How many bytes it had no room for.
    package var bytesLost: Int { device.bytesLost }

    /// Paper, cover and line as they are now.
    package var condition: PrinterCondition { device.condition }
}

import ESCPOS
import Flow

/// A simulated printer on a pty behind a symbolic link, which a till uses like a serial printer.
package final class SimulatedPrinterOnPty: Sendable {
    package static let usualBaud = 19_200

    private let device: PrinterPtyDevice
    private let host: PtyHost

    /// Loads the font and makes the folder for the pages. Throws `simulator.paper` or `paper.fontMissing`.
    ///
    /// - Parameters:
    ///   - handshake: how the printer signals a full buffer. Bytes that do not fit, or that arrive at another baud
    ///     rate, are lost. With nil all bytes wait until there is room.
    ///   - told: called on the pty's queue with the path of each page's picture, each drawer pulse, and errors of the
    ///     simulation itself.
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

    /// Opens the pty and creates the link.
    package func start() throws(Failure) { try host.start() }

    /// Hangs up and removes the link; uncut paper is torn off and stored.
    package func stop() {
        host.stop()
        device.tearOff()
    }

    /// Refills paper and closes the cover; the printer goes on with its buffer.
    package func mend() { host.perform { [device] now in device.mend(at: now) } }

    /// Makes a fault happen from now on.
    package func strike(_ fault: PrinterFault) { host.perform { [device] now in device.strike(fault, at: now) } }

    /// How many bytes did not fit into the buffer.
    package var bytesLost: Int { device.bytesLost }

    /// The current status of paper, cover and line.
    package var condition: PrinterCondition { device.condition }
}

import ESCPOS
import Flow

extension SimulatedUSBDevice {
    /// Creates a ZVT terminal that is a serial line (CDC-ACM), with its journal in `directory`.
    ///
    /// Throws when the journal cannot be read or belongs to another simulator.
    package static func terminal(
        _ scenario: TerminalScenario, directory: String, identity: USBIdentity = .terminal, environment: Environment
    ) throws(Failure) -> SimulatedUSBDevice {
        let journal = try TerminalJournalFile(in: directory)
        return SimulatedUSBDevice(
            USBGadget(.serialLine(identity)),
            device: TerminalPtyDevice(scenario, journal: journal, environment: environment), environment: environment)
    }

    /// Creates an encrypting reader (HID).
    package static func reader(
        _ scenario: AcquiringScenario.Reader, hasOutput: Bool = true, identity: USBIdentity = .reader,
        environment: Environment
    ) -> SimulatedUSBDevice {
        SimulatedUSBDevice(
            USBGadget(.reader(identity, hasOutput: hasOutput)), device: SimulatedNEO2(scenario, on: .reports),
            environment: environment)
    }

    /// Creates a receipt printer (printer class) whose pages are stored in `directory`.
    ///
    /// - Parameters:
    ///   - model: what the printer understands and answers.
    ///   - answers: whether the printer has an input endpoint.
    ///   - told: called with pages, drawer pulses and errors, as for a printer on a pty.
    ///
    /// Throws `simulator.paper` or `paper.fontMissing`.
    package static func printer(
        out directory: String, model: VirtualPrinter.Model = VirtualPrinter.Model(), fault: PrinterFault? = nil,
        answers: Bool = true, identity: USBIdentity = .printer, environment: Environment,
        told: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(Failure) -> SimulatedUSBDevice {
        let printer = VirtualPrinter(model, fault: fault, glyphs: try CairoGlyphs())
        let device = PrinterPtyDevice(printer, try PaperTray(directory), told: told)
        var gadget = USBGadget(
            .printer(identity, answers: answers),
            deviceID: "MFG:\(identity.manufacturer);CMD:ESC/POS;MDL:\(identity.name);CLS:PRINTER;",
            bearsEmptyPackets: false)
        gadget.budget = fault?.bytesTaken
        let panel = Panel(
            portStatus: { device.condition.portStatus }, forget: { device.forget(at: environment.uptime()) },
            mend: { device.mend(at: environment.uptime()) })
        return SimulatedUSBDevice(gadget, device: device, panel: panel, environment: environment)
    }
}

extension USBIdentity {
    /// The identity of a printer of this model, with the numbers of Linux's printer gadget if the model has none of its
    /// own.
    package static func printer(_ profile: PrinterProfile) -> USBIdentity {
        let identity = PrinterIdentity(profile)
        let numbers = profile.usbNames.first ?? PrinterProfile.USBName(0x0525, 0xA4A8)
        return USBIdentity(
            vendor: numbers.vendor, product: numbers.product, manufacturer: identity.maker, name: identity.model,
            serialNumber: printer.serialNumber)
    }
}

extension PrinterCondition {
    /// The answer to GET_PORT_STATUS (USB printer class 1.1 §4.2.2).
    package var portStatus: UInt8 {
        (paper == .out ? 0x20 : 0) | (isSwitchedOff ? 0 : 0x10) | (isCoverOpen ? 0 : 0x08)
    }
}

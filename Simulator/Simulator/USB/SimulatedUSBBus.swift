import ESCPOS
import Failures
import Flow
import Synchronization
import Transports

/// Simulated devices on one bus, created and controlled by commands. Each is named by its serial number.
package final class SimulatedUSBBus: Sendable {
    /// Plugs a device into a port of the bus.
    package typealias Connect = @Sendable (SimulatedUSBDevice) throws(Failure) -> Void

    private let connect: Connect
    private let environment: Environment
    private let told: @Sendable (String) -> Void
    private let printers: PrinterProfile?
    private let devices = Mutex<[String: SimulatedUSBDevice]>([:])

    /// - Parameters:
    ///   - printers: the identity of its printers; by default `USBIdentity.printer`.
    ///   - told: called with pages, drawer pulses, and errors of the simulation itself.
    package init(
        printers: PrinterProfile? = nil, environment: Environment,
        told: @escaping @Sendable (String) -> Void = { _ in }, connect: @escaping Connect
    ) {
        self.printers = printers
        self.environment = environment
        self.told = told
        self.connect = connect
    }

    /// Creates a terminal and plugs it in.
    package func addTerminal(
        _ identity: USBIdentity = .terminal, scenario: TerminalScenario, directory: String
    ) throws(Failure) {
        try add(
            .terminal(scenario, directory: directory, identity: identity, environment: environment), identity)
    }

    /// Creates an encrypting reader and plugs it in.
    ///
    /// - Parameter hasOutput: whether the reader has an output endpoint; otherwise it takes reports on endpoint 0.
    package func addReader(
        _ identity: USBIdentity = .reader, scenario: AcquiringScenario, hasOutput: Bool = true
    ) throws(Failure) {
        try add(
            .reader(scenario.reader, hasOutput: hasOutput, identity: identity, environment: environment), identity)
    }

    /// The identity of printers without one of their own.
    private var printerIdentity: USBIdentity { printers.map { .printer($0) } ?? .printer }

    /// Creates a printer and plugs it in.
    package func addPrinter(
        _ named: USBIdentity? = nil, out directory: String, fault: PrinterFault? = nil, answers: Bool = true
    ) throws(Failure) {
        let identity = named ?? printerIdentity
        let model = printers.map { VirtualPrinter.Model($0) } ?? VirtualPrinter.Model()
        try add(
            .printer(
                out: directory, model: model, fault: fault, answers: answers, identity: identity,
                environment: environment, told: told), identity)
    }

    private func add(_ device: SimulatedUSBDevice, _ identity: USBIdentity) throws(Failure) {
        try connect(device)
        devices.withLock { $0[identity.word] = device }
    }

    /// The commands, one per line, with parts separated by blanks. A new device may be named `VID:PID/SERIAL`; without
    /// SERIAL it has no serial number and is named `VID:PID/`.
    package static let commands = [
        "terminal SERIAL SCENARIO DIRECTORY", "reader SERIAL SCENARIO", "reader-without-output SERIAL SCENARIO",
        "printer SERIAL DIRECTORY [FAULT]", "deaf-printer SERIAL DIRECTORY [FAULT]",
        "SERIAL unplug [MILLISECONDS]", "SERIAL plug", "SERIAL nak", "SERIAL ack", "SERIAL take BYTES",
        "SERIAL stall [BYTES]", "SERIAL babble", "SERIAL baud BAUD", "SERIAL line BAUD STOPBITS on|off", "SERIAL mend",
    ]

    /// Obeys a command. Throws `simulator.badCommand`, or the reason why it failed.
    package func obey(_ command: String) throws(Failure) {
        let words = command.split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("terminal", 4):
            try addTerminal(
                .terminal.named(words[1]), scenario: TerminalScenario(nameOrPath: words[2]), directory: words[3])
        case ("reader", 3), ("reader-without-output", 3):
            try addReader(
                .reader.named(words[1]), scenario: AcquiringScenario(named: words[2]), hasOutput: words[0] == "reader")
        case ("printer", 3...4), ("deaf-printer", 3...4):
            var fault: PrinterFault?
            if words.count == 4 { fault = try PrinterFault(name: words[3]) }
            try addPrinter(
                printerIdentity.named(words[1]), out: words[2], fault: fault, answers: words[0] == "printer")
        default: try trouble(words)
        }
    }

    private func trouble(_ words: [String]) throws(Failure) {
        let device = devices.withLock { $0[words.first ?? ""] }
        if let device, words.dropFirst().first == "line" {
            return try Self.check(device, words.dropFirst(2).joined(separator: " "))
        }
        guard let device, let fault = USBFault(words.dropFirst().joined(separator: " ")) else {
            throw Failure(
                SimulatorFailure.badCommand, "Nothing can be done by that command.",
                remedy: Self.commands.joined(separator: ", "), recovery: .giveUp)
        }
        device.perform(fault)
    }

    /// Checks the settings of a device's serial line. Throws `simulator.line` with the actual settings when they
    /// differ.
    private static func check(_ device: SimulatedUSBDevice, _ setting: String) throws(Failure) {
        guard device.lineSetting != setting else { return }
        let sentence = device.lineSetting.map { "The line is set to \($0)." } ?? "The line was not set."
        throw Failure(SimulatorFailure.line, sentence, recovery: .giveUp)
    }
}

extension USBIdentity {
    /// This identity with another serial number.
    package func numbered(_ serialNumber: String) -> USBIdentity {
        var identity = self
        identity.serialNumber = serialNumber
        return identity
    }

    /// The device's name in commands.
    fileprivate var word: String {
        guard serialNumber.isEmpty else { return serialNumber }
        return USBAddress(vendor: vendor, product: product).deviceAddress.path + "/"
    }

    /// This identity with the numbers of a name: `SERIAL`, `VID:PID/SERIAL` or `VID:PID/`. A name of any other form is
    /// a serial number.
    fileprivate func named(_ word: String) -> USBIdentity {
        guard let parts = word.wholeMatch(of: /([0-9A-Fa-f]{4}):([0-9A-Fa-f]{4})\/(.*)/),
            let vendor = UInt16(parts.1, radix: 16), let product = UInt16(parts.2, radix: 16)
        else { return numbered(word) }
        var identity = numbered(String(parts.3))
        (identity.vendor, identity.product) = (vendor, product)
        return identity
    }
}

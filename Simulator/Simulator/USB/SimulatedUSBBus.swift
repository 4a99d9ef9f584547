import ESCPOS
import Flow
import Synchronization
import Transports

/// Simulated devices on one bus, made and troubled by command while it runs. Each goes by its serial number.
package final class SimulatedUSBBus: Sendable {
    /// Gives a device a socket.
    package typealias Connect = @Sendable (SimulatedUSBDevice) throws(Failure) -> Void

    private let connect: Connect
    private let environment: Environment
    private let told: @Sendable (String) -> Void
    private let printers: PrinterProfile?
    private let devices = Mutex<[String: SimulatedUSBDevice]>([:])

    /// - Parameters:
    ///   - printers: what printers on it are; that of `USBIdentity.printer` unless told otherwise.
    ///   - told: hears of each page's picture, of each pulse to a drawer, and of what went wrong with the simulation itself.
    package init(
        printers: PrinterProfile? = nil, environment: Environment,
        told: @escaping @Sendable (String) -> Void = { _ in }, connect: @escaping Connect
    ) {
        self.printers = printers
        self.environment = environment
        self.told = told
        self.connect = connect
    }

    /// Makes a terminal and plugs it in.
    package func addTerminal(
        _ identity: USBIdentity = .terminal, scenario: TerminalScenario, directory: String
    ) throws(Failure) {
        try add(
            .terminal(scenario, directory: directory, identity: identity, environment: environment), identity)
    }

    /// Makes an encrypting reader and plugs it in.
    ///
    /// - Parameter hasOutput: whether it has an endpoint to be written to; else it takes requests on endpoint 0.
    package func addReader(
        _ identity: USBIdentity = .reader, scenario: AcquiringScenario, hasOutput: Bool = true
    ) throws(Failure) {
        try add(
            .reader(scenario.reader, hasOutput: hasOutput, identity: identity, environment: environment), identity)
    }

    /// Of the printers on it, until one is given another.
    private var printerIdentity: USBIdentity { printers.map { .printer($0) } ?? .printer }

    /// Makes a printer and plugs it in.
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

    /// What can be commanded, a line each; parts between blanks. A new device may be `VID:PID/SERIAL`;
    /// without SERIAL it has none, and goes by `VID:PID/`.
    package static let commands = [
        "terminal SERIAL SCENARIO DIRECTORY", "reader SERIAL SCENARIO", "reader-without-output SERIAL SCENARIO",
        "printer SERIAL DIRECTORY [FAULT]", "deaf-printer SERIAL DIRECTORY [FAULT]",
        "SERIAL unplug [MILLISECONDS]", "SERIAL plug", "SERIAL nak", "SERIAL ack", "SERIAL take BYTES",
        "SERIAL stall [BYTES]", "SERIAL babble", "SERIAL baud BAUD", "SERIAL line BAUD STOPBITS on|off", "SERIAL mend",
    ]

    /// Does what a line says. Throws `simulator.badCommand`, or what stands in the way.
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
        guard let device, let mishap = USBMishap(words.dropFirst().joined(separator: " ")) else {
            throw Failure(
                "simulator.badCommand", "Nothing can be done by that command.",
                remedy: Self.commands.joined(separator: ", "), recovery: .giveUp)
        }
        device.perform(mishap)
    }

    /// Throws `simulator.line` with how the line is set, where that is otherwise.
    private static func check(_ device: SimulatedUSBDevice, _ setting: String) throws(Failure) {
        guard device.lineSetting != setting else { return }
        let sentence = device.lineSetting.map { "The line is set to \($0)." } ?? "The line was not set."
        throw Failure("simulator.line", sentence, recovery: .giveUp)
    }
}

extension USBIdentity {
    /// The same device with another serial number.
    package func numbered(_ serialNumber: String) -> USBIdentity {
        var identity = self
        identity.serialNumber = serialNumber
        return identity
    }

    /// By what commands go after it was made.
    fileprivate var word: String {
        guard serialNumber.isEmpty else { return serialNumber }
        return USBAddress(vendor: vendor, product: product).deviceAddress.path + "/"
    }

    /// The same device as a command has it: `SERIAL`, `VID:PID/SERIAL` or `VID:PID/`. What are no such numbers belongs to the serial
    /// number.
    fileprivate func named(_ word: String) -> USBIdentity {
        guard let parts = word.wholeMatch(of: /([0-9A-Fa-f]{4}):([0-9A-Fa-f]{4})\/(.*)/),
            let vendor = UInt16(parts.1, radix: 16), let product = UInt16(parts.2, radix: 16)
        else { return numbered(word) }
        var identity = numbered(String(parts.3))
        (identity.vendor, identity.product) = (vendor, product)
        return identity
    }
}

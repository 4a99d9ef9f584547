import Flow
import Hardware
import Model

/// Opens printers by the scheme of their address: `file:PATH`, a line such as `serial:PATH`, and whatever else it is given.
///
/// A line's address may say what proof the printer gives: `proof=process` for `GS ( H`, `proof=status` for `GS r`. Where it
/// does not, the model does, which it names with `profile` or is known by its numbers. A printer of which either is said
/// answers: while it does not, nothing is sent. Of any other only that is asked which leaves no mark on paper.
package struct PrinterService: ReceiptPrinterService {
    /// An unopened line to that address.
    package typealias OpenLine = @Sendable (DeviceAddress) throws(Failure) -> any Transport
    package typealias OpenPrinter = @Sendable (DeviceAddress) throws(Failure) -> any ReceiptPrinter

    /// Assumed for a line whose address names no speed: the slowest in use, so that nothing is called late too early.
    static let usualBaud = 9600

    private let environment: Environment
    private let lines: [String: OpenLine]
    private let others: [String: OpenPrinter]
    private let model: @Sendable (DeviceAddress) -> PrinterProfile?

    /// - Parameters:
    ///   - lines: transports by scheme.
    ///   - others: drivers of other kinds by scheme; they come before `lines` and `file`.
    ///   - model: what a printer is known to be whose address names no profile.
    package init(
        lines: [String: OpenLine], others: [String: OpenPrinter] = [:],
        model: @escaping @Sendable (DeviceAddress) -> PrinterProfile? = { _ in nil }, environment: Environment
    ) {
        self.lines = lines
        self.others = others
        self.model = model
        self.environment = environment
    }

    /// Throws `printer.badAddress`, or what stands in the way to the line.
    package func connect(_ address: DeviceAddress) throws(Failure) -> any ReceiptPrinter {
        if let open = others[address.scheme] { return try open(address) }
        if let line = lines[address.scheme] { return try onLine(address, line) }
        guard address.scheme == "file", !address.path.isEmpty else { throw PrinterError.noDriver(address).failure }
        return FilePrinter(address, environment: environment)
    }

    private func onLine(_ address: DeviceAddress, _ open: OpenLine) throws(Failure) -> any ReceiptPrinter {
        var options = address.options
        let proof = options.removeValue(forKey: "proof")
        if let proof, !["process", "status"].contains(proof) { throw PrinterError.badOption("proof=\(proof)").failure }
        let line = try open(DeviceAddress(scheme: address.scheme, path: address.path, options: options))
        return try ESCPOSPrinter(on: line, abilities: abilities(of: address, proof: proof), environment: environment)
    }

    private func abilities(of address: DeviceAddress, proof: String?) -> PrinterAbilities {
        let named = address.options["profile"].flatMap(PrinterProfile.named)
        let profile = named ?? model(address)
        var answers = profile?.answers ?? .unknown
        // Whoever knows the newest of them knows the others.
        if proof == "process" { answers.formUnion([.status, .whenPrinted]) }
        if proof == "status" { answers = answers.subtracting(.whenPrinted).union(.inOrder) }
        let baud = address.options["baud"].flatMap { Int($0) } ?? Self.usualBaud
        return PrinterAbilities(
            tellsWhenPrinted: answers.contains(.whenPrinted), tellsChanges: answers.contains(.automatic),
            tellsFaults: answers.contains(.faults),
            mustAnswer: proof != nil || named?.answers.contains(.realTime) == true || profile?.tellsWhenPrinted == true,
            answersInOrder: !answers.isDisjoint(with: [.inOrder, .perhapsInOrder]),
            mustAnswerInOrder: proof == nil && answers.contains(.inOrder), bytesPerSecond: baud / 10)
    }
}

import Flow
import Hardware
import Model

/// Opens printers by the scheme of their address: `file:PATH`, a line such as `serial:PATH`, or another driver.
///
/// A line's address may name the printer's proof of printing: `proof=process` for `GS ( H`, `proof=status` for `GS r`.
/// Otherwise the model decides, from `profile` or the USB numbers. A printer with a known proof must answer: nothing is sent
/// while it does not. Other printers are only asked what leaves no mark on paper.
package struct PrinterService: ReceiptPrinterService {
    /// Creates an unopened line to an address.
    package typealias OpenLine = @Sendable (DeviceAddress) throws(Failure) -> any Transport
    package typealias OpenPrinter = @Sendable (DeviceAddress) throws(Failure) -> any ReceiptPrinter

    /// Assumed when an address names no speed: the slowest in use, so that no answer is missed too early.
    static let usualBaud = 9600

    private let environment: Environment
    private let lines: [String: OpenLine]
    private let others: [String: OpenPrinter]
    private let model: @Sendable (DeviceAddress) -> PrinterProfile?

    /// - Parameters:
    ///   - lines: transports by scheme.
    ///   - others: other drivers by scheme, which take precedence over `lines` and `file`.
    ///   - model: the known model of a printer whose address names no profile.
    package init(
        lines: [String: OpenLine], others: [String: OpenPrinter] = [:],
        model: @escaping @Sendable (DeviceAddress) -> PrinterProfile? = { _ in nil }, environment: Environment
    ) {
        self.lines = lines
        self.others = others
        self.model = model
        self.environment = environment
    }

    /// Throws `printer.badAddress`, or the reason why the line cannot be opened.
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
        return try ESCPOSPrinter(
            on: line, capabilities: capabilities(of: address, proof: proof), environment: environment)
    }

    private func capabilities(of address: DeviceAddress, proof: String?) -> PrinterCapabilities {
        let named = address.options["profile"].flatMap(PrinterProfile.named)
        let profile = named ?? model(address)
        var answers = profile?.answers ?? .unknown
        // A printer with the newest of these commands has the others too.
        if proof == "process" { answers.formUnion([.status, .whenPrinted]) }
        if proof == "status" { answers = answers.subtracting(.whenPrinted).union(.inOrder) }
        let baud = address.options["baud"].flatMap { Int($0) } ?? Self.usualBaud
        return PrinterCapabilities(
            tellsWhenPrinted: answers.contains(.whenPrinted), tellsChanges: answers.contains(.automatic),
            tellsFaults: answers.contains(.faults),
            mustAnswer: proof != nil || named?.answers.contains(.realTime) == true || profile?.tellsWhenPrinted == true,
            answersInOrder: !answers.isDisjoint(with: [.inOrder, .perhapsInOrder]),
            mustAnswerInOrder: proof == nil && answers.contains(.inOrder), bytesPerSecond: baud / 10)
    }
}

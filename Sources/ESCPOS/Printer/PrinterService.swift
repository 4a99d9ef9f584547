import Flow
import Hardware
import Model

/// Opens printers by the scheme of their address: `file:PATH`, a line such as `serial:PATH`, and whatever else it is given.
///
/// A line's address may say what proof the printer gives: `proof=process` for `GS ( H`, `proof=status` for `GS r`. Where it
/// does not, the model that it names with `profile` does; and where it names none, it is the status. A printer of which
/// either is said answers: while it does not, nothing is sent.
public struct PrinterService: ReceiptPrinterService {
    /// An unopened line to that address.
    public typealias OpenLine = @Sendable (DeviceAddress) throws(Failure) -> any Transport
    public typealias OpenPrinter = @Sendable (DeviceAddress) throws(Failure) -> any ReceiptPrinter

    /// Assumed for a line whose address names no speed: the slowest in use, so that nothing is called late too early.
    static let usualBaud = 9600

    private let environment: Environment
    private let lines: [String: OpenLine]
    private let others: [String: OpenPrinter]

    /// - Parameters:
    ///   - lines: transports by scheme.
    ///   - others: drivers of other kinds by scheme; they come before `lines` and `file`.
    public init(
        lines: [String: OpenLine], others: [String: OpenPrinter] = [:], environment: Environment
    ) {
        self.lines = lines
        self.others = others
        self.environment = environment
    }

    /// Throws `printer.badAddress`, or what stands in the way to the line.
    public func connect(_ address: DeviceAddress) throws(Failure) -> any ReceiptPrinter {
        if let open = others[address.scheme] { return try open(address) }
        if let line = lines[address.scheme] { return try onLine(address, line) }
        guard address.scheme == "file", !address.path.isEmpty else { throw PrinterError.noDriver(address).failure }
        return FilePrinter(address, environment: environment)
    }

    private func onLine(_ address: DeviceAddress, _ open: OpenLine) throws(Failure) -> any ReceiptPrinter {
        var options = address.options
        let profile = options["profile"].flatMap(PrinterProfile.named)
        let answers = profile?.answers ?? .status
        let proof = options.removeValue(forKey: "proof")
        let tellsWhenPrinted =
            switch proof {
            case "process": true
            case "status": false
            case nil: answers.contains(.whenPrinted)
            case .some(let other): throw PrinterError.badOption("proof=\(other)").failure
            }
        let baud = options["baud"].flatMap { Int($0) } ?? Self.usualBaud
        let line = try open(DeviceAddress(scheme: address.scheme, path: address.path, options: options))
        let abilities = PrinterAbilities(
            tellsWhenPrinted: tellsWhenPrinted, tellsChanges: answers.contains(.automatic),
            mustAnswer: proof != nil || profile?.answers.contains(.realTime) == true,
            answersInOrder: proof != nil || answers.contains(.inOrder),
            mustAnswerInOrder: proof == nil && profile?.answers.contains(.inOrder) == true, bytesPerSecond: baud / 10)
        return try ESCPOSPrinter(on: line, abilities: abilities, environment: environment)
    }
}

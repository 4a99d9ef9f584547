import Flow
import Model

/// How the bits go over a serial line: always 8 data bits without parity or handshake; speed and stop bits as set.
public struct SerialSettings: Hashable, Sendable {
    public enum Baud: UInt32, CaseIterable, Sendable {
        case b9600 = 9600
        case b19200 = 19200
        case b38400 = 38400
        case b57600 = 57600
        case b115200 = 115_200
    }

    public enum StopBits: Int, CaseIterable, Sendable { case one = 1, two }

    public let baud: Baud
    public let stopBits: StopBits

    /// 9600 8N2, which the ZVT transport layer demands (PA00P016 rev. 04). Many terminals in the field run 8N1.
    public static let reader = SerialSettings(baud: .b9600, stopBits: .two)
    /// 19200 8N1. Receipt printers differ (their self-test page tells), so an address usually says `baud`.
    public static let printer = SerialSettings(baud: .b19200, stopBits: .one)

    public init(baud: Baud, stopBits: StopBits) {
        self.baud = baud
        self.stopBits = stopBits
    }

    /// Reads the options `baud` and `stop` of a `serial:` address; what is absent comes from `defaults`.
    ///
    /// Throws `line.badOption` for another scheme, an unknown option, and a value that no line of ours takes.
    public init(of address: DeviceAddress, defaults: SerialSettings) throws(Failure) {
        guard address.scheme == "serial" else { throw OptionError.notSerial(address).failure }
        var options = address.options
        try self.init(taking: &options, defaults: defaults)
        if let unknown = options.keys.min() {
            throw OptionError.unknown(unknown, known: Self.options).failure
        }
    }

    private static let options = ["baud", "stop"]

    /// Reads `baud` and `stop` out of the options of any address; the others stay there.
    ///
    /// Throws `line.badOption` for a value that no line of ours takes.
    public init(taking options: inout [String: String], defaults: SerialSettings) throws(Failure) {
        var (baud, stopBits) = (defaults.baud, defaults.stopBits)
        if let value = options.removeValue(forKey: "baud") { baud = try Self.read(value, for: "baud") }
        if let value = options.removeValue(forKey: "stop") { stopBits = try Self.read(value, for: "stop") }
        self.init(baud: baud, stopBits: stopBits)
    }

    private static func read<Choice>(_ value: String, for option: String) throws(Failure) -> Choice
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue: FixedWidthInteger {
        if let number = Choice.RawValue(value), let choice = Choice(rawValue: number) { return choice }
        let choices = Choice.allCases.map { "\($0.rawValue)" }
        throw OptionError.wrong(option, value: value, choices: choices).failure
    }
}

extension SerialSettings: CustomStringConvertible {
    /// `9600 8N2`.
    public var description: String { "\(baud.rawValue) 8N\(stopBits.rawValue)" }
}

import CTerminalLine
import Flow
import Model

/// The settings of a serial line: always 8 data bits without parity; baud rate, stop bits and handshake vary.
package struct SerialSettings: Hashable, Sendable {
    package enum Baud: UInt32, CaseIterable, Sendable {
        case b9600 = 9600
        case b19200 = 19200
        case b38400 = 38400
        case b57600 = 57600
        case b115200 = 115_200
    }

    package enum StopBits: Int, CaseIterable, Sendable { case one = 1, two }

    /// How a printer signals a full buffer.
    package enum Handshake: String, CaseIterable, Sendable {
        /// The line has no handshake: bytes that do not fit are lost.
        case none
        /// By its RTS, which is this side's CTS.
        case rts
        /// By XOFF and XON (13 and 11 hexadecimal).
        case xon
    }

    package let baud: Baud
    package let stopBits: StopBits
    /// The handshake; none for readers, which may send any byte.
    package let handshake: Handshake

    /// 9600 8N2, as the ZVT transport layer demands (PA00P016 rev. 04). Many terminals in the field use 8N1.
    package static let terminal = SerialSettings(baud: .b9600, stopBits: .two)
    /// 19200 8N1. Receipt printers differ (see their self-test page), so an address usually names `baud`.
    package static let printer = SerialSettings(baud: .b19200, stopBits: .one)

    package init(baud: Baud, stopBits: StopBits, handshake: Handshake = .none) {
        self.baud = baud
        self.stopBits = stopBits
        self.handshake = handshake
    }

    /// Reads the options `baud` and `stop` of a `serial:` address, and `handshake` of a printer's; missing ones come from
    /// `defaults`.
    ///
    /// Throws `line.badOption` for another scheme, an unknown option, and an unsupported value.
    package init(
        of address: DeviceAddress, defaults: SerialSettings, isPrinter: Bool = false
    ) throws(Failure) {
        guard address.scheme == "serial" else { throw OptionError.notSerial(address).failure }
        var options = address.options
        let framing = try SerialSettings(taking: &options, defaults: defaults)
        let handshake = isPrinter ? try Self.takeHandshake(&options) : nil
        if let unknown = options.keys.min() {
            throw OptionError.unknown(unknown, known: Self.options + (isPrinter ? ["handshake"] : [])).failure
        }
        self.init(
            baud: framing.baud, stopBits: framing.stopBits, handshake: handshake ?? defaults.handshake)
    }

    private static let options = ["baud", "stop"]

    private static func takeHandshake(_ options: inout [String: String]) throws(Failure) -> Handshake? {
        guard let value = options.removeValue(forKey: "handshake") else { return nil }
        guard let handshake = Handshake(rawValue: value) else { throw OptionError.noHandshake(value).failure }
        return handshake
    }

    /// Removes `baud` and `stop` from the options of any address and reads them; other options stay.
    ///
    /// Throws `line.badOption` for an unsupported value.
    package init(taking options: inout [String: String], defaults: SerialSettings) throws(Failure) {
        var (baud, stopBits) = (defaults.baud, defaults.stopBits)
        if let value = options.removeValue(forKey: "baud") { baud = try Self.read(value, for: "baud") }
        if let value = options.removeValue(forKey: "stop") { stopBits = try Self.read(value, for: "stop") }
        self.init(baud: baud, stopBits: stopBits, handshake: defaults.handshake)
    }

    private static func read<Choice>(_ value: String, for option: String) throws(Failure) -> Choice
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue: FixedWidthInteger {
        if let number = Choice.RawValue(value), let choice = Choice(rawValue: number) { return choice }
        let choices = Choice.allCases.map { "\($0.rawValue)" }
        throw OptionError.wrong(option, value: value, choices: choices).failure
    }
}

extension SerialSettings.Handshake {
    var raw: till_handshake {
        switch self {
        case .none: TILL_HANDSHAKE_NONE
        case .rts: TILL_HANDSHAKE_RTS
        case .xon: TILL_HANDSHAKE_XON
        }
    }
}

extension SerialSettings: CustomStringConvertible {
    /// `9600 8N2`, `19200 8N1 with handshake=rts`.
    package var description: String {
        "\(baud.rawValue) 8N\(stopBits.rawValue)" + (handshake == .none ? "" : " with handshake=\(handshake)")
    }
}

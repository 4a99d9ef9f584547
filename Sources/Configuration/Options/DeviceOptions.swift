import Model
import Transports

enum DeviceOptions {
    /// What the service calls the usual device, so that no other device can have this name.
    static let usualName = "usual"

    static let name = Option(
        "name", .text(upTo: 32), unset: "required",
        "What `--reader` and `--printer` call it: letters, digits and dashes, but not `usual`.")
    static let speed = Option(
        "baud", Takes<Int>.oneOf(SerialSettings.Baud.allCases.map { Int($0.rawValue) }),
        unit: Sentence("config.unit.baud"),
        unset: both(SerialSettings.terminal.baud.rawValue, SerialSettings.printer.baud.rawValue),
        "The speed of its serial line.")
    static let stopBits = Option(
        "stop_bits", Takes<Int>.oneOf(SerialSettings.StopBits.allCases.map(\.rawValue)),
        unit: Sentence("config.unit.bits"),
        unset: both(SerialSettings.terminal.stopBits.rawValue, SerialSettings.printer.stopBits.rawValue),
        "Stop bits of its serial line.")

    private static func both(_ terminal: some BinaryInteger, _ printer: some BinaryInteger) -> String {
        "\(terminal) for a terminal, \(printer) for a printer"
    }
}

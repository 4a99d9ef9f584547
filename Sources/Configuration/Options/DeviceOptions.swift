import Model
import Transports

enum DeviceOptions {
    static let name = Option(
        "name", .text(upTo: 32), unset: "required",
        "What `--reader` and `--printer` call it: letters, digits and dashes.")
    static let speed = Option(
        "baud", Takes<Int>.oneOf(SerialSettings.Baud.allCases.map { Int($0.rawValue) }),
        unit: Sentence("config.unit.baud"),
        unset: both(SerialSettings.reader.baud.rawValue, SerialSettings.printer.baud.rawValue),
        "The speed of its serial line.")
    static let stopBits = Option(
        "stop_bits", Takes<Int>.oneOf(SerialSettings.StopBits.allCases.map(\.rawValue)),
        unit: Sentence("config.unit.bits"),
        unset: both(SerialSettings.reader.stopBits.rawValue, SerialSettings.printer.stopBits.rawValue),
        "Stop bits of its serial line.")

    private static func both(_ reader: some BinaryInteger, _ printer: some BinaryInteger) -> String {
        "\(reader) for a reader, \(printer) for a printer"
    }
}

import ArgumentParser
import Configuration
import Flow
import LogEvents
import Model
import Stores

/// The option for a terminal, for commands that need no printer.
struct ReaderOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The card terminal: a configured name or an address, such as serial:/dev/ttyUSB0?baud=9600&stop=2, usb:1d6b:0104 or tcp:192.168.1.20:20007. Default: the configured terminal, else the one that served a payment last.",
            valueName: "reader"))
    var reader: String?

    /// The terminal that is named, or the usual one, or the one used last.
    func terminal(_ configuration: TillConfiguration, _ settings: AppSettings) throws(Failure) -> DeviceAddress {
        try DeviceOptions.terminal(reader, configuration, settings)
    }
}

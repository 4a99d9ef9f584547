import ArgumentParser
import Flow
import Model

/// A command that lists what is plugged in. Nothing is opened.
protocol DeviceListCommand: TillCommand {
    var output: JSONOption { get }
    var found: [DeviceIdentity] { get }
}

extension DeviceListCommand {
    func execute(_ console: Console) async throws(Failure) -> Exit {
        if output.json {
            console.print(try Output.json(found.map(Output.Device.init)))
        } else {
            for device in found { console.print(device.line.printable) }
            if found.isEmpty { console.say("None is plugged in.") }
        }
        return .done
    }
}

struct ListReadersCommand: DeviceListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists what is plugged in and could be a card terminal.")

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    var found: [DeviceIdentity] { DeviceFinder.readers() }
}

struct PrintersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "printers", abstract: "Finds receipt printers.", subcommands: [ListPrintersCommand.self])
}

struct ListPrintersCommand: DeviceListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the USB receipt printers that are plugged in.",
        discussion: "A printer on a serial line is among `till readers list`: a line does not say what is on it.")

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    var found: [DeviceIdentity] { DeviceFinder.printers() }
}

extension DeviceIdentity {
    /// `usb:04b8:0e15?serial=J2NG001122  EPSON TM-T20II`.
    fileprivate var line: String { "\(address)" + (model.map { "  \($0)" } ?? "") }
}

extension Output {
    struct Device: Encodable {
        let address: String
        let model: String?
        let serialNumber: String?

        init(_ device: DeviceIdentity) {
            address = "\(device.address)"
            model = device.model
            serialNumber = device.serialNumber
        }
    }
}

import ArgumentParser
import Flow
import Foundation
import Model
import Storage
import Stores

/// A command that lists what is plugged in. Nothing is opened.
protocol DeviceListCommand: TillCommand {
    var output: JSONOption { get }
    var found: [DeviceIdentity] { get }
}

extension DeviceListCommand {
    func execute(_ console: Console) async throws(Failure) -> Exit {
        let profiles = profiles
        let found = found.map { Output.Device($0, try? profiles?.profile(at: $0.address)) }
        if output.json {
            console.print(try Output.json(found))
        } else {
            for device in found { console.print(device.line.printable) }
            if found.isEmpty { console.say("None is plugged in.") }
        }
        return .done
    }

    /// Nil where there is no data, or none that can be read: a list does not need it.
    private var profiles: ProfileMemory? {
        let storage = try? StorageManager(readingOnly: try data.setup().directory, environment: .live)
        return storage.map(ProfileMemory.init)
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

extension Output {
    struct Device: Encodable {
        let address: String
        let model: String?
        let serialNumber: String?
        /// When `till readers diagnose` found out how the terminal there behaves.
        let profileFoundAt: Date?

        init(_ device: DeviceIdentity, _ known: KnownProfile?) {
            address = "\(device.address)"
            model = device.model
            serialNumber = device.serialNumber
            profileFoundAt = known?.foundAt
        }

        /// `usb:04b8:0e15?serial=J2NG001122  EPSON TM-T20II`, and the profile by which a terminal is asked.
        var line: String {
            let words = [address, model, profileFoundAt.map { "asked as was found on \($0.day)" }]
            return words.compactMap(\.self).joined(separator: "  ")
        }
    }
}

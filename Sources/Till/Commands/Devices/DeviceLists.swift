import ArgumentParser
import Flow
import Foundation
import Model
import Service
import Storage
import Payments

import Transports

/// A command that lists what is plugged in, without taking any device.
protocol DeviceListCommand: TillCommand {
    var output: JSONOption { get }
    var watching: WatchOption { get }
    var found: [FoundDevice] { get }
}

struct WatchOption: ParsableArguments {
    @Flag(
        help:
            "Keep running until Ctrl-C, and report devices that are plugged in (+) and pulled out (-). Not with --json."
    )
    var watch = false
}

extension DeviceListCommand {
    func validate() throws {
        if watching.watch, output.json { throw ValidationError("--watch has no --json.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let changes = watching.watch ? try DeviceChanges() : nil
        let profiles = profiles
        func shown(_ found: FoundDevice) -> Output.Device {
            Output.Device(
                found.device, try? profiles?.profile(at: found.device.address),
                languages: found.deviceID?.languages ?? [])
        }
        var known = found
        if output.json {
            console.print(try Output.json(known.map(shown)))
        } else {
            for device in known { console.print(shown(device).line(in: .asked).printable) }
            if known.isEmpty { console.say(OperatorLanguage.asked.text("device.nonePlugged")) }
        }
        while await changes?.next() != nil {
            let now = found
            for device in known where !now.contains(device) {
                console.print("- \(shown(device).line(in: .asked).printable)")
            }
            for device in now where !known.contains(device) {
                console.print("+ \(shown(device).line(in: .asked).printable)")
            }
            known = now
        }
        return .done
    }

    /// The stored profiles; nil if there is no readable data, which a list does not need.
    private var profiles: ProfileMemory? {
        let storage = try? StorageManager(readingOnly: try data.setup().directory, environment: .live)
        return storage.map(ProfileMemory.init)
    }
}

struct ListReadersCommand: DeviceListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the plugged-in devices that could be card terminals, with their addresses.")

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var watching: WatchOption
    var found: [FoundDevice] { DeviceFinder.terminals().map { FoundDevice($0) } }
}

struct ListPrintersCommand: DeviceListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the plugged-in USB receipt printers, with their addresses.",
        discussion: """
            A printer on a serial line is listed by `till readers list`, because a serial line does not tell what is \
            connected to it.
            """)

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var watching: WatchOption
    var found: [FoundDevice] { DeviceFinder.printers() }
}

/// Waits until devices are plugged in or unplugged, or Ctrl-C is pressed.
private final class DeviceChanges {
    private let monitor = DeviceMonitor()
    private let interrupt: Interrupt
    private var moments: AsyncStream<Void>.Iterator

    /// Starts watching. Throws `line.system` if the system does not allow it.
    init() throws(Failure) {
        // However much happens at once, one look sees it all.
        let (stream, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        moments = stream.makeAsyncIterator()
        interrupt = Interrupt { _ in told.finish() }
        try monitor.start { _ in told.yield() }
    }

    deinit {
        monitor.stop()
        interrupt.stop()
    }

    /// Waits for the next change; nil at the end.
    func next() async -> Void? { await moments.next() }
}

extension Output {
    struct Device: Encodable {
        let address: String
        let model: String?
        let serialNumber: String?
        /// When `till readers diagnose` found out how the terminal at this address behaves.
        let profileFoundAt: Date?
        /// The languages that a printer says it understands.
        let languages: [String]?

        init(_ device: DeviceIdentity, _ known: StoredProfile?, languages: [String] = []) {
            address = "\(device.address)"
            model = device.model
            serialNumber = device.serialNumber
            profileFoundAt = known?.foundAt
            self.languages = languages.isEmpty ? nil : languages
        }

        /// `usb:04b8:0e15?serial=J2NG001122  EPSON TM-T20II  ESC/POS`, or a terminal's profile in place of the
        /// language.
        func line(in language: OperatorLanguage) -> String {
            let words = [
                address, model, languages?.joined(separator: ", "),
                profileFoundAt.map { language.text("readers.foundAt", ["day": WrittenMoment(day: $0)]) },
            ]
            return words.compactMap(\.self).joined(separator: "  ")
        }
    }
}

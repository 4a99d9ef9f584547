import Foundation
import Model
import Simulator
import Synchronization
import Testing
import Transports

/// Simulated USB devices for this process, started by `till-sim usb`: the contracts are then tested over libusb and
/// over nothing else (EndToEndTests, `theContractsHoldOverUSB`).
enum USBBed {
    /// The socket on which devices are created by command.
    private static let control = ProcessInfo.processInfo.environment["TILL_USB_CONTROL"]
    private static let lastNumber = Atomic(0)

    static var isHere: Bool { control != nil }

    /// The descriptors of the only device that is plugged in, as a file that can be written; nil when there are more.
    static var descriptors: URL? {
        guard let root = ProcessInfo.processInfo.environment["UMOCKDEV_DIR"] else { return nil }
        let folder = URL(fileURLWithPath: root + "/sys/bus/usb/devices")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let devices = names.filter { !$0.contains(":") }
        return devices.count == 1 ? folder.appending(path: devices[0] + "/descriptors") : nil
    }

    /// The descriptors as soon as only one device is left.
    static func soleDescriptors() -> URL? {
        _ = passes(until: { descriptors != nil })
        return descriptors
    }

    /// One device of the bed, created for one rig.
    struct Device: Sendable {
        private let identity: USBIdentity

        /// Plugs in a new device, and waits for a few seconds until libusb shows it.
        ///
        /// - Parameters:
        ///   - word: the command that creates the device, where its kind has several.
        ///   - model: a `VID:PID` other than the usual one of its kind.
        init(_ kind: USBIdentity, _ setting: String, as word: String? = nil, model: String? = nil) throws {
            let number = lastNumber.add(1, ordering: .relaxed).newValue
            let serialNumber = "TEST\(number)"
            var identity = kind.numbered(serialNumber)
            let ids = model?.split(separator: ":").compactMap { UInt16($0, radix: 16) } ?? []
            if ids.count == 2 { (identity.vendor, identity.product) = (ids[0], ids[1]) }
            self.identity = identity
            let usual = kind == .printer ? "printer" : kind == .reader ? "reader" : "terminal"
            let name = (model.map { "\($0)/" } ?? "") + serialNumber
            try ControlSocket.tell(#require(control), "\(word ?? usual) \(name) \(setting)")
            for _ in 0..<1000 {
                if try USBPort.devices().contains(where: { $0.serialNumber == serialNumber }) { return }
                poll(nil, 0, 5)
            }
        }

        func address(_ options: [String: String] = [:]) -> DeviceAddress {
            let its = USBAddress(
                vendor: identity.vendor, product: identity.product, serialNumber: identity.serialNumber
            ).deviceAddress
            return DeviceAddress(scheme: its.scheme, path: its.path, options: its.options.merging(options) { $1 })
        }

        /// The kernel driver that the device's first interface has now.
        var driver: String? {
            let folder = "/sys/bus/usb/devices/"
            let files = FileManager.default
            let name = (try? files.contentsOfDirectory(atPath: folder))?.first {
                (try? String(contentsOfFile: folder + $0 + "/serial", encoding: .utf8))?
                    .hasPrefix(identity.serialNumber) == true
            }
            let link = name.flatMap { try? files.destinationOfSymbolicLink(atPath: "\(folder)\($0):1.0/driver") }
            return link.map { URL(fileURLWithPath: $0).lastPathComponent }
        }

        /// Causes a fault over and over until the condition holds.
        func trouble(_ fault: String, until condition: () -> Bool) -> Bool {
            passes {
                tell(fault)
                return condition()
            }
        }

        /// Whether the command is obeyed.
        func agrees(_ command: String) -> Bool {
            guard let control else { return false }
            return (try? ControlSocket.tell(control, "\(identity.serialNumber) \(command)")) != nil
        }

        func tell(_ fault: String) {
            guard let control else { return }
            try? ControlSocket.tell(control, "\(identity.serialNumber) \(fault)")
        }
    }
}

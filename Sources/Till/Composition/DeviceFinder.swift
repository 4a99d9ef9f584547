import Flow
import Hardware
import Model
import Readers
import Transports

/// Lists what is plugged in and could be a terminal or a printer, without taking it. A device that the kernel offers as
/// a serial line is named by that line.
enum DeviceFinder {
    static func terminals() -> [DeviceIdentity] {
        let lines = SerialPort.candidates().map { DeviceIdentity(kind: .terminal, address: $0) }
        return lines + usb.map(\.identity).filter { $0.kind == .terminal }
    }

    /// The terminal at a USB address, as it describes itself; nil at other lines, which do not tell what is connected. Listing
    /// USB devices opens each of them, so they are listed only for a USB address.
    static func terminal(at address: DeviceAddress) -> DeviceIdentity? {
        guard address.scheme == "usb" else { return nil }
        return usb.map(\.identity).first { $0.kind == .terminal && $0.address == address }
    }

    /// A serial line does not tell what is connected to it, and is listed as a terminal.
    static func printers() -> [FoundDevice] {
        let said = USBPort.deviceIDs()
        return usb.filter { $0.identity.kind == .printer }.map { device, identity in
            FoundDevice(identity, said[device.port])
        }
    }

    /// The devices that Till would reach over libusb; empty if there is no USB, as in most containers.
    static var usb: [(device: USBDevice, identity: DeviceIdentity)] {
        let devices = (try? USBPort.devices()) ?? []
        return devices.compactMap { device in
            let address = USBAddress(of: device, among: devices).deviceAddress
            if device.isPrinter { return (device, identity(device, .printer, address)) }
            if device.isEncryptingReader { return (device, identity(device, .terminal, .neo2(on: address))) }
            return device.isSerialLine && !device.hasTTY ? (device, identity(device, .terminal, address)) : nil
        }
    }

    private static func identity(
        _ device: USBDevice, _ kind: DeviceIdentity.Kind, _ address: DeviceAddress
    ) -> DeviceIdentity {
        let names = [device.manufacturer, device.name].compactMap(\.self).joined(separator: " ")
        return DeviceIdentity(
            kind: kind, address: address, model: names.isEmpty ? nil : names, serialNumber: device.serialNumber)
    }
}

/// A device that is plugged in and, for a printer, what it tells about itself.
struct FoundDevice: Hashable, Sendable {
    let device: DeviceIdentity
    let deviceID: PrinterDeviceID?

    /// A printer without a name in its descriptors gets the name that it answers.
    init(_ device: DeviceIdentity, _ deviceID: PrinterDeviceID? = nil) {
        self.device = DeviceIdentity(
            kind: device.kind, address: device.address, model: device.model ?? deviceID?.title,
            serialNumber: device.serialNumber)
        self.deviceID = deviceID
    }
}

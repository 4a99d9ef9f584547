import Flow
import Hardware
import Model
import Readers
import Transports

/// What is plugged in and could be a reader or a printer; nothing is opened. A device that the kernel has as a serial line
/// is named by that.
enum DeviceFinder {
    static func readers() -> [DeviceIdentity] {
        let lines = SerialPort.candidates().map { DeviceIdentity(kind: .reader, address: $0) }
        return lines + usb.map(\.identity).filter { $0.kind == .reader }
    }

    /// A serial line does not say what is on it, and is listed as a reader.
    static func printers() -> [DeviceIdentity] { usb.map(\.identity).filter { $0.kind == .printer } }

    /// What Till would reach over libusb. None where there is no USB, as in most containers.
    static var usb: [(device: USBDevice, identity: DeviceIdentity)] {
        ((try? USBPort.devices()) ?? []).compactMap { device in
            if device.isPrinter { return (device, identity(device, .printer)) }
            if device.isEncryptingReader { return (device, identity(device, .reader) { .neo2(on: $0) }) }
            return device.isSerialLine && !device.hasTTY ? (device, identity(device, .reader)) : nil
        }
    }

    private static func identity(
        _ device: USBDevice, _ kind: DeviceIdentity.Kind, address: (DeviceAddress) -> DeviceAddress = { $0 }
    ) -> DeviceIdentity {
        let names = [device.manufacturer, device.name].compactMap(\.self).joined(separator: " ")
        return DeviceIdentity(
            kind: kind, address: address(USBAddress(of: device).deviceAddress), model: names.isEmpty ? nil : names,
            serialNumber: device.serialNumber)
    }
}

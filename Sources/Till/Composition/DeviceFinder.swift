import Flow
import Hardware
import Model
import Transports

/// What is plugged in and could be a reader or a printer; nothing is opened. A device that the kernel has as a serial line
/// is named by that.
enum DeviceFinder {
    static func readers() -> [DeviceIdentity] {
        let lines = SerialPort.candidates().map { DeviceIdentity(kind: .reader, address: $0) }
        return lines + usb(.reader) { $0.isSerialLine && !$0.hasTTY }
    }

    /// A serial line does not say what is on it, and is listed as a reader.
    static func printers() -> [DeviceIdentity] { usb(.printer) { $0.isPrinter } }

    /// None where there is no USB, as in most containers.
    private static func usb(_ kind: DeviceIdentity.Kind, where condition: (USBDevice) -> Bool) -> [DeviceIdentity] {
        ((try? USBPort.devices()) ?? []).filter(condition).map { device in
            let names = [device.manufacturer, device.name].compactMap(\.self).joined(separator: " ")
            return DeviceIdentity(
                kind: kind, address: USBAddress(of: device).deviceAddress, model: names.isEmpty ? nil : names,
                serialNumber: device.serialNumber)
        }
    }
}

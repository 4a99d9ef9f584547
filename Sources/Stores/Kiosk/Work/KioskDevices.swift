import Model

/// The terminal and the printer of a kiosk.
package struct KioskDevices: Hashable, Sendable {
    package let reader: DeviceAddress
    package let printer: DeviceAddress

    package init(reader: DeviceAddress, printer: DeviceAddress) { (self.reader, self.printer) = (reader, printer) }
}

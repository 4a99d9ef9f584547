import Model

/// The terminal and the printer of a kiosk.
package struct KioskDevices: Hashable, Sendable {
    package let terminal: DeviceAddress
    package let printer: DeviceAddress

    package init(terminal: DeviceAddress, printer: DeviceAddress) {
        (self.terminal, self.printer) = (terminal, printer)
    }
}

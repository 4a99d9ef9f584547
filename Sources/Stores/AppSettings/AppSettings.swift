import Model

/// What this till remembers between starts.
package struct AppSettings: Hashable, Codable, Sendable {
    package var terminal: DeviceAddress?
    package var printer: DeviceAddress?

    package init(terminal: DeviceAddress? = nil, printer: DeviceAddress? = nil) {
        self.terminal = terminal
        self.printer = printer
    }

    var devices: [DeviceIdentity] {
        [
            terminal.map { DeviceIdentity(kind: .terminal, address: $0) },
            printer.map { DeviceIdentity(kind: .printer, address: $0) },
        ].compactMap { $0 }
    }
}

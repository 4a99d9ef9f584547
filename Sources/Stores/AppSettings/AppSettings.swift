import Model

/// What this till remembers between starts.
package struct AppSettings: Hashable, Codable, Sendable {
    package var reader: DeviceAddress?
    package var printer: DeviceAddress?

    package init(reader: DeviceAddress? = nil, printer: DeviceAddress? = nil) {
        self.reader = reader
        self.printer = printer
    }

    var devices: [DeviceIdentity] {
        [
            reader.map { DeviceIdentity(kind: .reader, address: $0) },
            printer.map { DeviceIdentity(kind: .printer, address: $0) },
        ].compactMap { $0 }
    }
}

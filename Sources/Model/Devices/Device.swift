/// The address of a device: `serial:/dev/ttyUSB0?baud=9600&stop=2`, `file:/tmp/receipts.bin`, `simulated:`.
///
/// The scheme selects the transport; the options are the transport's own.
package struct DeviceAddress: Hashable, Codable, Sendable, CustomStringConvertible {
    package let scheme: String
    package let path: String
    package let options: [String: String]

    package init(scheme: String, path: String, options: [String: String] = [:]) {
        self.scheme = scheme
        self.path = path
        self.options = options
    }

    /// Reads `scheme:path[?key=value[&…]]`; `nil` when the scheme is missing, or an option has no value or comes twice.
    package init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
        let rest = text[text.index(after: colon)...]
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var options: [String: String] = [:]
        for option in parts.count == 2 ? parts[1].split(separator: "&") : [] {
            let pair = option.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, options.updateValue(String(pair[1]), forKey: String(pair[0])) == nil else {
                return nil
            }
        }
        self.init(scheme: String(text[..<colon]), path: String(parts.first ?? ""), options: options)
    }

    /// The part that identifies the device, without its line settings; for USB devices the serial number and the port.
    package var place: DeviceAddress {
        DeviceAddress(scheme: scheme, path: path, options: options.filter { Self.naming.contains($0.key) })
    }

    private static let naming: Set = ["serial", "port"]

    package var description: String {
        guard !options.isEmpty else { return "\(scheme):\(path)" }
        let query = options.keys.sorted().map { "\($0)=\(options[$0] ?? "")" }.joined(separator: "&")
        return "\(scheme):\(path)?\(query)"
    }
}

/// A device's identity as far as it told. Two identities with the same address may be different devices after a replug,
/// so a payment remembers the terminal's own id and not only its address.
package struct DeviceIdentity: Hashable, Codable, Sendable {
    package enum Kind: String, Codable, Sendable { case reader, printer }

    package let kind: Kind
    package let address: DeviceAddress
    /// The manufacturer and model, if known.
    package let model: String?
    /// The device's own serial number, if known.
    package let serialNumber: String?

    package init(kind: Kind, address: DeviceAddress, model: String? = nil, serialNumber: String? = nil) {
        self.kind = kind
        self.address = address
        self.model = model
        self.serialNumber = serialNumber
    }
}

extension Array where Element == DeviceAddress {
    /// The addresses without repetitions, in the order of their first occurrence.
    package var eachOnce: [DeviceAddress] {
        reduce(into: []) { places, place in if !places.contains(place) { places.append(place) } }
    }
}

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

extension Array where Element == DeviceAddress {
    /// The addresses without repetitions, in the order of their first occurrence.
    package var eachOnce: [DeviceAddress] {
        reduce(into: []) { places, place in if !places.contains(place) { places.append(place) } }
    }
}

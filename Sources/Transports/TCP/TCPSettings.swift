import Flow
import Hardware
import Model

/// The address at which a device listens on the network, and how long a connection to it is used.
package struct TCPSettings: Hashable, Sendable {
    /// The default port of ZVT terminals (PA00P016 rev. 04). Seen in the field: 22000, 5001, 1000.
    package static let usualPort: UInt16 = 20_007
    /// The values of the option `connection`.
    package static let connections = ConnectionUse.allCases.map(\.rawValue)
    package static let usualConnection = ConnectionUse.kept.rawValue
    /// The longest name of the domain name system.
    static let longestHost = 253

    /// A host name, or an IPv4 or IPv6 address without brackets.
    package let host: String
    package let port: UInt16
    package let use: ConnectionUse

    /// The default port of receipt printers ("JetDirect").
    package static let printerPort: UInt16 = 9100

    /// Reads `tcp:HOST[:PORT][?connection=kept|transaction]`; an IPv6 address is in brackets.
    ///
    /// Throws `line.badAddress` or `line.badOption` with a remedy.
    package init(of address: DeviceAddress, usualPort: UInt16 = usualPort) throws(Failure) {
        guard address.scheme == "tcp", let (host, port) = Self.read(address.path[...], usualPort) else {
            throw TCPAddressError.address(address).failure
        }
        var use = ConnectionUse.kept
        for (option, value) in address.options.sorted(by: { $0.key < $1.key }) {
            guard option == "connection" else { throw TCPAddressError.option(option).failure }
            guard let known = ConnectionUse(rawValue: value) else { throw TCPAddressError.connection(value).failure }
            use = known
        }
        self.init(host: host, port: port, use: use)
    }

    init(host: String, port: UInt16, use: ConnectionUse) {
        self.host = host
        self.port = port
        self.use = use
    }

    /// Whether both mean one listener, however their addresses are written.
    package func isSameListener(as other: TCPSettings) -> Bool {
        port == other.port && (host == other.host || isOfThisMachine && other.isOfThisMachine)
    }

    private var isOfThisMachine: Bool { ["localhost", "127.0.0.1", "::1"].contains(host) }

    private static func read(_ path: Substring, _ usualPort: UInt16) -> (String, UInt16)? {
        let isBracketed = path.first == "["
        let host = isBracketed ? path.dropFirst().prefix { $0 != "]" } : path.prefix { $0 != ":" }
        var rest = path[host.endIndex...]
        if isBracketed { guard rest.popFirst() == "]" else { return nil } }
        guard (1...longestHost).contains(host.utf8.count), host.utf8.allSatisfy(isBracketed ? ofIPv6 : ofName) else {
            return nil
        }
        // Host names ignore case; the zone of an IPv6 address does not.
        let name = isBracketed ? String(host) : host.lowercased()
        guard let colon = rest.popFirst() else { return (name, usualPort) }
        guard colon == ":", let port = UInt16(rest), port > 0 else { return nil }
        return (name, port)
    }

    private static func ofName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// A byte of an IPv6 address, including the zone of a link-local one, `fe80::1%eth0`.
    private static func ofIPv6(_ byte: UInt8) -> Bool {
        ofName(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "%")
    }
}

extension TCPSettings: CustomStringConvertible {
    /// The address as text: `192.168.1.20:20007`, `[fe80::1%eth0]:20007`.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

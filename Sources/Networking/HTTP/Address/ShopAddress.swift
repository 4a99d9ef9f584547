import Foundation
import Networking

/// Where a shop is: a checked address, without a login, query or fragment.
package struct ShopAddress: Hashable, Sendable {
    package enum Scheme: String, Hashable, Sendable { case http, https }

    /// How WordPress writes the addresses of its REST interface.
    package enum Permalinks: Hashable, Sendable {
        /// Below a folder: `/wp-json/wc/v3/…`, `/index.php/wp-json/wc/v3/…`.
        case pretty(folder: String)
        /// In the query: `/?rest_route=/wc/v3/…`.
        case plain

        package static let usual = Permalinks.pretty(folder: "wp-json")
    }

    package let scheme: Scheme
    /// The host's name in lower case and ASCII (IDNA), or an IP address; one of version 6 is in brackets.
    package let host: String
    /// Nil for the scheme's own port.
    package let port: Int?
    /// The folder that WordPress is in: empty, or `/shop`; percent-encoded, without a slash at its end.
    package let folder: String
    package var permalinks: Permalinks

    init(scheme: Scheme, host: String, port: Int?, folder: String, permalinks: Permalinks) {
        self.scheme = scheme
        self.host = host
        self.port = port == scheme.port ? nil : port
        self.folder = folder
        self.permalinks = permalinks
    }

    /// The longest address that is read.
    static let longest = 1024

    /// Reads what a person types: `shop.example`, `https://shop.example/shop/`. Without a scheme it is https.
    ///
    /// - Parameter allowsHTTP: whether `http://` is permitted; one on this machine itself always is.
    package init(
        _ typed: String, permalinks: Permalinks = .usual, allowsHTTP: Bool = false
    ) throws(NetworkError) {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count <= Self.longest, !text.unicodeScalars.contains(where: Self.isForbidden) else {
            throw .site(.invalidAddress(.noURL))
        }
        let (scheme, rest) = try Self.scheme(of: text)
        guard !rest.contains("?"), !rest.contains("#") else { throw .site(.invalidAddress(.query)) }
        let authority = rest.prefix { $0 != "/" }
        guard !authority.contains("@") else { throw .site(.invalidAddress(.userInfo)) }
        guard let (host, port) = HostAndPort.read(authority), let folder = Self.folder(rest.dropFirst(authority.count))
        else { throw .site(.invalidAddress(.noURL)) }
        self.init(scheme: scheme, host: host, port: port, folder: folder, permalinks: permalinks)
        guard scheme == .https || allowsHTTP || isLoopback else { throw .site(.invalidAddress(.http)) }
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == "\\" || scalar.properties.generalCategory == .control
            || scalar.properties.generalCategory == .format
    }

    private static func scheme(of text: String) throws(NetworkError) -> (Scheme, Substring) {
        guard let mark = text.firstRange(of: "://") else { return (.https, text[...]) }
        let name = text[..<mark.lowerBound].lowercased()
        guard let scheme = Scheme(rawValue: name) else {
            throw .site(.invalidAddress(.scheme(String(name.prefix(20)))))
        }
        return (scheme, text[mark.upperBound...])
    }

    /// The folder, percent-encoded; nil for one that leads elsewhere. What a browser adds to the address of the shop's
    /// front page or REST interface is dropped.
    private static func folder(_ path: Substring) -> String? {
        var parts = path.split(separator: "/").map(String.init)
        if let end = parts.firstIndex(where: { ["wp-json", "wp-admin", "index.php"].contains($0) }) {
            parts.removeSubrange(end...)
        }
        var folder = ""
        for part in parts {
            guard let plain = part.removingPercentEncoding, plain != ".", plain != "..", !plain.contains("/") else {
                return nil
            }
            folder += "/" + PercentEncoding.encode(plain)
        }
        return folder
    }
}

extension ShopAddress.Scheme {
    var port: Int { self == .http ? 80 : 443 }
}

extension ShopAddress: CustomStringConvertible {
    /// The address as a person writes it: `https://shop.example/shop`.
    package var description: String { origin + folder }

    /// Scheme, host and port.
    var origin: String { "\(scheme.rawValue)://\(host)\(port.map { ":\($0)" } ?? "")" }
}

extension ShopAddress {
    /// Whether the host is this machine itself, so that nothing travels over a network.
    package var isLoopback: Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && !parts.contains(nil) && parts[0] == 127
    }

    /// The host and port as a person reads them.
    var place: String { host + (port.map { ":\($0)" } ?? "") }
}

/// A host with an optional port, as an address has them behind its scheme.
enum HostAndPort {
    static func read(_ authority: Substring) -> (host: String, port: Int?)? {
        let isIPv6 = authority.first == "["
        let end = isIPv6 ? authority.firstIndex(of: "]").map(authority.index(after:)) : authority.firstIndex(of: ":")
        guard end != nil || !isIPv6 else { return nil }
        let name = authority[..<(end ?? authority.endIndex)]
        let rest = authority[(end ?? authority.endIndex)...]
        guard let host = isIPv6 ? ipv6(name) : ascii(name) else { return nil }
        if rest.isEmpty { return (host, nil) }
        guard rest.first == ":", rest.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }),
            let port = Int(rest.dropFirst()), (1...65_535).contains(port)
        else { return nil }
        return (host, port)
    }

    /// The host that a parsed URL has, without brackets; nil for one that no shop has.
    static func host(of name: String?) -> String? {
        guard let name else { return nil }
        return name.contains(":") ? ipv6("[\(name)]") : ascii(Substring(name))
    }

    /// The longest name that DNS has.
    private static let longestName = 253

    private static func ascii(_ name: Substring) -> String? {
        guard !name.isEmpty, !name.contains("%"),
            let host = URLComponents(string: "https://\(name)/")?.encodedHost?.lowercased()
        else { return nil }
        let allowed = host.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let isName = labels.allSatisfy { (1...63).contains($0.utf8.count) && $0.first != "-" && $0.last != "-" }
        return allowed && isName && host.utf8.count <= longestName ? host : nil
    }

    private static func ipv6(_ name: Substring) -> String? {
        var address = in6_addr()
        let digits = String(name.dropFirst().dropLast()).lowercased()
        guard inet_pton(AF_INET6, digits, &address) == 1 else { return nil }
        return "[\(digits)]"
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

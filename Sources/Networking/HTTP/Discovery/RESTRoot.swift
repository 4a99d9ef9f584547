import Foundation
import Networking

/// The root of WordPress's REST interface as a page of the site names it, in the header `Link` with the relation
/// `https://api.w.org/`.
enum RESTRoot {
    private static let relation = "https://api.w.org/"

    /// The first target with that relation (RFC 8288 §3); nil without one.
    static func link(in header: String) -> String? {
        var rest = header[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let target = String(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
            let parameters = rest.prefix { $0 != "<" }
            if relations(parameters).contains(relation) { return target }
        }
        return nil
    }

    private static func relations(_ parameters: Substring) -> [String] {
        for parameter in parameters.split(separator: ";") {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces).lowercased() == "rel" else {
                continue
            }
            let value = parts[1].trimmingCharacters(in: [" ", "\t", ",", "\""])
            return value.split(separator: " ").map(String.init)
        }
        return []
    }

    /// The address of the shop whose REST interface has this root; nil for one at another host, or no address at all.
    /// - Parameter typed: the address under which the site was found.
    static func address(_ root: String, near typed: ShopAddress) -> ShopAddress? {
        guard let url = URL(string: root), let scheme = ShopAddress.Scheme(rawValue: url.scheme?.lowercased() ?? ""),
            let host = HostAndPort.host(of: url.host(percentEncoded: false)), host == typed.host,
            url.user == nil
        else { return nil }
        // A shop behind a proxy may believe that it is http.
        let isSame = scheme == typed.scheme || scheme == .http
        let port = isSame ? typed.port : url.port
        let parts = url.path(percentEncoded: true).split(separator: "/").map(String.init)
        let isPlain = url.query(percentEncoded: false)?.contains("rest_route=") == true
        let (folder, permalinks) = isPlain ? plain(parts) : pretty(parts, typed)
        return ShopAddress(
            scheme: isSame ? typed.scheme : scheme, host: host, port: port, folder: folder, permalinks: permalinks)
    }

    private static func plain(_ parts: [String]) -> (String, ShopAddress.Permalinks) {
        (path(parts.last == "index.php" ? parts.dropLast() : parts[...]), .plain)
    }

    /// WordPress's folder, and below it the folder of the REST interface, which a plugin may have renamed.
    private static func pretty(_ parts: [String], _ typed: ShopAddress) -> (String, ShopAddress.Permalinks) {
        let known = parts.lastIndex(of: "wp-json").map { $0 > 0 && parts[$0 - 1] == "index.php" ? $0 - 1 : $0 }
        let typedParts = typed.folder.split(separator: "/").map(String.init)
        let begin = known ?? (parts.starts(with: typedParts) ? typedParts.count : 0)
        return (path(parts[..<begin]), .pretty(folder: parts[begin...].joined(separator: "/")))
    }

    private static func path(_ parts: ArraySlice<String>) -> String { parts.map { "/" + $0 }.joined() }
}

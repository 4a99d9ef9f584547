import Foundation
import Networking

/// Decides where a redirect leads. One is followed within the same host alone, with https for http but not the reverse, with a
/// login within the folder of the shop alone, and never by a request that changes something. Nothing is sent to any other place.
struct RedirectTrail {
    private var left: Int
    private var seen: Set<String> = []
    /// What must not be left; empty for the whole host.
    private let folder: String

    /// - Parameters:
    ///   - most: how many redirects are followed.
    ///   - folder: what must not be left: `/shop`, or nothing for the whole host.
    init(atMost most: Int, within folder: String) { (left, self.folder) = (most, folder) }

    struct Step: Hashable {
        let target: RequestTarget
        let query: [QueryItem]
    }

    /// Where to ask next; nil when the answer is not a redirect.
    mutating func step(after response: Response, to request: WrittenRequest) throws(NetworkError) -> Step? {
        guard [301, 302, 303, 307, 308].contains(response.status),
            let location = response.headers["location"], !location.isEmpty
        else { return nil }
        guard let step = Self.resolve(location, at: request) else {
            throw .site(.moved(to: Self.shown(location)))
        }
        let here = request.target.url + "?" + PercentEncoding.query(Self.plain(request.query))
        let next = step.target.url + "?" + PercentEncoding.query(step.query)
        guard request.isSafe, staysAtHome(from: request.target, to: step.target) else {
            throw .site(next == here ? .redirectLoop : .moved(to: Self.shown(step.target.url)))
        }
        seen.insert(here)
        guard left > 0, !seen.contains(next) else { throw .site(.redirectLoop) }
        left -= 1
        return step
    }

    private func staysAtHome(from here: RequestTarget, to there: RequestTarget) -> Bool {
        guard here.host == there.host, isInFolder(there.path) else { return false }
        return here.scheme == .http && there.scheme == .https || here.scheme == there.scheme && here.port == there.port
    }

    /// One host may serve several sites, each in a folder, and each of other people.
    private func isInFolder(_ path: String) -> Bool {
        guard !folder.isEmpty else { return true }
        guard let plain = path.removingPercentEncoding, let folder = folder.removingPercentEncoding,
            plain == folder || plain.hasPrefix(folder + "/")
        else { return false }
        return !plain.split { "/\\".contains($0) }.contains { [".", ".."].contains($0) }
    }

    /// Nil for a location that is no http or https address, or one with a login in it.
    private static func resolve(_ location: String, at request: WrittenRequest) -> Step? {
        guard location.utf8.count <= longest, let base = URL(string: request.target.url),
            let url = URL(string: location, relativeTo: base)?.absoluteURL,
            let scheme = url.scheme.flatMap({ ShopAddress.Scheme(rawValue: $0.lowercased()) }),
            url.user == nil, url.password == nil, let host = HostAndPort.host(of: url.host(percentEncoded: false)),
            url.port.map({ (1...65_535).contains($0) }) ?? true
        else { return nil }
        let path = url.path(percentEncoded: true)
        let target = RequestTarget(scheme: scheme, host: host, port: url.port, path: path.isEmpty ? "/" : path)
        return Step(target: target, query: plain(items(url.query(percentEncoded: true) ?? "")))
    }

    /// The longest location that is followed.
    private static let longest = 8192

    static func items(_ query: String) -> [QueryItem] {
        query.split(separator: "&").compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let words = parts.map { part -> String in
                let text = String(part).replacing("+", with: " ")
                return text.removingPercentEncoding ?? text
            }
            return words.first.map { QueryItem(name: $0, value: words.count > 1 ? words[1] : "") }
        }
    }

    /// The items without those that sign a request (OAuth): a signature belongs to one address.
    private static func plain(_ items: [QueryItem]) -> [QueryItem] {
        items.filter { !$0.name.hasPrefix("oauth_") }.sorted()
    }

    /// A location as a person may see it: without its query, which may hold a secret, and not endless.
    private static func shown(_ location: String) -> String {
        let text = location.prefix { $0 != "?" && $0 != "#" }.unicodeScalars.filter {
            $0.isASCII && $0.properties.generalCategory != .control
        }
        return String(String.UnicodeScalarView(text).prefix(200))
    }
}

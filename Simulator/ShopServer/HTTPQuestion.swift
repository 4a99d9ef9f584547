import Foundation

/// A request as it came over the line.
struct HTTPQuestion: Sendable {
    let method: String
    /// The path with its query, as it was written.
    let address: String
    let headers: [(String, String)]
    let body: [UInt8]
    let isSecure: Bool

    func header(_ name: String) -> String? { headers.first { $0.0.lowercased() == name }?.1 }

    var path: String { String(address.prefix { $0 != "?" }) }

    /// The query's names and values, decoded, in their order.
    var query: [(name: String, value: String)] {
        address.drop { $0 != "?" }.dropFirst().split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
        }
    }

    private static func decoded(_ text: Substring) -> String {
        let spaced = String(text).replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }
}

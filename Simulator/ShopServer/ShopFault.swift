import Failures
import Flow

/// Something that goes wrong at the shop, and for which requests: `answer-lost,path=wc/v3/orders/*,method=PUT,times=1`.
package struct ShopFault: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case slow, dropped, duplicated, truncated, unavailable, clock, redirect
        case answerLost = "answer-lost"
        case duplicatedAnswer = "duplicated-answer"
        case tooManyRequests = "too-many-requests"
        case serverError = "server-error"
        case revokedKey = "revoked-key"
        case redirectLoop = "redirect-loop"
        case wrongCharset = "wrong-charset"
        case hugeBody = "huge-body"

        /// The example of a value in the help; nil for a fault without one.
        var example: String? {
            switch self {
            case .slow: "MILLISECONDS"
            case .tooManyRequests, .clock: "SECONDS"
            case .hugeBody: "BYTES"
            case .redirect: "URL"
            case .dropped, .duplicated, .truncated, .unavailable, .answerLost, .duplicatedAnswer, .serverError,
                .revokedKey, .redirectLoop, .wrongCharset:
                nil
            }
        }
    }

    package let kind: Kind
    /// The number after the colon; 0 for a fault without one.
    let number: Int
    /// The address after the colon.
    let text: String
    /// The path below the REST root, in which `*` stands for anything; nil for every path.
    let path: String?
    let method: String?
    /// How many requests it meets; nil for all.
    private(set) var left: Int?

    /// The names with the kinds of their values.
    package static let names = Kind.allCases.map { kind in kind.rawValue + (kind.example.map { ":\($0)" } ?? "") }

    /// The greatest values: a minute, a day, 8 GiB.
    private static func limit(_ kind: Kind) -> ClosedRange<Int> {
        switch kind {
        case .slow: 0...60_000
        case .clock: -86_400...86_400
        case .hugeBody: 1...(8 << 30)
        default: 0...86_400
        }
    }

    /// Throws `simulator.badFault` when there is no such fault.
    package init(name: String) throws(Failure) {
        let parts = name.split(separator: ",").map(String.init)
        let words = (parts.first ?? "").split(separator: ":", maxSplits: 1).map(String.init)
        guard let kind = Kind(rawValue: words.first ?? "") else {
            throw Self.unknown(name, "faults are \(Self.names.joined(separator: ", "))")
        }
        self.kind = kind
        text = words.count > 1 ? words[1] : ""
        if let example = kind.example, text.isEmpty {
            throw Self.unknown(name, "\(kind.rawValue) needs a value, as in \(kind.rawValue):\(example)")
        }
        number = kind.example == nil || kind == .redirect ? 0 : Int(text) ?? .min
        guard Self.limit(kind).contains(number), kind.example != nil || words.count == 1 else {
            throw Self.unknown(name, "\(kind.rawValue) has no value \(text)")
        }
        guard kind != .redirect || text.hasPrefix("http") else { throw Self.unknown(name, "redirect needs an address") }
        var (path, method, times): (String?, String?, Int?) = (nil, nil, nil)
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            switch (pair.first, pair.count) {
            case ("path", 2): path = pair[1]
            case ("method", 2): method = pair[1].uppercased()
            case ("times", 2):
                guard let count = Int(pair[1]), count > 0 else { throw Self.unknown(name, "times is a number") }
                times = count
            default: throw Self.unknown(name, "\(part) is neither path=, method= nor times=")
            }
        }
        (self.path, self.method, left) = (path, method, times)
    }

    private static func unknown(_ name: String, _ why: String) -> Failure {
        Failure(SimulatorFailure.badFault, "There is no fault \(name): \(why).", recovery: .giveUp)
    }

    func meets(_ method: String, _ path: String) -> Bool {
        (self.method.map { $0 == method } ?? true) && (self.path.map { Self.fits(path[...], $0[...]) } ?? true)
    }

    /// Whether a path fits a pattern. Each star takes as little as it can, so the effort is bounded by the lengths.
    static func fits(_ path: Substring, _ pattern: Substring) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return path == pattern }
        guard path.hasPrefix(first) else { return false }
        var rest = path.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }

    /// Takes one of its times. Nil when that was the last.
    func used() -> ShopFault? {
        guard let left else { return self }
        guard left > 1 else { return nil }
        var rest = self
        rest.left = left - 1
        return rest
    }
}

import Foundation

/// What wrk prints.
enum WrkReport {
    /// The latency of this share, as in `99%    1.23ms`; nil if it is not there.
    static func milliseconds(of share: String, in text: String) -> Double? {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, words[0] == share else { continue }
            for (unit, factor) in [("us", 0.001), ("ms", 1), ("s", 1_000)] where words[1].hasSuffix(unit) {
                if let number = Double(words[1].dropLast(unit.count)) { return number * factor }
            }
        }
        return nil
    }

    /// Requests a second; nil if it is not there.
    static func rate(in text: String) -> Double? {
        let line = text.split(separator: "\n").first { $0.hasPrefix("Requests/sec:") }
        return line?.split(separator: " ").last.flatMap { Double($0) }
    }
}

import Flow

/// Durations of one kind of work, in nanoseconds.
struct Samples {
    private(set) var sorted: [Int64]

    init(_ nanoseconds: [Int64]) { sorted = nanoseconds.sorted() }

    /// The smallest duration that this share of all samples does not exceed.
    func quantile(_ share: Double) -> Double {
        let rank = Int((share * Double(sorted.count)).rounded(.up))
        return Double(sorted[min(max(rank, 1), sorted.count) - 1])
    }

    var p50: Double { quantile(0.5) }
    var p99: Double { quantile(0.99) }
    var p999: Double { quantile(0.999) }
    var longest: Double { quantile(1) }

    static func + (one: Samples, other: Samples) -> Samples { Samples(one.sorted + other.sorted) }
}

/// Measures durations by the machine's clock.
struct Stopwatch {
    let uptime: @Sendable () -> Uptime

    func nanoseconds(_ work: () throws -> Void) rethrows -> Int64 {
        let start = uptime()
        try work()
        return (uptime() - start).wholeNanoseconds
    }

    /// The cost of one repetition: the best of `rounds` means, because other programs only add time.
    func best(of rounds: Int, repetitions: Int, _ work: () throws -> Void) rethrows -> Double {
        var best = Double.infinity
        for _ in 0..<rounds {
            let span = try nanoseconds { for _ in 0..<repetitions { try work() } }
            best = min(best, Double(span) / Double(repetitions))
        }
        return best
    }
}

/// The system did not allow a benchmark to run.
struct BenchmarkFailed: Error, CustomStringConvertible {
    let description: String
}

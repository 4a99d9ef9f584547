import Flow

/// Decides at the choice points of one run, according to a list of departures or a seed.
///
/// A world asks on only one thread, so that it gets the same answers in each run.
package final class Choices: @unchecked Sendable {  // guards: asked by the one thread that drives its world
    package struct Met: Hashable, Sendable {
        package let point: ChoicePoint
        package let occurrence: Int
    }

    private enum Source {
        case departures([Met: Int])
        case seed(SeededGenerator)
    }

    private var source: Source
    private var occurrences = [Int](repeating: 0, count: ChoicePoint.allCases.count)
    /// Whether faults have stopped: everything is usual from here on, and nothing is counted.
    package var isCalm = false
    /// Every choice point that was met, in order.
    package private(set) var met: [Met] = []
    /// How often each choice point was met.
    package var points: [ChoicePoint: Int] {
        Dictionary(
            uniqueKeysWithValues: ChoicePoint.allCases.map { ($0, occurrences[$0.index]) }.filter { $0.1 > 0 })
    }
    /// The departures taken, in order.
    package private(set) var taken: [Departure] = []

    package init(_ departures: [Departure]) {
        source = .departures(
            Dictionary(
                departures.map { (Met(point: $0.point, occurrence: $0.occurrence), $0.option) },
                uniquingKeysWith: { first, _ in first }))
        met.reserveCapacity(256)
    }

    package init(seed: UInt64) { source = .seed(SeededGenerator(seed: seed)) }

    /// Chooses an option.
    package func choose(_ point: ChoicePoint) -> Int {
        guard !isCalm else { return 0 }
        let index = point.index
        occurrences[index] += 1
        let met = Met(point: point, occurrence: occurrences[index])
        self.met.append(met)
        let option = option(at: met)
        if option != 0 { taken.append(Departure(met.point, met.occurrence, option)) }
        return option
    }

    private func option(at met: Met) -> Int {
        switch source {
        case .departures(let departures): return departures.isEmpty ? 0 : departures[met] ?? 0
        case .seed(var generator):
            defer { source = .seed(generator) }
            let draw = generator.next()
            guard draw % 1_000 < met.point.perMille else { return 0 }
            return 1 + Int((draw >> 32) % UInt64(met.point.count - 1))
        }
    }
}

extension ChoicePoint {
    fileprivate var index: Int { Self.indices[self] ?? 0 }
    private static let indices = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    /// The probability in per mille that a random run departs at this point, so low that a run has only a few
    /// departures.
    fileprivate var perMille: UInt64 {
        switch self {
        case .commit, .send, .receive, .print: 6
        case .afterBreak, .unacknowledged, .undoing, .meanwhile, .stale: 450
        case .between, .person, .card, .sequence, .slips, .failureSlip: 150
        case .cashier: 15
        default: 80
        }
    }
}

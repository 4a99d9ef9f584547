import Foundation

/// The peak memory of a whole demonstration: till, simulated terminal and printer in one process. The highest of several
/// runs.
struct Memory: Benchmark {
    static let name = "till_demo_"
    static let rounds = 3

    let place: Workplace
    init(_ place: Workplace) { self.place = place }

    func figures() throws -> [Figure] {
        let till = try place.program("till")
        let peaks = try (1...Self.rounds).map { round in
            let folder = "\(place.folder)/demo-\(round)"
            return try place.peakMemory(of: till, ["demo", "--data", "\(folder)/data", "--out", folder])
        }
        return [Figure(name: Self.name + "peak", value: Double(peaks.max() ?? 0) / 1e6, unit: "MB", goal: .atMost(60))]
    }
}

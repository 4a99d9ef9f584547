import Flow
import Foundation
import Simulator
import Testing

/// A part of the cuts of one story: each single cut, and pairs that are drawn from a seed.
struct ShopColumn: Sendable, CustomTestStringConvertible {
    /// How many cuts each story has: 8,000 with `TILL_FAULTS=all`, or as many as it says.
    static let cutsOfAStory: Int = {
        let wanted = ProcessInfo.processInfo.environment["TILL_FAULTS"]
        return wanted == "all" ? 8_000 : wanted.flatMap { Int($0) } ?? usualCutsOfAStory
    }()
    private static let usualCutsOfAStory = 345
    /// Whether the table is at least as large as usual.
    static var isWhole: Bool { cutsOfAStory >= usualCutsOfAStory }
    private static let parts = 2
    private static let longestDistance = 12

    static let all = ShopStory.all.enumerated().flatMap { number, story in
        (0..<parts).map { ShopColumn(story: story, number: number, part: $0) }
    }

    let story: ShopStory
    let number: Int
    let part: Int

    var testDescription: String { "\(story), part \(part + 1)" }

    /// A bound of the attempts, for stories in which many second cuts never come.
    private var mostAttempts: Int { 3 * Self.cutsOfAStory / Self.parts }

    /// Single cuts from everywhere, so that at least two fifths of the cuts are pairs.
    private func sample(of singles: [ShopCut]) -> [ShopCut] {
        let count = min(singles.count, Self.cutsOfAStory / Self.parts * 3 / 5)
        return (0..<count).map { singles[$0 * singles.count / count] }
    }

    func run() throws -> ShopTally {
        var tally = ShopTally(name: testDescription)
        let uncut = try ShopRun(story)
        tally.add(uncut)
        let all = Self.singles(uncut.plan.deeds, number)
        let singles = all.enumerated().filter { $0.offset % Self.parts == part }.map(\.element)
        for cut in sample(of: singles) { tally.add(try ShopRun(story, [cut])) }
        var chance = SeededGenerator(seed: UInt64(number * Self.parts + part + 1))
        var drawn: Set<[ShopCut]> = []
        for _ in 0..<mostAttempts where tally.cuts < Self.cutsOfAStory / Self.parts {
            guard let first = singles.randomElement(using: &chance) else { break }
            let cuts = [first, Self.second(after: first, all, &chance)]
            guard drawn.insert(cuts).inserted else { continue }
            tally.add(try ShopRun(story, cuts, seed: UInt64.random(in: 1...1_000, using: &chance)))
        }
        return tally
    }

    /// A second cut: one of the single ones further on, or one of what is done again because of the first.
    private static func second(after first: ShopCut, _ all: [ShopCut], _ chance: inout SeededGenerator) -> ShopCut {
        let later = all.filter { $0.place > first.place }
        if let cut = later.randomElement(using: &chance), Int.random(in: 0..<4, using: &chance) > 0 { return cut }
        let kind = ShopCutKind.allCases.randomElement(using: &chance) ?? .tillDies
        return ShopCut(place: first.place + Int.random(in: 1...longestDistance, using: &chance), kind: kind)
    }

    /// Each exchange with a shop is cut in every way, each transaction of the storage by the till's death, and every fifth
    /// telegram, which the crash table cuts all, in one way.
    static func singles(_ deeds: [Deed], _ number: Int) -> [ShopCut] {
        let ofTheTill: [ShopCutKind] = [.tillDies, .tillDiesWithin, .powerFails, .lineLost]
        return deeds.enumerated().flatMap { place, deed -> [ShopCut] in
            let kinds: [ShopCutKind]
            switch deed {
            case .ask: kinds = ShopCutKind.allCases
            case .commit: kinds = place % 2 == 0 ? [.tillDies] : [.tillDies, .powerFails]
            case .send, .receive, .print:
                kinds = (place + number) % 5 == 0 ? [ofTheTill[(place / 5) % ofTheTill.count]] : []
            }
            return kinds.filter { $0.concerns(deed) }.map { ShopCut(place: place + 1, kind: $0) }
        }
    }
}

/// How many cuts there were, and what was wrong.
struct ShopTally: CustomStringConvertible {
    let name: String
    /// The distinct cuts and pairs of cuts that have come.
    private(set) var cuts = 0
    /// Runs in which a cut never came.
    private(set) var misses = 0
    private(set) var violations: [String] = []

    init(name: String) { self.name = name }

    mutating func add(_ run: ShopRun) {
        violations += run.violations.map { "\(run): \($0)" }
        guard !run.cuts.isEmpty else { return }
        if run.isWhole { cuts += 1 } else { misses += 1 }
    }

    var description: String { "\(name): \(cuts) cuts, \(misses) more never came, \(violations.count) violations" }
}

import Flow
import Foundation
import Glibc
import Stores
import Testing

/// Real processes killed as often as one likes (`scripts/soak`): each kill in a kiosk of its own, at a step and in front
/// of a terminal drawn from the seed.
@Suite(.enabled(if: Soak.kills > 0, "only in scripts/soak"))
struct SoakTests {
    @Test(arguments: 0..<max(Soak.kills, 1))
    func whoeverIsKilledChargesOnceAndLosesNothing(_ number: Int) async throws {
        var chance = SeededGenerator(seed: Soak.seed &* 1_000_003 &+ UInt64(number))
        let death = try #require(KillTests.deaths.randomElement(using: &chance))
        try await Kiosk.run { kiosk in
            let killed = try await KillTests.kill(death, in: kiosk)
            let next = try await kiosk.pay()
            let journal = try kiosk.terminalJournal()
            let wasFound = next.code == 8
            print("soak: \(journal.requests.count) payments, \(wasFound ? "found" : "charged-next"), \(death)")
            #expect(wasFound || next.code == 0, "\(killed)\n\(next)\n\(journal.entries)")
            #expect(journal.standingCharges.count == 1)
            #expect(wasFound ? journal.requests.count == 1 : journal.standingCharges == journal.charges.suffix(1))
            #expect(try await kiosk.why().final)
            try await kiosk.expectTheTruth(charges: 1, next)
            try KillTests.expectOneUnmarkedPrint(of: kiosk)
        }
    }
}

/// What scripts/soak asks for.
private enum Soak {
    static let kills = ProcessInfo.processInfo.environment["TILL_SOAK_KILLS"].flatMap { Int($0) } ?? 0
    static let seed = ProcessInfo.processInfo.environment["TILL_SOAK_SEED"].flatMap { UInt64($0) } ?? 1
}

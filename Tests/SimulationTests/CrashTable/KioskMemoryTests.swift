import Flow
import Simulator
import Storage
import Testing

/// The tables play tens of thousands of kiosks in one process: none may stay in memory after its end.
@Suite struct KioskMemoryTests {
    private final class Watched {
        weak var world: VirtualWorld?
    }

    @Test(arguments: CutKind.allCases, [nil, 3, 9, 17, 30])
    func nothingOfAKioskIsLeftWhenItIsEnded(_ cut: CutKind, _ deed: Int?) throws {
        let watched = Watched()
        try scoped {
            let run = CrashCase(kind: .approve, reading: .resultOnly, cut: cut, terminalState: .idle)
            let played = try CrashRun(run, at: deed.map { CutPoint(deed: $0) })
            watched.world = played.kiosk.world
            #expect(played.violations.isEmpty)
        }
        #expect(watched.world == nil)
    }

    /// A scope of its own, so that everything created in it is released at its end.
    @inline(never)
    private func scoped(_ work: () throws -> Void) rethrows { try work() }
}

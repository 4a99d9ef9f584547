import Flow
import Model
import Testing

@testable import Simulator

/// A million worlds are played in one process: none may stay in memory when it is over.
@Suite struct WorldMemoryTests {
    private final class Watched {
        weak var world: VirtualWorld?
    }

    /// Plays these departures in a world that is watched.
    private func play(_ departures: [String]) throws -> Watched {
        let kiosk = try WorldKiosk(
            Choices(departures.compactMap { Departure($0) }), seed: 1, on: .stream(.kept), shelf: .memory,
            hasTwin: false, keepsLog: false)
        let watched = Watched()
        watched.world = kiosk.world
        var player = WorldPlayer(kiosk)
        try player.perform(try #require(WorldStory("pay 1042 a, end-day, reverse a")))
        player.calmDown()
        kiosk.end()
        return watched
    }

    @Test(arguments: [
        [], ["till.commit#3=1"], ["till.send#5=1"], ["till.receive#7=1"], ["till.receive#9=3", "till.send#9=1"],
        ["till.receive#12=2"], ["till.print#1=1"],
    ])
    func nothingOfAWorldIsLeftWhenItIsOver(_ departures: [String]) throws {
        #expect(try play(departures).world == nil)
    }
}

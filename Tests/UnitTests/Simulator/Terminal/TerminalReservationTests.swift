import Testing

@testable import Simulator

@Suite struct TerminalReservationTests {
    private static let reserve = hex("06 22 0A 04 00 00 00 00 50 00 49 09 78")
    private static let question = hex("06 23 03 87 FF FF")

    private static func reserved(_ scenario: TerminalScenario = TerminalScenario(), times: Int = 1) -> TerminalBench {
        var bench = TerminalBench.registered(scenario)
        for _ in 0..<times { bench.converse(reserve) }
        return bench
    }

    @Test func aReservationChargesNothingAndPrintsNothing() {
        var bench = TerminalBench.registered(TerminalScenario())
        let telegrams = bench.converse(Self.reserve)
        #expect(bench.events == [.requested, .reserved, .confirmed])
        #expect(bench.oracle.netCharged() == 0)
        #expect(telegrams.telegrams(0x06D3).isEmpty)
        #expect(bench.converse(Self.question).last == hex("06 1E 04 B8 87 00 01"))
    }

    @Test func theUsedPartIsBookedAndTheRestIsFree() {
        var bench = Self.reserved()
        bench.converse(hex("06 24 0A 87 00 01 04 00 00 00 00 12 50"))
        #expect(bench.oracle.netCharged() == 1250)
        #expect(bench.converse(Self.question).last == hex("06 1E 04 B8 87 FF FF"))
    }

    @Test func theUnusedPartIsFreedAndTheRestIsBooked() {
        var bench = Self.reserved()
        bench.converse(hex("06 23 0A 87 00 01 04 00 00 00 00 12 50"))
        #expect(bench.events.suffix(3) == [.requested, .released, .confirmed])
        #expect(bench.oracle.netCharged() == 3750)
        #expect(bench.oracle.openReservations.isEmpty)
    }

    @Test func aReservationIsFreedWhole() {
        var bench = Self.reserved()
        #expect(bench.converse(hex("06 25 03 87 00 01")).controls.last == "060F")
        #expect(bench.oracle.netCharged() == 0)
        #expect(bench.oracle.openReservations.isEmpty)
        #expect(bench.converse(hex("06 25 03 87 00 01")).last == hex("06 1E 01 B8"))
    }

    @Test(arguments: [
        ("06 24 0A 87 00 01 04 00 00 00 00 50 01", "06 1E 01 B7"),
        ("06 23 0A 87 00 01 04 00 00 00 00 00 00", "06 1E 01 B7"), ("06 24 03 87 00 01", "06 1E 01 B7"),
        ("06 25 0A 87 00 01 04 00 00 00 00 49 99", "06 1E 01 B7"),
        ("06 24 0A 87 00 02 04 00 00 00 00 12 50", "06 1E 01 B8"),
        ("06 30 06 00 00 00 87 00 01", "06 1E 01 B5"),
    ])
    func whatDoesNotFitTheReservationIsRefused(_ command: String, _ end: String) {
        var bench = Self.reserved()
        #expect(bench.converse(hex(command)).last == hex(end))
        #expect(bench.oracle.netCharged() == 0)
        #expect(bench.oracle.openReservations.count == 1)
    }

    @Test func severalAreToldTogetherOrOneByOne() {
        var bench = Self.reserved(times: 2)
        #expect(bench.converse(Self.question).last == hex("06 1E 10 B8 87 00 01 06 0A 23 08 08 02 00 01 08 02 00 02"))
        var scenario = TerminalScenario()
        scenario.listsReservations = false
        var other = TerminalBench(scenario, journal: bench.journal)
        #expect(other.converse(Self.question).last == hex("06 1E 04 B8 87 00 01"))
    }

    @Test func aBookedReservationIsReversedLikeAPayment() {
        var bench = Self.reserved()
        bench.converse(hex("06 24 0A 87 00 01 04 00 00 00 00 12 50"))
        bench.converse(hex("06 30 06 00 00 00 87 00 02"))
        #expect(bench.oracle.netCharged() == 0)
    }

    @Test func aReservationWhoseResultWasNotTakenIsFree() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converseUntilResult(Self.reserve)
        bench.pass(.seconds(31))
        #expect(bench.events.last == .reversed)
        #expect(bench.oracle.openReservations.isEmpty)
    }
}

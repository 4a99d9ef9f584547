import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// What a screen shows while terminals end their days.
@Suite struct EndOfDayDisplayTests {
    private let one = Counter.terminal
    private let other = DeviceAddress(scheme: "test", path: "other reader")
    private static let progress = TerminalProgress(.waitingForHost)

    private func shown(_ events: EndOfDayProgress...) -> [String] {
        var state = EndOfDayState()
        for event in events { state.reduce(event) }
        let screen = RecordedScreen()
        state.show(on: screen)
        return screen.lines
    }

    @Test func eachTerminalIsShownUntilItsEndOfDayIsOver() {
        #expect(shown() == ["idle"])
        #expect(shown(.began(one)) == shown(.began(other)) && shown(.began(one)).count == 1)
        #expect(shown(.began(one), .began(other)).count == 2)
        #expect(shown(.began(one), .began(other), .ended(one)) == shown(.began(other)))
        #expect(shown(.began(one), .ended(one)) == ["idle"])
        #expect(shown(.began(one), .ended(other)) == shown(.began(one)))
    }

    @Test func theTerminalsOwnProgressIsShownOnlyInBetween() {
        let during = shown(.began(one), .shows(one, Self.progress))
        #expect(during.count == 1 && during != shown(.began(one)))
        #expect(shown(.began(one), .shows(other, Self.progress)) == shown(.began(one)))
        #expect(shown(.shows(one, Self.progress)) == ["idle"])
        #expect(shown(.began(one), .ended(one), .shows(one, Self.progress)) == ["idle"])
    }
}

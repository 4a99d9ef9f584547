import Flow
import Hardware
import Synchronization
import Testing

@testable import Stores

/// State tells a screen how the payment goes.
@Suite struct PaymentDisplayTests {
    private final class Screen: PaymentScreen, Sendable {
        private let shown = Mutex<[String]>([])
        var lines: [String] { shown.withLock { $0 } }
        private func add(_ line: String) { shown.withLock { $0.append(line) } }
        func showIdle() { add("idle") }
        func showProgress(_ words: String) { add(words) }
        func showChecking(_ words: String) { add("! \(words)") }
        func showEnd(_ outcome: String) { add(outcome) }
    }

    @Test func aScreenIsToldEachThingTheTerminalShowsInOrder() {
        let world = VirtualWorld()
        let display = PaymentDisplayStore(root: StateStore.till(in: world.environment))
        let screen = Screen()
        let subscription = display.reading.subscribe { $0.show(on: screen) }
        display.began()
        display.noticed(.phase(.authorising))
        display.noticed(.shows(TerminalProgress(code: 0x0A, text: "Insert card")))
        display.ended(.cancelled(code: 0x6C))
        world.run()
        #expect(screen.lines == ["idle", "Preparing the terminal", "Follow the terminal", "Insert card", "cancelled"])
        subscription.cancel()
    }

    @Test func whileCheckingNobodyIsToldToPay() {
        let world = VirtualWorld()
        let display = PaymentDisplayStore(root: StateStore.till(in: world.environment))
        display.began()
        display.noticed(.phase(.checking))
        display.noticed(.shows(TerminalProgress(code: 0x0A, text: "Insert card")))
        world.run()
        let screen = Screen()
        display.reading.current.show(on: screen)
        #expect(screen.lines == ["! Insert card"])
    }

    @Test func theRootKnowsThatAPaymentRuns() {
        let world = VirtualWorld()
        let root = StateStore.till(in: world.environment)
        let display = PaymentDisplayStore(root: root)
        display.began()
        world.run()
        #expect(root.state.isCollecting)
        display.ended(.cancelled(code: 0x6C))
        world.run()
        #expect(!root.state.isCollecting && root.state.ended == ["cancelled": 1])
    }
}

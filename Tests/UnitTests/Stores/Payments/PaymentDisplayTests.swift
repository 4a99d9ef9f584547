import Flow
import Hardware
import Model
import Synchronization
import Testing

@testable import Stores
@testable import Payments

/// The till's state tells a screen how the payment proceeds.
@Suite struct PaymentDisplayTests {
    private final class Screen: PaymentScreen, Sendable {
        private let language: OperatorLanguage
        private let shown = Mutex<[String]>([])
        init(_ language: OperatorLanguage = .en) { self.language = language }
        var lines: [String] { shown.withLock { $0 } }
        private func add(_ line: String) { shown.withLock { $0.append(line) } }
        func showIdle() { add("idle") }
        func showProgress(_ words: Sentence) { add(words.text(in: language)) }
        func showGoods(of payment: PaymentID, _ amount: Money) { add("goods \(payment) \(amount)") }
        func showChecking(_ words: Sentence) { add("! " + words.text(in: language)) }
        func showEnd(_ outcome: String) { add(outcome) }
    }

    @Test func aScreenIsToldEachThingTheTerminalShowsInOrder() {
        let world = VirtualWorld()
        let display = PaymentDisplayStore(root: StateStore.till(in: world.environment))
        let screen = Screen()
        let subscription = display.reading(of: .counter).subscribe { $0.show(on: screen) }
        display.began(on: .counter)
        display.noticed(.phase(.authorising), on: .counter)
        display.noticed(.shows(TerminalProgress(.presentCard, text: "Insert card")), on: .counter)
        display.ended(.cancelled(code: 0x6C), on: .counter)
        world.run()
        #expect(screen.lines == ["idle", "Preparing the terminal", "Follow the terminal", "Insert card", "cancelled"])
        subscription.cancel()
    }

    /// The terminal's own text is shown without translation.
    @Test func aCodeAloneIsWordedInTheScreensLanguageWithWhatIsToBeDone() {
        let world = VirtualWorld()
        let display = PaymentDisplayStore(root: StateStore.till(in: world.environment))
        let screen = Screen(.de)
        let subscription = display.reading(of: .counter).subscribe { $0.show(on: screen) }
        display.began(on: .counter)
        display.noticed(.phase(.authorising), on: .counter)
        for progress in [
            TerminalProgress(.presentCard), TerminalProgress(.cardUnreadable),
            TerminalProgress(.cardUnreadable, text: "PIN?"),
        ] {
            display.noticed(.shows(progress), on: .counter)
        }
        world.run()
        #expect(
            screen.lines == [
                "idle", "Das Terminal wird vorbereitet", "Bitte die Anzeige des Terminals beachten",
                "Bitte Karte vorhalten oder einstecken", "Karte nicht lesbar. Bitte noch einmal versuchen.", "PIN?",
            ])
        subscription.cancel()
    }

    @Test func whileCheckingNobodyIsToldToPay() {
        let world = VirtualWorld()
        let display = PaymentDisplayStore(root: StateStore.till(in: world.environment))
        display.began(on: .counter)
        display.noticed(.phase(.checking), on: .counter)
        display.noticed(.shows(TerminalProgress(.presentCard, text: "Insert card")), on: .counter)
        world.run()
        let screen = Screen()
        display.reading(of: .counter).current.show(on: screen)
        #expect(screen.lines == ["! Insert card"])
    }

    @Test func theRootKnowsThatAPaymentRuns() {
        let world = VirtualWorld()
        let root = StateStore.till(in: world.environment)
        let display = PaymentDisplayStore(root: root)
        display.began(on: .counter)
        world.run()
        #expect(root.state.collecting == 1)
        display.ended(.cancelled(code: 0x6C), on: .counter)
        world.run()
        #expect(root.state.collecting == 0 && root.state.ended == ["cancelled": 1])
    }

    @Test func eachTerminalShowsItsOwnPayment() {
        let world = VirtualWorld()
        let root = StateStore.till(in: world.environment)
        let display = PaymentDisplayStore(root: root)
        for terminal in [DeviceAddress.counter, .window] { display.began(on: terminal) }
        display.noticed(.phase(.checking), on: .window)
        display.ended(.cancelled(code: 0x6C), on: .counter)
        world.run()
        let (counter, window) = (Screen(), Screen())
        display.reading(of: .counter).current.show(on: counter)
        display.reading(of: .window).current.show(on: window)
        #expect(counter.lines == ["cancelled"])
        #expect(window.lines == ["! Checking with the terminal. Do not pay again"])
        #expect(root.state.collecting == 1)
    }
}

extension DeviceAddress {
    fileprivate static let counter = DeviceAddress(scheme: "tcp", path: "192.168.1.20")
    fileprivate static let window = DeviceAddress(scheme: "serial", path: "/dev/ttyUSB0")
}

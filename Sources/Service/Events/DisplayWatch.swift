import Flow
import Foundation
import Hardware
import Model
import Stores
import Synchronization

/// What the terminals show now, for all listeners with one language. Only the last of each is kept, and sent anew as a whole after
/// a gap.
final class DisplayWatch: Sendable {
    /// What one terminal shows.
    struct Shown: Hashable, Sendable {
        /// `idle`, `progress`, `goods`, `checking` or `ended`.
        var state: String
        /// For a person, in the listeners' language.
        var text: String?
        /// The payment whose goods are to be given.
        var payment: String?
    }

    /// What is shown for less is not told: each change wakes all the listeners.
    private static let glance = Duration.milliseconds(50)

    /// The events that tell of it.
    let latest: LatestEvents<Shown>
    private let subscriptions: [Subscription]

    init(_ terminals: [(address: DeviceAddress, payment: Reading<any KnowsThePayment>)], in language: OperatorLanguage)
    {
        let latest = LatestEvents<Shown>(of: terminals.map(\.address)) { Self.event($0, $1) }
        subscriptions = terminals.map { address, payment in
            payment.coalesced(every: Self.glance).subscribe { knower in
                let screen = Screen(language: language)
                knower.show(on: screen)
                if let now = screen.shown.withLock({ $0 }) { latest.show([address: now]) }
            }
        }
        self.latest = latest
    }

    deinit { for subscription in subscriptions { subscription.cancel() } }

    private static func event(_ terminal: DeviceAddress, _ display: Shown) -> [UInt8] {
        ServerSentEvent.bytes("display", Display(reader: terminal.description, display: display))
    }

    private struct Display: Encodable {
        let reader: String
        let state: String
        let text: String?
        let payment: String?

        init(reader: String, display: Shown) {
            self.reader = reader
            (state, text, payment) = (display.state, display.text, display.payment)
        }
    }

    private final class Screen: PaymentScreen {
        let shown = Mutex<Shown?>(nil)
        private let language: OperatorLanguage

        init(language: OperatorLanguage) { self.language = language }

        func showIdle() { show("idle") }
        func showProgress(_ words: Sentence) { show("progress", words) }
        func showGoods(of payment: PaymentID, _ amount: Money) { show("goods", payment: payment) }
        func showChecking(_ words: Sentence) { show("checking", words) }
        func showEnd(_ outcome: String) { show("ended") }

        private func show(_ state: String, _ words: Sentence? = nil, payment: PaymentID? = nil) {
            let text = words?.text(in: language).presentable
            shown.withLock { $0 = Shown(state: state, text: text, payment: payment?.rawValue) }
        }
    }
}

import Flow
import Foundation
import Hardware
import Model
import Stores
import Synchronization

/// What the terminals show now, for one listener. Only the last of each is kept, and sent anew as a whole after a gap.
final class DisplayWatch: Sendable {
    /// What one terminal shows.
    struct Shown: Hashable, Encodable, Sendable {
        /// `idle`, `progress`, `goods`, `checking` or `ended`.
        var state: String
        /// For a person, in the listener's language.
        var text: String?
        /// The payment whose goods are to be given.
        var payment: String?
    }

    private let shown = Mutex<[DeviceAddress: Shown]>([:])
    private let subscriptions: Mutex<[Subscription]>

    /// - Parameter changed: called after each change. It must not wait.
    init(
        _ terminals: [(address: DeviceAddress, payment: Reading<any KnowsThePayment>)], in language: OperatorLanguage,
        changed: @escaping @Sendable () -> Void
    ) {
        subscriptions = Mutex([])
        let made = terminals.map { address, payment in
            payment.subscribe { [weak self] knower in
                let screen = Screen(language: language)
                knower.show(on: screen)
                guard let now = screen.shown.withLock({ $0 }) else { return }
                let isNew = self?.shown.withLock { $0.updateValue(now, forKey: address) != now } ?? false
                if isNew { changed() }
            }
        }
        subscriptions.withLock { $0 = made }
    }

    deinit { for subscription in subscriptions.withLock({ $0 }) { subscription.cancel() } }

    /// What each terminal shows.
    var current: [DeviceAddress: Shown] { shown.withLock { $0 } }

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

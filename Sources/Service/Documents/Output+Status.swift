import Foundation
import Payments
import Stores

extension Output {
    /// The document of `till status --json`. Times of phases are in milliseconds.
    package struct Status: Encodable {
        struct Takings: Encodable {
            let currency: String
            let payments: Int
            let taken: String
            let takenMinor: Int64
            let returns: Int
            let givenBack: String
            let givenBackMinor: Int64
        }

        struct Times: Encodable {
            let phase: String
            let count: Int
            let p50: Int64
            let p95: Int64
        }

        struct Doubt: Encodable {
            let payment: String
            let amount: String
            let amountMinor: Int64
            let currency: String
            let terminal: String
            let since: Date
        }

        struct Waiting: Encodable {
            let count: Int
            let oldest: Date?

            init(_ waiting: TillStatus.Waiting) { (count, oldest) = (waiting.count, waiting.oldest) }
        }

        struct Device: Encodable {
            let address: String
            let at: Date
            let state: String
            let failure: String?

            init(_ device: TillStatus.LastActivity) {
                (address, at, state) = (device.address, device.at, device.state)
                failure = device.trouble?.code
            }
        }

        let asOf: Date
        let since: Date
        let takings: [Takings]
        let outcomes: [String: Int]
        let times: [Times]
        let doubts: [Doubt]
        let waitingPrints: Waiting
        let waitingNews: Waiting
        let refusedNews: Int
        let waitingMails: Waiting
        let terminals: [Device]
        let printers: [Device]
        let restoredFrom: Date?
        let kioskSilentSince: Date?
        /// True if no page has answered since the service began; absent otherwise.
        let kioskPageMissing: Bool?

        package init(_ status: TillStatus) {
            (asOf, since) = (status.asOf, status.since)
            takings = status.takings.map {
                Takings(
                    currency: $0.currency.code, payments: $0.payments, taken: $0.taken.formatted(),
                    takenMinor: $0.taken.minorUnits, returns: $0.returns, givenBack: $0.givenBack.formatted(),
                    givenBackMinor: $0.givenBack.minorUnits)
            }
            outcomes = Dictionary(uniqueKeysWithValues: status.outcomes.map { ($0.outcome.word, $0.count) })
            times = status.times.map { Times(phase: $0.phase.rawValue, count: $0.count, p50: $0.p50, p95: $0.p95) }
            doubts = status.doubts.map {
                Doubt(
                    payment: $0.payment.rawValue, amount: $0.amount.formatted(), amountMinor: $0.amount.minorUnits,
                    currency: $0.amount.currency.code, terminal: $0.terminal, since: $0.since)
            }
            waitingPrints = Waiting(status.waitingPrints)
            waitingNews = Waiting(status.waitingNews)
            refusedNews = status.refusedNews
            waitingMails = Waiting(status.waitingMails)
            terminals = status.terminals.map(Device.init)
            printers = status.printers.map(Device.init)
            restoredFrom = status.restoredFrom
            kioskSilentSince = status.kioskPage?.since
            kioskPageMissing = status.kioskPage?.isMissing == true ? true : nil
        }
    }
}

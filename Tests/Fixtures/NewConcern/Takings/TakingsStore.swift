import Flow
import Foundation
import Model
import Storage

/// Figures about what this till has taken.
package final class TakingsStore: Store {
    package typealias Handled = TakingsAction

    private let environment: Environment
    private let takings: Takings
    private let lookUp: Lookup<Date, [Money]>

    init(environment: Environment, storage: any StorageManagerType, root: StateStore<TillState, TillEvent>) {
        self.environment = environment
        takings = Takings(storage: storage)
        lookUp = Lookup(environment: environment, root: root)
    }

    package func onAction(_ action: TakingsAction) {
        switch action {
        case .takings(let since, let reply):
            let (takings, lookUp) = (takings, lookUp)
            environment.answer(reply, "takings") { () throws(Failure) in
                try await lookUp(since, validity: .lasting(.seconds(60))) { _ throws(Failure) in
                    try takings.sums(since: since)
                }
            }
        }
    }
}

/// Sums over the payments in storage.
private struct Takings: Sendable {
    /// More than a till takes in a month.
    private static let most = 100_000

    let storage: any StorageManagerType

    func sums(since: Date) throws(Failure) -> [Money] {
        try storage.reading { reader in
            var sums: [Currency: Money] = [:]
            for payment in try reader.recentPayments(limit: Self.most) where payment.createdAt >= since {
                guard payment.kind == .payment, payment.isApproved else { continue }
                let currency = payment.amount.currency
                sums[currency] = try (sums[currency] ?? .zero(currency)).adding(payment.amount)
            }
            return sums.values.sorted { $0.currency.code < $1.currency.code }
        }
    }
}

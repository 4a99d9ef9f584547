import Failures
import Flow
import Model
import Networking
import Payments
import Synchronization

/// The accounts of the shop's extensions for card payments, as they are loaded, kept and chosen.
final class InPersonAccounts: Sendable {
    private let network: any Network
    private let accounts: ShopCache<PaymentGatewayAccount>
    private let chosen = Mutex<PaymentGatewayExtension?>(nil)

    init(shop: ShopSession) {
        network = shop.network
        accounts = shop.cache()
    }

    /// Loads the accounts of both extensions. Throws when none of them answers; then the first one's reason counts that says more
    /// than that the shop does not have the extension.
    func load() async throws(Failure) -> Listing<PaymentGatewayAccount> {
        async let wooPayments = result(of: .wooPayments)
        async let stripe = result(of: .stripe)
        let results = await [(PaymentGatewayExtension.wooPayments, wooPayments), (.stripe, stripe)]
        var (loaded, reasons): ([PaymentGatewayAccount], [NetworkError]) = ([], [])
        for (gateway, result) in results {
            switch result {
            case .success(let account): loaded.append(account)
            case .failure(let error):
                reasons.append(error)
                if case .missingFeature = error { try accounts.remove(gateway.rawValue) }
            }
        }
        if loaded.isEmpty, let reason = reasons.first(where: { !$0.isMissingFeature }) ?? reasons.first {
            throw reason.failure
        }
        try accounts.keep(loaded, at: accounts.environment.now())
        return Listing(loaded, total: loaded.count, isWhole: !reasons.contains { !$0.isMissingFeature })
    }

    private func result(of gateway: PaymentGatewayExtension) async -> Result<PaymentGatewayAccount, NetworkError> {
        do throws(NetworkError) {
            return .success(try await InPersonPaymentsRemote(gateway, network: network).loadAccount())
        } catch { return .failure(error) }
    }

    func use(_ gateway: PaymentGatewayExtension) throws(Failure) -> PaymentGatewayAccount {
        guard let account = try kept(gateway) else { throw .noAccount }
        chosen.withLock { $0 = gateway }
        return account
    }

    /// The chosen account, else the only one that is kept.
    func selected() throws(Failure) -> PaymentGatewayAccount? {
        if let gateway = chosen.withLock({ $0 }), let account = try kept(gateway) { return account }
        var known: [PaymentGatewayAccount] = []
        for gateway in PaymentGatewayExtension.allCases {
            if let account = try kept(gateway), account.status != .noAccount { known.append(account) }
        }
        return known.count == 1 ? known[0] : nil
    }

    private func kept(_ gateway: PaymentGatewayExtension) throws(Failure) -> PaymentGatewayAccount? {
        try accounts.kept(gateway.rawValue)?.value
    }

    func clear() {
        chosen.withLock { $0 = nil }
        accounts.clear()
    }
}

extension NetworkError {
    fileprivate var isMissingFeature: Bool { if case .missingFeature = self { true } else { false } }
}

extension Failure {
    static let noAccount = Failure(
        GatewayFailure.noAccount, Sentence("failure.gateway.noAccount"), remedy: Sentence("remedy.gateway.noAccount"),
        recovery: .askOperator)
}

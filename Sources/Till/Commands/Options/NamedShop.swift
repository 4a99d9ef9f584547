import Failures
import Flow
import Model
import Payments
import Stores

extension LiveTill {
    /// The shop that was named: by its address or name, as `current`, or as `embedded`. Throws `account.unknownShop`.
    func site(of name: String, among shops: [RememberedShop]) async throws(Failure) -> SiteID {
        switch name {
        case "embedded": return .embedded
        case "current": return try await ask { AccountAction.loadAccount($0) }.site
        default: break
        }
        if let known = shops.first(where: { $0.isAt(name) || $0.name == name }) { return known.site }
        let known = ["current", "embedded"] + shops.map(\.address)
        throw Failure(
            AccountFailure.unknownShop, Sentence("failure.account.unknownShop", ["shop": name.presentable]),
            remedy: Sentence(
                "remedy.account.unknownShop", ["shops": known.joined(separator: ", ").presentable]), recovery: .giveUp)
    }
}

import Model
import Synchronization

/// What is known of the shops that do not answer, for all stores of the process.
final class ShopOutages: Sendable {
    private let known = Mutex<[SiteID: ShopOutage]>([:])

    func outage(of site: SiteID) -> ShopOutage {
        known.withLock { known in
            if let outage = known[site] { return outage }
            let outage = ShopOutage()
            known[site] = outage
            return outage
        }
    }
}

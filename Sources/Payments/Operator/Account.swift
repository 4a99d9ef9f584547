import Flow
import Model

/// An operator of one shop.
package struct Account: Hashable, Codable, Sendable {
    package let name: String
    package let site: SiteID

    package init(name: String, site: SiteID) {
        self.name = name
        self.site = site
    }

    /// The embedded shop's operator, signed in from the start.
    package static let embedded = Account(name: "operator", site: .embedded)
}

import Flow
import Foundation
import Model

/// An operator of one shop.
package struct Account: Hashable, Codable, Sendable {
    package let name: String
    package let site: SiteID
    /// When the operator signed in. Tells one login from the next of the same operator.
    package let since: Date?

    package init(name: String, site: SiteID, since: Date? = nil) {
        self.name = name
        self.site = site
        self.since = since
    }

    /// The embedded shop's operator, signed in from the start.
    package static let embedded = Account(name: "operator", site: .embedded)
}

import Model

/// Networks that stay the same.
package struct FixedNetworks: SiteNetworks {
    private let networks: [SiteID: any Network]

    package init(_ networks: [SiteID: any Network]) { self.networks = networks }

    package func network(of site: SiteID) -> (any Network)? { networks[site] }
}

import Model

/// The networks of the shops for which this till has credentials.
///
/// A request, a message and a cached row belong to one site and reach that site only.
package protocol SiteNetworks: Sendable {
    /// The network of that shop; nil if the till has no credentials for it now.
    func network(of site: SiteID) -> (any Network)?
}

extension SiteNetworks {
    /// The network of that shop; throws `.noCredentials` if the till has none for it now.
    package func reach(_ site: SiteID) throws(NetworkError) -> any Network {
        guard let network = network(of: site) else { throw .noCredentials }
        return network
    }
}

/// The user of the till's login: `wp/v2/users/me`, which takes application passwords only.
package struct SiteUsersRemote: Remote {
    package let network: any Network
    package var resource: ShopResource { .customer }

    package init(network: any Network) { self.network = network }

    /// The user who signed in with an application password. A consumer key is none of WordPress's, which refuses it by
    /// `.unauthorized`, so one cheap request to WooCommerce shows whether it is still accepted.
    package func loadUser(of login: String) async throws(NetworkError) -> SiteUser {
        do throws(NetworkError) {
            return try await enqueue(
                Request(.get, "wp/v2/users/me", query: ["context": "edit"]), mapper: SiteUserMapper())
        } catch  where error.isRefusalOfAKeyByWordPress {
            try await checkLogin()
            return SiteUser(key: login)
        }
    }

    /// Throws the shop's refusal if it does not accept the login any more.
    package func checkLogin() async throws(NetworkError) {
        let look = Request(.get, "wc/v3/orders", query: ["_fields": "id", "per_page": "1"])
        if let error = NetworkError(try await network.response(for: look)) { throw error }
    }

    /// The site's name. The whole index of WordPress has half a megabyte.
    package func loadProfile() async throws(NetworkError) -> SiteProfile {
        try await enqueue(Request(.get, "", query: ["_fields": "name"]), mapper: SiteProfileMapper())
    }
}

private struct SiteProfileMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> SiteProfile {
        SiteProfile(name: try response.object.plainText("name"))
    }
}

private struct SiteUserMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> SiteUser { try SiteUser(try response.object) }
}

extension NetworkError {
    /// Whether WordPress refuses a consumer key, which only WooCommerce takes: as a user of an unknown name over https, and as
    /// nobody over http and with the newer rule of WooCommerce.
    package var isRefusalOfAKeyByWordPress: Bool {
        guard case .unauthorized(let complaint?) = self else { return false }
        return [
            "invalid_username", "rest_not_logged_in", "woocommerce_rest_authentication_error",
            "woocommerce_rest_cannot_view",
        ].contains(complaint.code)
    }
}

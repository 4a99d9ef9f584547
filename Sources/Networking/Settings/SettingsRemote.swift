/// The settings of a shop in their groups: `wc/v3/settings`.
package struct SettingsRemote: Remote {
    package let network: any Network
    package var resource: ShopResource { .setting }

    package init(network: any Network) { self.network = network }

    package func loadGroups() async throws(NetworkError) -> Page<SettingGroup> {
        try await ResourceRemote("wc/v3/settings", network: network).loadAll()
    }

    /// All settings of a group. There are no pages.
    package func loadSettings(of group: String) async throws(NetworkError) -> Page<SiteSetting> {
        try await enqueue(Request(.get, try path(group)), mapper: SettingListMapper(group: group))
    }

    package func loadSetting(_ id: String, in group: String) async throws(NetworkError) -> SiteSetting {
        try await enqueue(Request(.get, try path(group, id)), mapper: SettingMapper(group: group))
    }

    /// Changes one setting. May be repeated.
    package func update(_ id: String, in group: String, to value: JSONValue) async throws(NetworkError) -> SiteSetting {
        let body: JSONValue = ["value": value]
        return try await enqueue(
            Request(.put, try path(group, id), body: body.data), mapper: SettingMapper(group: group))
    }

    /// What the site's REST interface offers. The index of WordPress has half a megabyte, so two members of it are asked for.
    package func loadSiteAPI() async throws(NetworkError) -> SiteAPI {
        try await enqueue(
            Request(.get, "", query: ["_fields": "authentication,namespaces"]), mapper: EntityMapper<SiteAPI>())
    }

    private func path(_ parts: String...) throws(NetworkError) -> String {
        guard parts.allSatisfy(PathPart.isPlain) else { throw .notFound(nil, of: resource) }
        return (["wc/v3/settings"] + parts).joined(separator: "/")
    }
}

private struct SettingMapper: Mapper {
    let group: String

    func map(_ response: Response) throws(NetworkError) -> SiteSetting { try setting(try response.object) }

    /// A setting belongs to the group that was asked for, whatever else its answer says.
    func setting(_ object: ShopObject) throws(NetworkError) -> SiteSetting {
        var members = object.members
        members[SiteSetting.groupMember] = .string(group)
        return try SiteSetting(try ShopObject(.object(members), at: object.place))
    }
}

private struct SettingListMapper: Mapper {
    let group: String

    func map(_ response: Response) throws(NetworkError) -> Page<SiteSetting> {
        let one = SettingMapper(group: group)
        return try Page(response) { (object) throws(NetworkError) in try one.setting(object) }
    }
}

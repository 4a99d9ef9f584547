import Glibc

/// What the members of this machine's groups may do at the Unix socket, as it is configured.
package struct SocketRoles: Sendable {
    private let groups: [(name: String, scope: TokenScope)]

    package init(_ groups: [(name: String, scope: TokenScope)] = []) { self.groups = groups }

    /// The scopes of a user. They are empty for one who is in none of the groups.
    ///
    /// - Parameter group: the main group of the user's process.
    func scopes(of user: UInt32, group: UInt32) -> [TokenScope] {
        guard !groups.isEmpty else { return [] }
        // Whoever cannot be looked up now has the least right that a group may give.
        guard let own = Self.groups(of: user, group) else { return [.readOnly] }
        return groups.compactMap { named in Self.number(of: named.name).map(own.contains) == true ? named.scope : nil }
    }

    /// The most groups of one user that are looked at.
    private static let mostGroups = 1_024
    private static let longestEntry = 64 * 1_024

    /// The numbers of the groups that the machine's database has a user in, and that of the process. Nil if the database
    /// cannot be asked.
    private static func groups(of user: UInt32, _ main: UInt32) -> Set<UInt32>? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestEntry) { text in
            guard let start = text.baseAddress, getpwuid_r(user, &entry, start, text.count, &found) == 0 else {
                return nil
            }
            guard found != nil, let name = entry.pw_name else { return [main] }
            var numbers = [gid_t](repeating: 0, count: mostGroups)
            var count = Int32(mostGroups)
            guard getgrouplist(name, main, &numbers, &count) >= 0 else { return nil }
            return Set(numbers.prefix(Int(count)))
        }
    }

    private static func number(of group: String) -> UInt32? {
        var entry = Glibc.group()
        var found: UnsafeMutablePointer<Glibc.group>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestEntry) { text in
            guard let start = text.baseAddress, getgrnam_r(group, &entry, start, text.count, &found) == 0, found != nil
            else { return nil }
            return entry.gr_gid
        }
    }
}

import Configuration
import Flow

/// What a new reading of the configuration changes in a service that runs.
struct ConfigurationReload: Sendable {
    /// The options that count at once, for whatever begins after.
    static let live: Set<String> = [
        "shop.language", "policy.give_up_after", "retention.traces", "retention.delivered_news",
        "retention.cached_orders",
    ]

    /// The names of changed options that count at once.
    private(set) var counting: [String] = []
    /// The names of changed options that count from the next start on.
    private(set) var waiting: [String] = []

    init(from old: [EffectiveOption], to new: [EffectiveOption]) {
        let (before, now) = (Self.values(old), Self.values(new))
        let changed = Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }.sorted()
        counting = changed.filter(Self.live.contains)
        waiting = changed.filter { !Self.live.contains($0) }
    }

    private static func values(_ options: [EffectiveOption]) -> [String: String] {
        Dictionary(options.map { ("\($0.table).\($0.key)", $0.value ?? "") }) { _, last in last }
    }
}

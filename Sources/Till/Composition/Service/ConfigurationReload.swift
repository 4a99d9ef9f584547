import Configuration
import Flow

/// What a new reading of the configuration changes in a service that runs.
struct ConfigurationReload: Sendable {
    /// Takes one option from a new configuration into the one in force.
    typealias Change = @Sendable (_ inForce: inout TillConfiguration, _ new: TillConfiguration) -> Void

    /// The options that count at once, for whatever begins after.
    static let live: [String: Change] = [
        "shop.language": { $0.shop.language = $1.shop.language },
        "policy.give_up_after": { $0.policy.giveUpAfterSeconds = $1.policy.giveUpAfterSeconds },
        "policy.notifications_every": {
            $0.policy.notificationsEverySeconds = $1.policy.notificationsEverySeconds
        },
        "retention.traces": { $0.retention.traceDays = $1.retention.traceDays },
        "retention.delivered_news": { $0.retention.deliveredNewsDays = $1.retention.deliveredNewsDays },
        "retention.cached_orders": { $0.retention.cachedOrderDays = $1.retention.cachedOrderDays },
        "retention.cached_documents": { $0.retention.cachedDocumentDays = $1.retention.cachedDocumentDays },
        "retention.receipts": { $0.retention.receiptDays = $1.retention.receiptDays },
        "retention.former_databases": { $0.retention.formerDatabaseDays = $1.retention.formerDatabaseDays },
    ]

    /// The names of changed options that count at once.
    let counting: [String]
    /// The names of options that count from the next start on, because they are not those in force.
    let waiting: [String]
    /// The options in force from now on. Those that wait are the old ones, so that the next reading names them again.
    let inForce: [EffectiveOption]

    /// - Parameters:
    ///   - old: the options in force.
    ///   - new: the options as they are read now.
    init(from old: [EffectiveOption], to new: [EffectiveOption]) {
        let (before, now) = (Self.values(old), Self.values(new))
        let changed = Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }.sorted()
        counting = changed.filter(Self.isLive)
        waiting = changed.filter { !Self.isLive($0) }
        inForce = old.filter { !Self.isLive(Self.name($0)) } + new.filter { Self.isLive(Self.name($0)) }
    }

    /// The configuration in force with those options of a new one that count at once, and no others.
    func applied(_ new: TillConfiguration, to old: TillConfiguration) -> TillConfiguration {
        var inForce = old
        for name in counting { Self.live[name]?(&inForce, new) }
        return inForce
    }

    private static func isLive(_ name: String) -> Bool { live[name] != nil }

    private static func name(_ option: EffectiveOption) -> String { "\(option.table).\(option.key)" }

    private static func values(_ options: [EffectiveOption]) -> [String: String] {
        Dictionary(options.map { (name($0), $0.value ?? "") }) { _, last in last }
    }
}

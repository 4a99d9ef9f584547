import Model

/// A money limit of `[policy]`, and the direction in which it is loosened.
struct PolicyBound: Sendable {
    let key: String
    /// Whether a larger number allows more.
    let isLoosenedUpwards: Bool

    static let cardPhase = PolicyBound(key: PolicyOptions.cardPhase.key, isLoosenedUpwards: false)
    static let all = [
        PolicyBound(key: PolicyOptions.unlinkedRefundLimit.key, isLoosenedUpwards: true),
        PolicyBound(key: PolicyOptions.largestPayment.key, isLoosenedUpwards: true), cardPhase,
    ]

    /// Says that a limit is looser than the one of the file that no other may loosen.
    func refusal(_ bound: Int64, _ origin: ConfigurationOrigin) -> Sentence {
        let named: [String: any CustomStringConvertible] = ["option": key, "bound": bound, "place": origin.name]
        return isLoosenedUpwards ? Sentence("config.atMost", named) : Sentence("config.atLeast", named)
    }

    func isLooser(_ own: Int64, _ bound: Int64) -> Bool { isLoosenedUpwards ? own > bound : own < bound }

    /// The number that a section gives; nil when it gives none.
    func number(in section: Section) -> Int64? { section.number(of: key) }
}

extension TillConfiguration {
    /// The names of the money limits of `[policy]`.
    package static let limits = PolicyBound.all.map(\.key)
}

extension ConfigurationFiles {
    /// The files that set money limits, and whether the current user can change them. Empty when the defaults hold.
    package func limiting(_ read: ReadConfiguration) -> [(file: String, isOwn: Bool)] {
        let files = read.options.filter {
            $0.table == OptionTable.policy.rawValue && TillConfiguration.limits.contains($0.key)
        }
        .compactMap { option -> String? in
            if case .file(let name, _) = option.origin { name } else { nil }
        }
        return Set(files).sorted().map { ($0, isOwn($0)) }
    }
}
